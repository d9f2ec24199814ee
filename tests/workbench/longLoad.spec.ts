import { expect, type Page } from '@playwright/test';
import { test } from './cleanPage.ts';

/** Six weeks of minutes of four tags: 52 pages, six at a time. */
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

/** Puts the service further away; resolves to how many pages were asked for by now. */
async function slowDown(page: Page, delayMs: number): Promise<() => number> {
  let asked = 0;
  await page.route(/\/v1\/lecturas/, async (route) => {
    asked++;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    // A request that was cancelled meanwhile cannot go on.
    await route.continue().catch(() => undefined);
  });
  return () => asked;
}

test('a long load shows what has come, and then all of it', async ({ page }) => {
  await slowDown(page, 400);
  await page.goto(PATH);
  const panel = page.getByRole('region', { name: 'Graph' });
  await expect(panel.locator('canvas').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Panel status' }).hover();
  await expect(page.getByText(/^Loading: \d+ % has come so far/)).toBeVisible();
  await expect(page.getByText(/4 series · .* · 52 requests/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Panel status' })).toHaveCount(0);
});

test('a long load can be stopped; what has come stays, and nothing more is asked for', async ({ page }) => {
  const asked = await slowDown(page, 1000);
  await page.goto(PATH);
  const panel = page.getByRole('region', { name: 'Graph' });
  await expect(panel.locator('canvas').first()).toBeVisible();
  // The dot behind the title: Grafana gives it a tooltip and no name.
  const stop = panel.getByRole('button').nth(1);
  await stop.hover();
  await expect(page.getByText('Stop streaming')).toBeVisible();
  await stop.click();
  const stoppedAt = asked();
  expect(stoppedAt).toBeLessThan(52);
  await expect(panel.locator('canvas').first()).toBeVisible();
  await page.waitForTimeout(2500);
  expect(asked()).toBe(stoppedAt);
});
