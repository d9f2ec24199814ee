import { expect, type Locator, type Page } from '@playwright/test';
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

test.describe('Plant status', () => {
  test.use({ viewport: { width: 1440, height: 1800 } });

  test('shows alerts, connections, latest values and exports in words, and follows a running export', async ({
    page,
  }) => {
    const setProgress = await controlProgress(page);
    // Without a refresh that would show the progress, too.
    await page.goto('/d/plant-status?lang=en&theme=dark&refresh=1h');
    const exported = panelOf(page, 'Exports');
    await expect(exported.getByText('42%')).toBeVisible();

    const open = panelOf(page, 'Open alerts');
    for (const word of ['Critical', 'Warning', 'Open', 'Acknowledged']) {
      await expect(open.getByRole('gridcell', { name: word, exact: true }).first()).toBeVisible();
    }
    const trend = await open.getByRole('link', { name: 'Cloro libre bajo' }).getAttribute('href');
    expect(decodeURIComponent(trend ?? '')).toMatch(/^\/explore\?.*"devices":\["DOS-301"\],"tags":\["cloro_libre"\]/);

    const counts = panelOf(page, 'Alerts over time');
    await expect(counts.getByText(/^(Critical|Warning|Information)$/)).toHaveCount(3);
    await expect.poll(() => countDrawnPixels(counts)).toBeGreaterThan(1000);

    const connections = panelOf(page, 'Connection of the devices');
    await expect(connections.getByRole('gridcell', { name: 'Online' }).first()).toBeVisible();
    await expect(connections.getByRole('gridcell', { name: 'Offline' }).first()).toBeVisible();

    await expect(panelOf(page, /^Latest values of /)).toContainText(/Tensión L1\s*2\d\d(\.\d+)?\s*V/);
    const latest = panelOf(page, 'Latest values');
    await expect(latest.getByRole('gridcell', { name: /^\d+(\.\d+)? (s|mins|hours)$/ }).first()).toBeVisible();
    await expect(latest.getByRole('gridcell', { name: 'Current' }).first()).toBeVisible();
    await expect(latest.getByRole('gridcell', { name: 'm³/h' }).first()).toBeVisible();

    for (const word of ['Ready', 'Processing', 'Failed', 'Expired']) {
      await expect(exported.getByRole('gridcell', { name: word }).first()).toBeVisible();
    }
    setProgress(67);
    await expect(exported.getByText('67%')).toBeVisible();
    expect(await ownUnnamedControls(page)).toEqual([]);
  });

  test('shows the words in Spanish on a light background', async ({ page }) => {
    await page.goto('/d/plant-status?lang=es&theme=light');
    const cell = (panel: string, word: string) => panelOf(page, panel).getByRole('gridcell', { name: word }).first();
    await expect(cell('Open alerts', 'Crítica')).toBeVisible();
    await expect(cell('Connection of the devices', 'Sin conexión')).toBeVisible();
    await expect(cell('Latest values', 'Actual')).toBeVisible();
    await expect(cell('Exports', 'En proceso')).toBeVisible();
    await expect(panelOf(page, 'Alerts over time').getByText('Advertencia', { exact: true })).toBeVisible();
    expect(await ownUnnamedControls(page)).toEqual([]);
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
        labels: ['Devices', 'Tags', 'Sites', 'Areas', 'Device types', 'One row per tag'],
        cell: 'Online',
      },
      { kind: 'Exports', labels: ['States'], cell: 'Processing' },
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
      { kind: 'Histórico', labels: ['Dispositivos', 'Tags', 'Intervalo', 'Estadísticas', 'Leyenda'], cell: '' },
    ],
  },
};

for (const [language, { theme, table, options, kinds }] of Object.entries(EDITORS)) {
  test(`every query type has its fields and shows its data, ${theme}, in ${language}`, async ({ page }) => {
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

/** Types a text into a combobox and leaves the field. */
async function type(page: Page, name: string, text: string) {
  const field = page.getByRole('combobox', { name, exact: true });
  await field.fill(text);
  await expect(page.getByRole('option').first()).toBeVisible();
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

test('an unknown query type is reported and kept until another one is selected', async ({ page }) => {
  await page.goto(explorePath({ kind: 'forecast', horizon: '7d' }));
  await expect(page.getByText(/^This query was saved by another version of the plugin/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'History' })).not.toBeChecked();
  await page.getByRole('tab', { name: /^Notices and errors/ }).click();
  await expect(
    page.getByText(/unknown kind "forecast"\. Known kinds: history, latest, alerts, devices, exports/)
  ).toBeVisible();
  await expect(page).toHaveURL(/horizon/);
  await page.getByRole('radio', { name: 'Inventory' }).click({ force: true });
  await expect(panelOf(page, 'Table').getByRole('gridcell', { name: 'CMP-101' })).toBeVisible();
  await expect(page).not.toHaveURL(/horizon/);
});
