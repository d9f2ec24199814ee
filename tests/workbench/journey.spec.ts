import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './cleanPage.ts';

/** Typical tasks of a plant engineer, with the built plugin, the real service and the demo plant. */

const panelOf = (page: Page, title: string) => page.getByRole('region', { name: title });

/**
 * Counts the green pixels of a plot, the color of the first series: those of the line are opaque, those of the band are
 * transparent.
 */
function countPixels(panel: Locator): Promise<{ line: number; band: number }> {
  return panel
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const counts = { line: 0, band: 0 };
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
        if (green > red + 30 && green > blue + 30) {
          counts[alpha > 200 ? 'line' : 'band'] += 1;
        }
      }
      return counts;
    });
}

/**
 * Opens a combobox, filters it by typing and selects the first match; resolves to the unfiltered options. The list is filtered a moment
 * after typing, and an option that moves away from under the pointer is not taken.
 */
async function choose(page: Page, name: string, option: string): Promise<string[]> {
  const field = page.getByRole('combobox', { name, exact: true });
  await field.click();
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  const allOptions = await options.allInnerTexts();
  await field.fill(option);
  await expect(options.filter({ hasNotText: option })).toHaveCount(0);
  await options.filter({ hasText: option }).first().click();
  return allOptions;
}

/** The same for a field with several values. */
async function addValue(page: Page, name: string, option: string): Promise<string[]> {
  const allOptions = await choose(page, name, option);
  await expect(page.getByRole('button', { name: `Remove ${option}` }).first()).toBeVisible();
  return allOptions;
}

test('a trend has a line and a band, and the tooltip shows values with units', async ({ page }) => {
  await page.goto('/d/what-it-can-show?from=now-7d&to=now&viewPanel=1');
  const panel = panelOf(page, 'Spikes: air pressure');
  await expect(panel.getByText('Presión de descarga')).toBeVisible();
  await expect.poll(async () => (await countPixels(panel)).line).toBeGreaterThan(500);
  const { line, band } = await countPixels(panel);
  expect(band).toBeGreaterThan(line);
  await panel.locator('.u-over').hover();
  await expect(page.getByText(/^\d+(\.\d+)? bar$/).first()).toBeVisible();
});

test('alerts are annotations of their chart, and an open alert extends to its right edge', async ({ page }) => {
  await page.goto('/d/what-it-can-show?viewPanel=4');
  const panel = panelOf(page, 'Signal lost: chlorine probe');
  const marker = panel.getByRole('button', { name: /Cloro libre bajo/ });
  await expect(marker).toBeVisible();
  await marker.hover();
  await expect(page.getByText('Critical').first()).toBeVisible();
  const chart = await panel.locator('canvas').first().boundingBox();
  const region = await marker.boundingBox();
  expect(region!.x + region!.width).toBeGreaterThan(chart!.x + chart!.width * 0.95);
});

test('the site filters the devices, and the device filters the tags', async ({ page }) => {
  await page.goto('/d/plant-overview');
  const sites = await choose(page, 'Site', 'Planta Querétaro');
  await page.keyboard.press('Tab');
  expect(sites).toEqual(['All', 'Planta de agua Maipú', 'Planta Querétaro', 'Planta Zaragoza']);
  const devices = await choose(page, 'Device', 'Horno túnel 1 (HOR-201)');
  expect(devices).toContain('Silo de harina (SIL-201)');
  expect(devices).not.toContain('Compresor de aire 1 (CMP-101)');
  const tags = await choose(page, 'Tag', 'Humedad de la cámara');
  expect(tags).toContain('Temperatura zona 4');
  await expect(panelOf(page, 'Latest values').getByText('Humedad de la cámara', { exact: true })).toBeVisible();
  const trend = panelOf(page, 'Humedad de la cámara · Horno túnel 1 (HOR-201)');
  await expect(trend.locator('canvas').first()).toBeVisible();
});

test('the query editor suggests devices and tags of the plant, and the query runs immediately', async ({ page }) => {
  await page.goto('/explore');
  await addValue(page, 'Devices', 'Depósito de agua tratada');
  await page.keyboard.press('Escape');
  const tags = await addValue(page, 'Tags', 'Nivel');
  expect(tags.length).toBe(3);
  await page.keyboard.press('Escape');
  const graph = panelOf(page, 'Graph');
  await expect(graph.getByText(/Depósito de agua tratada · Nivel/).first()).toBeVisible();
  await expect.poll(async () => (await countPixels(graph)).line).toBeGreaterThan(100);
  await expect(page).toHaveURL(/TAN-301/);
});

test('a chart loads new readings on refresh', async ({ page }) => {
  const isHistoryRequest = (url: string) => url.includes('/v1/lecturas?dispositivo=CMP-101&tag=corriente');
  await page.goto('/d/plant-tag?var-device=CMP-101&var-tag=corriente&from=now-15m&to=now&refresh=5s&viewPanel=5');
  await page.waitForRequest((request) => isHistoryRequest(request.url()));
  const later = await page.waitForResponse((response) => isHistoryRequest(response.url()));
  expect(later.ok()).toBe(true);
});
