import { expect, type Locator, type Page } from '@playwright/test';
import { LONG_TAG } from '../../scripts/checks/longRun.ts';
import { test } from './cleanPage.ts';
import { unnamedControls } from './unnamedControls.ts';

/** Every kind of query, in a dashboard that comes with the plugin and in the query editor. */

const panelOf = (page: Page, title: string | RegExp) => page.getByRole('region', { name: title, exact: true });

function explorePath(query: object, range = 'from=now-24h&to=now'): string {
  return `/explore?${range}&queries=${encodeURIComponent(JSON.stringify([{ refId: 'A', version: 2, ...query }]))}`;
}

/** The number of pixels of a plot that lines and bars cover; bands are more transparent. */
function countDrawnPixels(panel: Locator): Promise<number> {
  return panel
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 3 && value > 150).length;
    });
}

/** Answers with the exports of the service; resolves to a function that sets the progress of the running one. */
async function controlProgress(page: Page): Promise<(percent: number) => void> {
  let progress: number | undefined;
  await page.route(/\/v1\/exportaciones/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { exportaciones: Array<{ estado: string; progreso: number }> };
    for (const running of body.exportaciones.filter(({ estado }) => estado === 'procesando')) {
      running.progreso = progress ?? running.progreso;
    }
    await route.fulfill({ response, json: body });
  });
  return (percent) => {
    progress = percent;
  };
}

/** Controls without a name, except Grafana's streaming indicator, which a running export shows. */
async function ownUnnamedControls(page: Page): Promise<string[]> {
  return (await unnamedControls(page)).filter((line) => !line.includes('-button-panel-header-item'));
}

const cellOf = (page: Page, panel: string, word: string | RegExp) =>
  panelOf(page, panel).getByRole('gridcell', { name: word, exact: true }).first();

test.describe('the dashboards of the plugin', () => {
  test.use({ viewport: { width: 1440, height: 1800 } });

  test('the one to share shows what is wrong now without any variable or link', async ({ page }) => {
    await page.goto('/d/plant-shared-demo?lang=en&theme=dark&refresh=1h');
    for (const word of ['Critical', 'Not yet']) {
      await expect(cellOf(page, 'Open now', word)).toBeVisible();
    }
    await expect(panelOf(page, 'Open alerts')).toContainText(/Critical[1-9]/);
    await expect(panelOf(page, 'Devices')).toContainText(/Online[1-9]/);
    await expect(panelOf(page, 'Tags without recent readings')).toContainText(/Stale\s*[1-9]/);
    await expect(
      panelOf(page, 'Active alerts per day').getByRole('button', { name: 'Critical' }).first()
    ).toBeVisible();
    await expect(page.getByText('${')).toHaveCount(0);
    await expect(page.getByRole('main').locator('a[href*="/d/plant-device"], a[href*="/explore"]')).toHaveCount(0);
  });

  test('the overview shows what is wrong now, and a device', async ({ page }) => {
    await page.goto('/d/plant-overview?lang=en&theme=dark&refresh=1h&var-device=MED-101');
    for (const word of ['Critical', 'Warning', 'Not yet', /^\d{4}-\d\d-\d\d \d\d:\d\d$/]) {
      await expect(cellOf(page, 'Open now', word)).toBeVisible();
    }
    const alert = panelOf(page, 'Open now').getByRole('link', { name: 'Cloro libre bajo' });
    expect(decodeURIComponent((await alert.getAttribute('href')) ?? '')).toMatch(
      /^\/explore\?.*"devices":\["DOS-301"\],"tags":\["cloro_libre"\]/
    );
    const device = panelOf(page, 'Open now').getByRole('link', { name: 'Bomba de pozo 2' });
    expect(await device.getAttribute('href')).toMatch(
      /^\/d\/plant-device\?.*var-device=BOM-302&var-tag=temp_rodamiento/
    );
    await expect(cellOf(page, 'Devices by last contact', 'Online')).toBeVisible();
    await expect(cellOf(page, 'Devices by last contact', 'Offline')).toBeVisible();
    await expect(panelOf(page, 'Devices')).toContainText(/Offline\s*[1-9]/);
    await expect(panelOf(page, 'Tags without recent readings')).toContainText(/Never read\s*[1-9]/);
    await expect(panelOf(page, 'Connection')).toContainText('Online');
    await expect(panelOf(page, 'Latest values')).toContainText(/Tensión L1\s*2\d\d(\.\d+)?\s*V/);
    expect(await ownUnnamedControls(page)).toEqual([]);
  });

  test('the overview opens on the most severe open alert, with the value at which it began', async ({ page }) => {
    await page.goto('/d/plant-overview?lang=en&theme=dark&refresh=1h');
    await expect(page).toHaveURL(/var-device=BOM-302&var-tag=temp_rodamiento/);
    const trend = panelOf(page, 'Temperatura del rodamiento · Bomba de pozo 2 (BOM-302)');
    await expect(trend.getByRole('listitem')).toHaveText([
      'Temperatura del rodamiento',
      'Rodamiento caliente: value at start',
    ]);
    const links = panelOf(page, 'Open now').getByRole('gridcell').getByRole('link');
    await expect(links.first()).toHaveText('Rodamiento caliente');
  });

  test('a counter is shown as consumption', async ({ page }) => {
    await page.goto('/d/plant-tag?lang=en&theme=dark&refresh=1h&var-device=MED-101&var-tag=energia_activa');
    const trend = panelOf(page, 'Energía activa total · Analizador de red general (MED-101)');
    await expect(trend.getByRole('listitem')).toHaveText(['Energía activa total (increase)']);
    await page.goto('/d/plant-consumption?lang=en&theme=dark&refresh=1h&var-device=MED-101&var-counter=energia_activa');
    for (const title of ['In the time range', 'One week earlier']) {
      await expect(panelOf(page, title)).toContainText(/Analizador de red general.*\d\s*MWh/);
    }
    await expect(panelOf(page, /^Per shift, with the week before/).getByText(/1 week earlier/)).toBeVisible();
  });

  test('a device has one trend per tag, with a link to the tag', async ({ page }) => {
    await page.goto('/d/plant-device?lang=en&theme=dark&refresh=1h&var-device=MED-101');
    const trend = panelOf(page, 'Tensión L2');
    await page.getByRole('heading', { name: 'Trends' }).scrollIntoViewIfNeeded();
    await expect(panelOf(page, 'Corriente L1').locator('canvas').first()).toBeVisible();
    await trend.scrollIntoViewIfNeeded();
    await expect(trend.getByRole('listitem')).toHaveText(['Tensión L2']);
    const link = trend.getByRole('link', { name: 'Show tag' });
    expect(await link.getAttribute('href')).toMatch(/^\/d\/plant-tag\?.*var-device=MED-101&var-tag=tension_l2&from=/);
    await trend.hover();
    await trend.getByRole('button', { name: /^Menu for panel/ }).click();
    await page.getByRole('menuitem', { name: 'View' }).click();
    await expect(page.locator('main canvas')).toHaveCount(1);
    await page.reload();
    await expect(page.locator('main canvas')).toHaveCount(1);
    await expect(trend).toBeVisible();
  });

  test('machines have their states over time and per shift, and their stops', async ({ page }) => {
    await page.goto('/d/plant-availability?lang=en&theme=dark&refresh=1h');
    await expect(panelOf(page, 'Running')).toContainText(/Línea de embotellado 1\s*\d+(\.\d+)?\s*%/);
    await expect(panelOf(page, 'Stops')).toContainText(/Línea de embotellado 1\s*[1-9]/);
    await expect(panelOf(page, 'States').getByText('cambio de formato', { exact: true })).toBeVisible();
    await expect.poll(() => countDrawnPixels(panelOf(page, 'States'))).toBeGreaterThan(10_000);
    const perShift = panelOf(page, 'Línea de embotellado 1 (LIN-101)');
    await expect(perShift.getByRole('listitem')).toHaveText(['parada', 'marcha', 'atasco', 'cambio de formato']);
    await expect.poll(() => countDrawnPixels(perShift)).toBeGreaterThan(10_000);
    // A machine without a state is none.
    await expect(panelOf(page, 'Analizador de red general (MED-101)')).toHaveCount(0);
    await page.goto('/d/plant-availability?lang=en&theme=dark&refresh=1h&var-machine=LIN-101');
    await page.getByRole('heading', { name: 'States and stops' }).scrollIntoViewIfNeeded();
    await expect(cellOf(page, 'Time in state', 'atasco')).toBeVisible();
    const start = panelOf(page, 'Stops, the longest first').getByRole('gridcell').getByRole('link').first();
    expect(decodeURIComponent((await start.getAttribute('href')) ?? '')).toMatch(
      /^\/explore\?.*"devices":\["LIN-101"\],"tags":\["estado"\]/
    );
    expect(await ownUnnamedControls(page)).toEqual([]);
  });

  test('a device has its states and running hours, one without a state says so', async ({ page }) => {
    await page.goto('/d/plant-device?lang=en&theme=dark&refresh=1h&var-device=LIN-101');
    await expect(panelOf(page, 'States').getByText('marcha', { exact: true })).toBeVisible();
    await expect.poll(() => countDrawnPixels(panelOf(page, 'Running hours per day'))).toBeGreaterThan(1000);
    await page.goto('/d/plant-device?lang=en&theme=dark&refresh=1h&var-device=MED-101');
    for (const title of ['States', 'Running hours per day']) {
      await expect(panelOf(page, title)).toContainText('No known states');
    }
  });

  test('a tag has the periods above its limit, or above a number, and says that it has no limit', async ({ page }) => {
    const tag = '/d/plant-tag?lang=en&theme=dark&refresh=1h&from=now-7d&to=now';
    await page.goto(`${tag}&var-device=CMP-101&var-tag=presion_descarga&var-limit=7.5`);
    const total = panelOf(page, 'In the time range');
    await expect(total).toContainText(/Times\s*[1-9]/);
    await expect(total).toContainText(/Longest\s*\d/);
    const starts = panelOf(page, 'Periods above the limit').getByRole('gridcell').getByRole('link');
    expect(decodeURIComponent((await starts.first().getAttribute('href')) ?? '')).toMatch(/^\/explore\?.*CMP-101/);
    await page.goto(`${tag}&var-device=MED-101&var-tag=tension_l1`);
    await expect(total).toContainText('No limit');
  });

  test('a dashboard has a menu of the others, which keeps the time range and the variables', async ({ page }) => {
    await page.goto('/d/plant-device?lang=en&from=now-1h&var-device=MED-101');
    await page.getByRole('main').getByRole('link', { name: 'Overview', exact: true }).click();
    await expect(page).toHaveURL(/\/d\/plant-overview\?.*var-device=MED-101.*from=now-1h/);
  });

  test('alerts are counted per day, severity and device', async ({ page }) => {
    await page.goto('/d/plant-alerts?lang=en&theme=dark&refresh=1h');
    const counts = panelOf(page, 'Active alerts per day');
    await expect(counts.getByText(/^(Critical|Warning|Information)$/)).toHaveCount(3);
    await expect.poll(() => countDrawnPixels(counts)).toBeGreaterThan(1000);
    await expect(cellOf(page, 'Devices with the most alerts', 'Horno túnel 1')).toBeVisible();
    await expect(panelOf(page, 'Longest time to acknowledge')).toContainText(/\d (mins?|hours?|days?)/);
  });

  test('the data quality names the oldest tags first', async ({ page }) => {
    await page.goto('/d/plant-data-quality?lang=en&theme=dark&refresh=1h');
    await expect(cellOf(page, 'Tags by age', /^\d+ (minutes|hours|days) ago$/)).toBeVisible();
    await expect(cellOf(page, 'Tags by age', 'Stale')).toBeVisible();
  });

  test('running exports are followed', async ({ page }) => {
    const setProgress = await controlProgress(page);
    // Without a refresh that would show the progress, too.
    await page.goto('/d/plant-exports?lang=en&theme=dark&refresh=1h');
    await expect(panelOf(page, 'In progress').getByText('42%')).toBeVisible();
    await expect(cellOf(page, 'In progress', 'Processing')).toBeVisible();
    for (const word of ['Ready', 'Failed', 'Expired']) {
      await expect(cellOf(page, 'Finished', word)).toBeVisible();
    }
    setProgress(67);
    await expect(panelOf(page, 'In progress').getByText('67%')).toBeVisible();
    expect(await ownUnnamedControls(page)).toEqual([]);
  });

  test('exist in Spanish, on a light background', { tag: LONG_TAG }, async ({ page }) => {
    await page.goto('/d/plant-overview-es?lang=es&theme=light&refresh=1h');
    await expect(cellOf(page, 'Abiertas ahora', 'Crítica')).toBeVisible();
    await expect(cellOf(page, 'Dispositivos por último contacto', 'Sin conexión')).toBeVisible();
    await expect(panelOf(page, 'Últimos valores')).toContainText(/Temperatura del rodamiento\s*\d+(,\d+)?\s*°C/);
    await expect(page.getByText('Sede', { exact: true })).toBeVisible();
    expect(await ownUnnamedControls(page)).toEqual([]);
    await page.goto('/d/plant-exports-es?lang=es&theme=light&refresh=1h');
    await expect(cellOf(page, 'En curso', 'En proceso')).toBeVisible();
  });
});

interface KindTexts {
  readonly kind: string;
  readonly labels: string[];
  /** A cell of the table that the query fills. */
  readonly cell: string;
}

const EDITORS: Record<string, { theme: string; table: string; options: string; kinds: KindTexts[] }> = {
  en: {
    theme: 'dark',
    table: 'Table',
    options: 'Options',
    kinds: [
      {
        kind: 'Latest values',
        labels: [
          'Devices',
          'Tags',
          'Sites',
          'Areas',
          'Device types',
          'Format',
          'Stale after',
          'Legend',
          'Maximum series',
        ],
        cell: 'Presión de descarga',
      },
      {
        kind: 'Alerts',
        labels: ['Devices', 'Tags', 'Sites', 'Areas', 'Device types', 'Severities', 'Rules', 'State', 'Format'],
        cell: 'Ended',
      },
      {
        kind: 'Inventory',
        labels: ['Devices', 'Tags', 'Sites', 'Areas', 'Device types', 'Format', 'One row per tag'],
        cell: 'Online',
      },
      { kind: 'Exports', labels: ['States'], cell: 'Processing' },
      {
        kind: 'Periods',
        labels: [
          'Devices',
          'Tags',
          'Condition',
          'Value',
          'Minimum duration',
          'Join within',
          'Format',
          'Totals',
          'Interval',
          'Legend',
          'Choose a device and a tag',
        ],
        cell: '',
      },
      { kind: 'History', labels: ['Devices', 'Tags', 'Interval', 'Statistics', 'Legend'], cell: '' },
    ],
  },
  es: {
    theme: 'light',
    table: 'Tabla',
    options: 'Opciones',
    kinds: [
      {
        kind: 'Últimos valores',
        labels: ['Dispositivos', 'Sedes', 'Tipos de dispositivo', 'Formato', 'Antiguo a partir de', 'Máximo de series'],
        cell: 'Presión de descarga',
      },
      { kind: 'Alertas', labels: ['Severidades', 'Reglas', 'Estado', 'Formato'], cell: 'Terminada' },
      { kind: 'Inventario', labels: ['Dispositivos', 'Una fila por tag'], cell: 'En línea' },
      { kind: 'Exportaciones', labels: ['Estados'], cell: 'En proceso' },
      {
        kind: 'Periodos',
        labels: ['Condición', 'Valor', 'Duración mínima', 'Unir interrupciones hasta', 'Formato', 'Totales'],
        cell: '',
      },
      { kind: 'Histórico', labels: ['Dispositivos', 'Tags', 'Intervalo', 'Estadísticas', 'Leyenda'], cell: '' },
    ],
  },
};

for (const [language, { theme, table, options, kinds }] of Object.entries(EDITORS)) {
  const tag = language === 'en' ? [] : LONG_TAG;
  test(`every query type has its fields and shows its data, ${theme}, in ${language}`, { tag }, async ({ page }) => {
    const query = { kind: 'history', devices: ['CMP-101'], tags: ['presion_descarga'] };
    await page.goto(`${explorePath(query, 'from=now-30d&to=now')}&lang=${language}&theme=${theme}`);
    const editor = page.getByRole('region', { name: / A$/ });
    for (const { kind, labels, cell } of kinds) {
      // Not `check`: the radio button itself is below its label.
      await editor.getByRole('radio', { name: kind, exact: true }).click({ force: true });
      for (const label of labels) {
        await expect(editor.getByText(label, { exact: true }).first(), `${kind}: ${label}`).toBeVisible();
      }
      if (cell !== '') {
        await expect(panelOf(page, table).getByRole('gridcell', { name: cell }).first(), kind).toBeVisible();
      } else {
        await editor.getByRole('button', { name: options, exact: true }).click();
      }
      expect(await ownUnnamedControls(page), kind).toEqual([]);
    }
  });
}

/** Types a text into a combobox and leaves the field, which takes the first option of the filtered list. */
async function type(page: Page, name: string, text: string) {
  const field = page.getByRole('combobox', { name, exact: true });
  await field.fill(text);
  await expect(page.getByRole('option').first()).toContainText(text);
  await page.keyboard.press('Tab');
}

test('a pattern selects several series, and a notice names the maximum that leaves some out', async ({ page }) => {
  await page.goto(explorePath({ kind: 'history', devices: [], tags: ['presion_descarga'] }));
  await type(page, 'Devices', 'CMP-*');
  const graph = panelOf(page, 'Graph');
  const legend = graph.getByRole('listitem').filter({ hasText: / · Presión de descarga$/ });
  await expect(legend).toHaveCount(3);
  await expect.poll(() => countDrawnPixels(graph)).toBeGreaterThan(500);

  await page.getByRole('radio', { name: 'Latest values' }).click({ force: true });
  await page.getByRole('radio', { name: 'Series' }).click({ force: true });
  await page.getByRole('spinbutton', { name: 'Maximum series' }).fill('2');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^Notices and errors/ }).click();
  await expect(page.getByText(/Showing the first 2 of 3 values\./)).toBeVisible();

  await page.goto(explorePath({ kind: 'history', devices: ['CMP-*'], tags: ['presion_descarga'], maxSeries: 2 }));
  await expect(legend).toHaveCount(2);
  await page.getByRole('tab', { name: /^Notices and errors/ }).click();
  await expect(page.getByText(/Showing the first 2 of 3 series\./)).toBeVisible();
});

test('a time shift is named in the legend, and a counter shows its increase per day', async ({ page }) => {
  await page.goto(explorePath({ kind: 'history', devices: ['CMP-101'], tags: ['energia'] }, 'from=now-7d&to=now'));
  const graph = panelOf(page, 'Graph');
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('combobox', { name: 'Time shift' }).click();
  await page.getByRole('option', { name: '1 week earlier' }).click();
  await expect(graph.getByText('Compresor de aire 1 · Energía activa (1 week earlier)', { exact: true })).toBeVisible();
  await expect.poll(() => countDrawnPixels(graph)).toBeGreaterThan(500);

  const increase = {
    kind: 'history',
    devices: ['CMP-101'],
    tags: ['energia'],
    interval: '1d',
    statistics: ['increase'],
  };
  await page.goto(explorePath(increase, 'from=now-7d/d&to=now'));
  await expect(graph.getByText('Compresor de aire 1 · Energía activa (increase)', { exact: true })).toBeVisible();
  const values = panelOf(page, 'Table').getByRole('gridcell', { name: /^\d+(\.\d+)? [kM]?Wh$/ });
  await expect.poll(() => values.count()).toBeGreaterThan(5);
  await expect.poll(() => countDrawnPixels(graph)).toBeGreaterThan(100);
});

test('periods of a condition: as a table, in total, and as a timeline', async ({ page }) => {
  // The pressure is low while the compressor is tripped, every few days.
  const condition = { operator: '<', value: '6' };
  const query = { kind: 'periods', devices: ['CMP-101'], tags: ['presion_descarga'], condition };
  await page.goto(`${explorePath(query, 'from=now-14d&to=now')}&lang=en`);
  const editor = page.getByRole('region', { name: / A$/ });
  await type(page, 'Minimum duration', '10m');
  await expect(
    editor.getByText(/^When CMP-101 · presion_descarga is below 6(\.\d+)? bar for at least 10 min$/)
  ).toBeVisible();
  const table = panelOf(page, 'Table');
  await expect(table.getByRole('gridcell', { name: 'Ended' }).first()).toBeVisible();
  await expect(table.getByRole('gridcell', { name: /^\d+(\.\d+)? (mins|hours?)$/ }).first()).toBeVisible();
  await expect(editor.getByText(/^\d+ periods?, .* in all$/)).toBeVisible();

  await chooseFormat(page, 'Total');
  await expect(table.getByRole('gridcell', { name: /^\d+(\.\d+)? (mins|hours?)$/ })).toHaveCount(1);
  await chooseFormat(page, 'Timeline');
  await expect(table.getByRole('gridcell', { name: /^below 6(\.\d+)? bar$/ }).first()).toBeVisible();
  await expect.poll(() => countDrawnPixels(panelOf(page, 'Graph'))).toBeGreaterThan(500);
  await expect(page).toHaveURL(/timeline/);
  expect(await ownUnnamedControls(page)).toEqual([]);
});

async function chooseFormat(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Format', exact: true }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

test('an annotation of periods has a region for each', async ({ page }) => {
  await page.goto('/annotations?lang=en&from=now-14d&to=now');
  await page.getByRole('radio', { name: 'Periods', exact: true }).click({ force: true });
  await type(page, 'Devices', 'CMP-101');
  await type(page, 'Tags', 'presion_descarga');
  await type(page, 'Value (bar)', '8.3');
  await expect(
    page.getByRole('cell', { name: 'Compresor de aire 1 · Presión de descarga: above 8.3 bar' }).first()
  ).toBeVisible();
});

test('a variable lists the periods of a state, with their starts as values', async ({ page }) => {
  await page.goto('/variables?lang=en&from=now-14d&to=now');
  await page.getByRole('radio', { name: 'Periods', exact: true }).click({ force: true });
  await type(page, 'Device', 'LIN-101');
  await type(page, 'Tag', 'estado');
  await page.getByRole('combobox', { name: 'Value', exact: true }).click();
  await page.getByRole('option', { name: /^atasco/ }).click();
  await expect(
    page.getByText(/^Lists the periods in which LIN-101 · estado is atasco, the newest first\./)
  ).toBeVisible();
  await expect(page.getByRole('cell', { name: /^\d{4}-\d\d-\d\d \d\d:\d\d, \d+ min/ }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: /^1\d{12}$/ }).first()).toBeVisible();
});

test('an unknown query type is reported and kept until another one is selected', async ({ page }) => {
  await page.goto(explorePath({ kind: 'forecast', horizon: '7d' }));
  await expect(page.getByText(/^This query was saved by another version of the plugin/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'History' })).not.toBeChecked();
  await page.getByRole('tab', { name: /^Notices and errors/ }).click();
  await expect(
    page.getByText(/unknown kind "forecast"\. Known kinds: history, periods, latest, alerts, devices, exports/)
  ).toBeVisible();
  await expect(page).toHaveURL(/horizon/);
  await page.getByRole('radio', { name: 'Inventory' }).click({ force: true });
  await expect(panelOf(page, 'Table').getByRole('gridcell', { name: 'CMP-101' })).toBeVisible();
  await expect(page).not.toHaveURL(/horizon/);
});
