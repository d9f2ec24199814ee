import { expect, type Page } from '@playwright/test';
import { test } from './cleanPage.ts';

/** Six weeks of 1m buckets of four tags: 52 pages, six in flight. */
const QUERY = {
  refId: 'A',
  kind: 'history',
  version: 1,
  devices: ['CMP-101'],
  tags: ['energia', 'potencia', 'presion_descarga', 'temp_aceite'],
  interval: '1m',
  statistics: ['avg'],
};
const PATH = `/explore?from=now-44d&to=now&queries=${encodeURIComponent(JSON.stringify([QUERY]))}`;

/** Delays history requests; resolves to a function that returns how many were sent. */
async function delayHistory(page: Page, delayMs: number): Promise<() => number> {
  let requests = 0;
  await page.route(/\/v1\/lecturas/, async (route) => {
    requests++;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    // The request may have been cancelled.
    await route.continue().catch(() => undefined);
  });
  return () => requests;
}

test('a long load shows partial data, and then all data', async ({ page }) => {
  await delayHistory(page, 400);
  await page.goto(PATH);
  const panel = page.getByRole('region', { name: 'Graph' });
  await expect(panel.locator('canvas').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Panel status' }).hover();
  await expect(page.getByText(/^Loading: \d+ % received/)).toBeVisible();
  await expect(page.getByText(/4 series · .* · 52 requests/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Panel status' })).toHaveCount(0);
});

test('a long load can be stopped, which keeps the loaded data and sends no more requests', async ({ page }) => {
  const sentRequests = await delayHistory(page, 1000);
  await page.goto(PATH);
  const panel = page.getByRole('region', { name: 'Graph' });
  await expect(panel.locator('canvas').first()).toBeVisible();
  // The streaming indicator next to the title has a tooltip but no accessible name.
  const stop = panel.getByRole('button').nth(1);
  await stop.hover();
  await expect(page.getByText('Stop streaming')).toBeVisible();
  await stop.click();
  const stoppedAt = sentRequests();
  expect(stoppedAt).toBeLessThan(52);
  await expect(panel.locator('canvas').first()).toBeVisible();
  await page.waitForTimeout(2500);
  expect(sentRequests()).toBe(stoppedAt);
});
