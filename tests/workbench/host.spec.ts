import { expect, type Page } from '@playwright/test';
import { openWorkbench, test } from './cleanPage.ts';
import { unnamedControls } from './unnamedControls.ts';

const views = (page: Page) => page.getByRole('navigation', { name: /^(Views|Vistas)$/ });

/** The first heading of every view but the dashboards themselves, by language. */
const HEADINGS = {
  en: ['Dashboards', 'Query editor', 'Annotations', 'Variables', 'Settings'],
  es: ['Paneles de control', 'Editor de consultas', 'Anotaciones', 'Variables', 'Configuración'],
};

for (const [language, titles] of Object.entries(HEADINGS)) {
  for (const theme of ['dark', 'light']) {
    test(`every view opens from the menu, ${theme}, in ${language}`, async ({ page }) => {
      await openWorkbench(page, `/dashboards?lang=${language}&theme=${theme}`);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      for (const title of titles) {
        await views(page).getByRole('link', { name: title, exact: true }).click();
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.getByText(/^(Loading…|Cargando…)$/)).toHaveCount(0);
      }
    });
  }
}

test('every provisioned dashboard draws its panels', async ({ page }) => {
  const { dashboards } = await openWorkbench(page);
  expect(dashboards.length).toBeGreaterThan(0);
  for (const { uid, title } of dashboards) {
    await page.goto(`/d/${uid}`);
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.locator('[data-plugin-id="timeseries"] canvas').first()).toBeVisible();
    await expect(page.getByText('Loading plugin panel...')).toHaveCount(0);
  }
});

test('another theme is there at once and after a reload', async ({ page }) => {
  await openWorkbench(page, '/variables');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('another language changes the page, Grafana’s own parts and the plugin, and stays', async ({ page }) => {
  const { dataSourceUid } = await openWorkbench(page);
  await page.goto(`/connections/datasources/edit/${dataSourceUid}`);
  const form = page.locator('form');
  await expect(form).toBeVisible();
  const english = await form.innerText();
  await page.getByRole('radio', { name: 'ES' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-ES');
  await expect(page.getByRole('button', { name: 'Guardar y probar' })).toBeVisible();
  await expect(form).not.toHaveText(english);
  await page.goto('/explore');
  await expect(page.getByText('Últimas 6 horas')).toBeVisible();
});

test('the page and the server never show a secret, only that there is one', async ({ page }) => {
  const secret = process.env.TELEMETRY_API_KEY;
  const bodies: Array<Promise<string>> = [];
  page.on('response', (response) => bodies.push(response.text().catch(() => '')));
  const { dataSourceUid } = await openWorkbench(page);
  await page.goto(`/connections/datasources/edit/${dataSourceUid}`);
  const configured = page.locator('input:disabled[value="configured"]');
  await expect(configured).toBeVisible();
  const answer = await (await page.request.get(`/api/datasources/uid/${dataSourceUid}`)).json();
  expect(answer).not.toHaveProperty('secureJsonData');
  expect(Object.values(answer.secureJsonFields)).toContain(true);
  if (secret) {
    expect(secret.length).toBeGreaterThan(10);
    expect((await Promise.all(bodies)).filter((body) => body.includes(secret))).toEqual([]);
  }
});

test('resetting a secret opens its field, and without saving it is as before', async ({ page }) => {
  const { dataSourceUid } = await openWorkbench(page);
  await page.goto(`/connections/datasources/edit/${dataSourceUid}`);
  const configured = page.locator('input:disabled[value="configured"]');
  await expect(configured).toHaveCount(1);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(configured).toHaveCount(0);
  await page.reload();
  await expect(configured).toHaveCount(1);
});

test('a wall screen shows the dashboard alone, and Esc brings the menus back', async ({ page }) => {
  const { dashboards } = await openWorkbench(page);
  await page.goto(`/d/${dashboards[0]!.uid}?kiosk`);
  await expect(page.locator('[data-plugin-id] canvas').first()).toBeVisible();
  await expect(views(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(views(page)).toBeVisible();
});

test('the address holds what is shown: time range, variables, queries', async ({ page }) => {
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

test('the keyboard reaches the content past the menus', async ({ page }) => {
  await openWorkbench(page, '/dashboards');
  await expect(views(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('an address that leads nowhere says so', async ({ page }) => {
  await openWorkbench(page, '/nowhere');
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to dashboards' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboards' })).toBeVisible();
});

test('a dashboard that does not exist says so', async ({ page, pageErrors }) => {
  await page.goto('/d/no-such-dashboard');
  await expect(page.getByText('No dashboard with UID no-such-dashboard found')).toBeVisible();
  pageErrors.splice(0);
});

test('every control has a name', async ({ page }) => {
  const { dataSourceUid, dashboards } = await openWorkbench(page);
  const paths = [
    '/dashboards',
    `/d/${dashboards[0]!.uid}`,
    '/explore',
    '/annotations',
    '/variables',
    `/connections/datasources/edit/${dataSourceUid}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0);
    expect(await unnamedControls(page), path).toEqual([]);
  }
});

test('a panel that fills the page waits for its variables and no longer', async ({ page }) => {
  // No refresh comes to its help.
  await page.goto('/d/plant-overview?viewPanel=1&refresh=1h');
  await expect(page.locator('main canvas').first()).toBeVisible();
});
