import { expect } from '@playwright/test';
import { test } from './cleanPage.ts';
import { holdRequests } from './heldRequests.ts';

/** Six weeks of 1m buckets of four tags: 52 pages, four in flight. */
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

/** Some pages are answered at once, so that there is something to show. */
const PASSED_REQUESTS = 8;
const HISTORY_PATH = /\/v1\/lecturas/;

test('a long load shows partial data, and then all data', async ({ page }) => {
  const history = await holdRequests(page, HISTORY_PATH, (_, sentBefore) => sentBefore >= PASSED_REQUESTS);
  await page.goto(PATH);
  const panel = page.getByRole('region', { name: 'Graph' });
  await expect(panel.locator('canvas').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Panel status' }).hover();
  await expect(page.getByText(/^Loading: \d+ % received/)).toBeVisible();
  history.release();
  await expect(page.getByText(/4 series · .* · 52 requests/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Panel status' })).toHaveCount(0);
});

test('a long load can be stopped, which keeps the loaded data and sends no more requests', async ({ page }) => {
  await page.clock.install();
  const history = await holdRequests(page, HISTORY_PATH, (_, sentBefore) => sentBefore >= PASSED_REQUESTS);
  await page.goto(PATH);
  const panel = page.getByRole('region', { name: 'Graph' });
  await expect(panel.locator('canvas').first()).toBeVisible();
  // The streaming indicator next to the title has a tooltip but no accessible name.
  const stop = panel.getByRole('button').nth(1);
  await stop.hover();
  await expect(page.getByText('Stop streaming')).toBeVisible();
  await stop.click();
  const stoppedAt = history.sent();
  expect(stoppedAt).toBeLessThan(52);
  await expect(page.getByText('Stop streaming')).toHaveCount(0);
  await expect(panel.locator('canvas').first()).toBeVisible();
  // What waits for an answer, or for a time, would go on.
  history.release();
  await expect.poll(history.unanswered).toBe(0);
  await page.clock.runFor(60_000);
  await expect.poll(history.unanswered).toBe(0);
  expect(history.sent()).toBe(stoppedAt);
});
