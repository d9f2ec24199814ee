import { type DashboardPage, expect } from '@grafana/plugin-e2e';
import type { Locator, Page } from '@playwright/test';
import { test } from './telemetryTest.ts';

/* What the panels of the bundled dashboards say of the demo plant: each in the words of its users. */

/** Tall enough to render every panel of a dashboard. */
test.use({ viewport: { width: 1440, height: 4500 } });

type Params = Readonly<Record<string, string>>;

/** A dashboard with its panels, by their titles. */
type Open = (uid: string, params?: Params) => Promise<(title: string) => Locator>;

const panelTest = test.extend<{ readonly open: Open }>({
  open: async ({ gotoDashboardPage }, use) => {
    await use(async (uid, params = {}) => {
      const queryParams = new URLSearchParams({ refresh: '1h', ...params });
      const dashboard: DashboardPage = await gotoDashboardPage({ uid, queryParams });
      return (title) => dashboard.getPanelByTitle(title).locator;
    });
  },
});

const cellOf = (panel: Locator, text: string | RegExp) =>
  panel.getByRole('gridcell', { name: text, exact: true }).first();

/**
 * The plugin waits some seconds for the alerts by which it orders the values of a variable, and goes on without them. A busy machine may take
 * longer, which would be another first value.
 */
async function waitForAlerts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const setShortTimeout = window.setTimeout.bind(window);
    const patient = (work: () => void, delayMs = 0, ...given: []) =>
      setShortTimeout(work, delayMs > 1000 ? 20 * delayMs : delayMs, ...given);
    window.setTimeout = patient as typeof window.setTimeout;
  });
}

/** A link as people read it. */
async function hrefOf(link: Locator): Promise<string> {
  return decodeURIComponent((await link.getAttribute('href')) ?? '');
}

panelTest('the dashboard to share shows what is wrong now without any variable or link', async ({ page, open }) => {
  const panelOf = await open('plant-shared-demo');
  for (const word of ['Critical', 'Not yet']) {
    await expect(cellOf(panelOf('Open now'), word)).toBeVisible();
  }
  await expect(panelOf('Open alerts')).toContainText(/Critical\s*[1-9]/);
  await expect(panelOf('Devices')).toContainText(/Online\s*[1-9]/);
  await expect(panelOf('Tags not recently read')).toContainText(/Stale\s*[1-9]/);
  await expect(page.getByText('${')).toHaveCount(0);
  await expect(page.locator('[data-viz-panel-key] a')).toHaveCount(0);
});

panelTest(
  'the overview opens on the most severe open alert, with the value at which it began',
  async ({ page, open }) => {
    await waitForAlerts(page);
    const panelOf = await open('plant-overview');
    await expect(page).toHaveURL(/var-device=BOM-302.*var-tag=temp_rodamiento/);
    const trend = panelOf('Temperatura del rodamiento · Bomba de pozo 2 (BOM-302)');
    await expect(trend.getByText('Rodamiento caliente: value at start', { exact: true })).toBeVisible();
    const first = panelOf('List of open alerts').getByRole('gridcell').getByRole('link').first();
    await expect(first).toHaveText('Rodamiento caliente');
  }
);

panelTest('a device has one trend per tag, with a link to the tag', async ({ page, open }) => {
  const panelOf = await open('plant-device', { 'var-device': 'MED-101' });
  const trend = panelOf('Tensión L2');
  await expect(trend.getByText('Tensión L2', { exact: true }).last()).toBeVisible();
  await expect(panelOf('Corriente L1')).toBeVisible();
  await trend.hover();
  const link = page.locator('a[href*="/d/plant-tag"][href*="var-tag=tension_l2"]').first();
  await expect(link).toHaveAttribute('href', /var-device=MED-101/);
});

panelTest('machines have their states over time and per shift, and their stops', async ({ page, open }) => {
  const all = await open('plant-availability');
  await expect(all('Running')).toContainText(/Línea de embotellado 1\s*\d+(\.\d+)?\s*%/);
  const stopped = all('Most stopped').getByRole('row');
  await expect(stopped.nth(1).getByRole('gridcell')).toHaveText([
    /^\S/,
    /^\d+\.\d h$/,
    /^[1-9]\d*$/,
    /^\d+:\d\d:\d\d$/,
    /^\d+:\d\d:\d\d$/,
    '00:00:00',
  ]);
  const hours = await stopped.getByRole('gridcell').filter({ hasText: / h$/ }).allTextContents();
  expect(hours.map(parseFloat)).toEqual(hours.map(parseFloat).sort((a, b) => b - a));
  await expect(all('Planned stops')).toContainText('None. Write the states of planned stops above');
  await expect(all('States').getByText('cambio de formato', { exact: true }).first()).toBeVisible();
  const perShift = all('Línea de embotellado 1 (LIN-101)');
  for (const state of ['parada', 'marcha', 'atasco', 'cambio de formato']) {
    await expect(perShift.getByText(state, { exact: true }).first()).toBeVisible();
  }
  // A machine without a state is none.
  await expect(page.getByText('Analizador de red general (MED-101)')).toHaveCount(0);
  const planned = await open('plant-availability', { 'var-planned': 'cambio de formato' });
  await expect(planned('Planned stops')).toContainText(/Línea de embotellado 1\s*\d+\.\d h/);
  const one = await open('plant-availability', { 'var-machine': 'LIN-101' });
  await expect(cellOf(one('Time in state'), 'atasco')).toBeVisible();
  const start = one('Stops, the longest first').getByRole('gridcell').getByRole('link').first();
  expect(await hrefOf(start)).toMatch(/\/explore\?.*"devices":\["LIN-101"\].*"tags":\["estado"\]/);
});

panelTest('a device has its states, and one without a state says so', async ({ open }) => {
  const line = await open('plant-device', { 'var-device': 'LIN-101' });
  await expect(line('States').getByText('marcha', { exact: true }).first()).toBeVisible();
  const meter = await open('plant-device', { 'var-device': 'MED-101' });
  for (const title of ['States', 'Daily running']) {
    await expect(meter(title)).toContainText('No known states');
  }
});

panelTest('a tag has the periods above a number, and says that it has no limit', async ({ open }) => {
  const week = { from: 'now-7d', to: 'now' };
  const pressure = await open('plant-tag', {
    ...week,
    'var-device': 'CMP-101',
    'var-tag': 'presion_descarga',
    'var-limit': '7.5',
  });
  await expect(pressure('In the time range')).toContainText(/Times\s*[1-9]/);
  await expect(pressure('In the time range')).toContainText(/Longest\s*\d/);
  const starts = pressure('Periods').getByRole('gridcell').getByRole('link');
  expect(await hrefOf(starts.first())).toMatch(/\/explore\?.*CMP-101/);
  const voltage = await open('plant-tag', { ...week, 'var-device': 'MED-101', 'var-tag': 'tension_l1' });
  await expect(voltage('In the time range')).toContainText('No limit');
});
