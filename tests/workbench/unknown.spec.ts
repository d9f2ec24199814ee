import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './cleanPage.ts';

/** What dashboards show when something is not known. The color and the text of every tile are tested beside their descriptions. */

/** As in valueColors.ts: Playwright cannot load sources of the plugin. */
const GREY = '#6e6e6e';

const panelOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** What is painted behind an element. */
const backgroundOf = (text: Locator) =>
  text.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/, 0\)$|^transparent$/.test(backgroundColor)) {
        return backgroundColor;
      }
    }
    return '';
  });

/** Elements of the page with a green background or text, in which green is clearly more than red and blue. */
const greenTexts = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const isGreen = (color: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return alpha > 0 && green > red + 30 && green > blue + 30;
    };
    return [...main.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { backgroundColor, color } = getComputedStyle(element);
        return isGreen(backgroundColor) || (isGreen(color) && element.innerText);
      })
      .map((element) => element.innerText);
  });

const rgbOf = (hex: string) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

const API_PATH = /\/v1\/(lecturas|valores|alertas|dispositivos|exportaciones)/;

test('a dashboard whose server hangs shows no number and nothing green', async ({ page }) => {
  const waiting = page.waitForRequest(/\/v1\/alertas/);
  await page.route(API_PATH, () => new Promise<void>(() => undefined));
  await page.goto('/d/plant-alerts?lang=en&theme=dark&refresh=1h');
  await waiting;
  await expect(panelOf(page, 'Open alerts')).toBeVisible();
  await expect(panelOf(page, 'Open alerts')).not.toContainText(/\d/);
  expect(await greenTexts(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('no open alert is said in words, and shown in green', async ({ page }) => {
  await page.route(/\/v1\/alertas/, (route) => route.fulfill({ json: { alertas: [], siguiente: null } }));
  await page.goto('/d/plant-alerts?lang=en&theme=dark&refresh=1h');
  await expect(panelOf(page, 'Open now').getByRole('gridcell', { name: 'No open alerts' })).toBeVisible();
  await expect(panelOf(page, 'Open alerts')).toContainText(/Critical\s*0/);
  expect(await greenTexts(page)).not.toEqual([]);
});

test('a connection that only the server knows is not green', async ({ page }) => {
  await page.route(/\/v1\/dispositivos/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { dispositivos: Array<{ conexion: string }> };
    body.dispositivos.forEach((device) => (device.conexion = 'hibernando'));
    await route.fulfill({ response, json: body });
  });
  await page.goto('/d/plant-overview?lang=en&theme=dark&refresh=1h&var-device=MED-101');
  await page.getByRole('heading', { level: 2, name: 'Devices now', exact: true }).last().scrollIntoViewIfNeeded();
  const cell = panelOf(page, 'Devices by last contact, now').getByText('hibernando', { exact: true }).first();
  await expect(cell).toBeVisible();
  expect(await backgroundOf(cell)).toBe(rgbOf(GREY));
  const tile = panelOf(page, 'Connection now').getByText('hibernando', { exact: true });
  expect(await backgroundOf(tile)).toBe(rgbOf(GREY));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 400, height: 2800 } });

  test('the comparison shows values with their age, without a scroll bar to the side', async ({ page }) => {
    await page.goto('/d/plant-compare?lang=en&theme=dark&refresh=1h&var-tag=caudal');
    const table = panelOf(page, 'Latest values');
    for (const heading of ['Device', 'Value', 'Age']) {
      await expect(table.getByRole('columnheader', { name: heading })).toBeInViewport({ ratio: 1 });
    }
    await expect(table.getByRole('columnheader', { name: 'Freshness' })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  });
});
