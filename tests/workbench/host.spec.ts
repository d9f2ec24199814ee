import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { openWorkbench, test } from './cleanPage.ts';

const views = (page: Page) => page.getByRole('navigation', { name: /^(Views|Vistas)$/ });

/** The level 1 heading of each view that is no dashboard. */
const HEADINGS = ['Query editor', 'Annotations', 'Variables', 'Settings'];

test('every view opens from the menu', async ({ page }) => {
  await openWorkbench(page, '/explore?lang=en&theme=dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const title of HEADINGS) {
    await views(page).getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0);
  }
});

test('the start page is the overview of the plant', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/d\/plant-overview/);
  await expect(page.locator('main [data-plugin-id]').first()).toBeVisible();
});

test('in Spanish, a dashboard with a Spanish variant is replaced by it, in the menu and by its address', async ({
  page,
}) => {
  await page.goto('/?lang=es');
  await expect(page).toHaveURL(/\/d\/plant-overview-es/);
  await expect(views(page).getByRole('link', { name: 'Visión general de la planta', exact: true })).toBeVisible();
  await expect(views(page).getByRole('link', { name: 'Plant overview', exact: true })).toHaveCount(0);
  await page.goto('/d/plant-overview?lang=es&from=now-1h');
  await expect(page).toHaveURL(/\/d\/plant-overview-es\?.*from=now-1h/);
  await page.goto('/d/plant-overview-es?lang=en');
  await expect(page).toHaveURL(/\/d\/plant-overview\?/);
  await expect(views(page).getByRole('link', { name: 'Plant overview', exact: true })).toBeVisible();
});

test('a theme change takes effect at once and survives a reload', async ({ page }) => {
  await openWorkbench(page, '/variables');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a language change applies to the page, Grafana’s components and the plugin, and survives navigation', async ({
  page,
}) => {
  const { dataSourceUid } = await openWorkbench(page);
  await page.goto(`/connections/datasources/edit/${dataSourceUid}`);
  const form = page.locator('form');
  await expect(form).toBeVisible();
  const english = await form.innerText();
  // Not `check`, which looks at the radio button again when the page has reloaded.
  await page.getByRole('radio', { name: 'ES' }).click({ force: true });
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-ES');
  await expect(page.getByRole('button', { name: 'Guardar y probar' })).toBeVisible();
  await expect(form).not.toHaveText(english);
  await page.goto('/explore');
  await expect(page.getByRole('button', { name: 'Actualizar' })).toBeVisible();
});

test('neither the page nor the server exposes a secret, only that it is configured', async ({ page }) => {
  const secret = process.env.TELEMETRY_API_KEY;
  const bodies: Array<Promise<string>> = [];
  page.on('response', (response) => {
    // The stream of builds does not end.
    if (response.request().resourceType() !== 'eventsource') {
      bodies.push(response.text().catch(() => ''));
    }
  });
  const { dataSourceUid } = await openWorkbench(page);
  await page.goto(`/connections/datasources/edit/${dataSourceUid}`);
  const configured = page.locator('input:disabled[value="configured"]');
  await expect(configured).toBeVisible();
  const dataSource = await (await page.request.get(`/api/datasources/uid/${dataSourceUid}`)).json();
  expect(dataSource).not.toHaveProperty('secureJsonData');
  expect(Object.values(dataSource.secureJsonFields)).toContain(true);
  if (secret) {
    expect(secret.length).toBeGreaterThan(10);
    expect((await Promise.all(bodies)).filter((body) => body.includes(secret))).toEqual([]);
  }
});

test('resetting a secret enables its field, and is undone by a reload without saving', async ({ page }) => {
  const { dataSourceUid } = await openWorkbench(page);
  await page.goto(`/connections/datasources/edit/${dataSourceUid}`);
  const configured = page.locator('input:disabled[value="configured"]');
  await expect(configured).toHaveCount(1);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(configured).toHaveCount(0);
  await page.reload();
  await expect(configured).toHaveCount(1);
});

test('Esc leaves the view of one panel, and then full screen', async ({ page }) => {
  // In the form of Grafana, and in that of links.
  for (const address of ['viewPanel=panel-3', 'viewPanel=3&kiosk']) {
    await page.goto(`/d/what-it-can-show?${address}`);
    await expect(page.locator('main canvas')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/viewPanel/);
    await expect(page.getByRole('region', { name: /^Gaps/ })).toBeVisible();
  }
  await expect(views(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(views(page)).toBeVisible();
});

test('Esc that closes a list keeps the view of one panel', async ({ page }) => {
  await page.goto('/d/what-it-can-show?viewPanel=3');
  await page.getByRole('button', { name: /^Time range selected/ }).click();
  await expect(page.getByText('Last 5 minutes')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Last 5 minutes')).toHaveCount(0);
  await expect(page).toHaveURL(/viewPanel=3/);
});

test('the inspector has the title of its panel and downloads its data as CSV', async ({ page }) => {
  await page.goto('/d/plant-tag?var-device=CMP-101&var-tag=corriente&inspect=5');
  const inspector = page.getByRole('dialog');
  await expect(inspector.getByText('Inspect: Corriente del motor · Compresor de aire 1 (CMP-101)')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    inspector.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Corriente del motor.*Compresor de aire 1.*\.csv$/);
  const csv = readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, '');
  const [header, first] = csv.split('\r\n');
  expect(header).toMatch(/^"time","Corriente del motor"$/);
  expect(first).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00,\d+(\.\d+)?$/);
});

test('the rows of a dashboard are headings with a level', async ({ page }) => {
  await page.goto('/d/plant-overview');
  const row = page.getByRole('heading', { level: 2, name: /^Device: / });
  await expect(row).toBeVisible();
  await row.getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Latest values' })).toHaveCount(0);
});

test('the URL contains the time range and the queries', async ({ page }) => {
  const { dashboards } = await openWorkbench(page);
  await page.goto(`/d/${dashboards[0]!.uid}?from=now-3h&to=now`);
  await expect(page.getByRole('button', { name: 'Time range selected: Last 3 hours' })).toBeVisible();
  await page.goto('/explore?from=now-12h&to=now');
  await expect(page.getByRole('button', { name: 'Time range selected: Last 12 hours' })).toBeVisible();
  await page.getByRole('button', { name: 'Add query' }).click();
  await expect(page.getByRole('region', { name: 'Query B' })).toBeVisible();
  await expect(page).toHaveURL(/refId%22:%22B%22/);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Query B' })).toBeVisible();
});

test('a skip link moves the keyboard focus to the content', async ({ page }) => {
  await openWorkbench(page, '/variables');
  await expect(views(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('an unknown URL shows an error', async ({ page }) => {
  await openWorkbench(page, '/nowhere');
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the first dashboard' }).click();
  await expect(page).toHaveURL(/\/d\/plant-overview/);
});

test('an unknown dashboard shows an error', async ({ page, pageErrors }) => {
  await page.goto('/d/no-such-dashboard');
  await expect(page.getByText('No dashboard with UID no-such-dashboard found')).toBeVisible();
  pageErrors.splice(0);
});

test('a single-panel view loads as soon as its variables are available', async ({ page }) => {
  // Without a refresh that would load it later.
  await page.goto('/d/plant-tag?viewPanel=5&refresh=1h');
  await expect(page.locator('main canvas').first()).toBeVisible();
  await page.goto('/d/plant-tag?viewPanel=5&refresh=1h&kiosk');
  await expect(page.locator('main canvas').first()).toBeVisible();
});
