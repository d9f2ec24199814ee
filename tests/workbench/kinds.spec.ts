import { expect, type Locator, type Page } from '@playwright/test';
import { LONG_TAG } from '../../scripts/checks/longRun.ts';
import { test } from './cleanPage.ts';
import { unnamedControls } from './unnamedControls.ts';

/** Every kind of query in the query editor, and what is followed without a refresh. What the bundled dashboards show is tested in Grafana. */

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

test('running exports are followed', async ({ page }) => {
  const setProgress = await controlProgress(page);
  // Without a refresh that would show the progress, too.
  await page.goto('/d/plant-exports?lang=en&theme=dark&refresh=1h');
  await expect(panelOf(page, 'In progress').getByText('42%')).toBeVisible();
  setProgress(67);
  await expect(panelOf(page, 'In progress').getByText('67%')).toBeVisible();
  expect(await ownUnnamedControls(page)).toEqual([]);
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
        labels: ['Condición', 'Valor', 'Duración mínima', 'Unir interrupciones hasta', 'Formato'],
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
  await expect(table.getByRole('gridcell', { name: /^(\d+ d )?\d\d:\d\d:\d\d$/ }).first()).toBeVisible();
  await expect(editor.getByText(/^\d+ periods?, .* in all$/)).toBeVisible();

  await chooseFormat(page, 'Total');
  await expect(table.getByRole('gridcell', { name: /^(\d+ d )?\d\d:\d\d:\d\d$/ })).toHaveCount(1);
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
  // It may begin with another one, at which alerts began.
  await page.getByRole('combobox', { name: 'Condition', exact: true }).click();
  await page.getByRole('option', { name: '> above' }).click();
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
