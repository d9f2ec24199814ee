import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './cleanPage.ts';

/** What a supervisor asks in the morning is answered in at most three clicks from the overview of the plant. */
const MAX_CLICKS = 3;

/** Opens the overview. @returns what clicks and counts */
async function fromOverview(page: Page): Promise<{ click: (target: Locator) => Promise<void>; count: () => number }> {
  let clicks = 0;
  await page.goto('/d/plant-overview?lang=en&theme=light&refresh=1d');
  await expect(page.locator('main [data-plugin-id]').first()).toBeVisible();
  return {
    async click(target) {
      await target.click();
      clicks += 1;
    },
    count: () => clicks,
  };
}

const linkAtTop = (page: Page, name: string) =>
  page.locator('main [role=toolbar]').getByRole('link', { name, exact: true });
const panelOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

test('which batch ran outside, and where', async ({ page }) => {
  const { click, count } = await fromOverview(page);
  await click(page.locator('main [role=toolbar]').getByRole('button', { name: 'Examples' }));
  await click(page.getByRole('menuitem', { name: 'What it can show' }));
  await click(linkAtTop(page, 'Runs of the oven'));
  // The last one: by how much, in each zone.
  const tiles = panelOf(page, 'Compared run: how far outside of the reference runs');
  await expect(tiles.getByText(/^Temperatura zona \d · (Outside now|Largest so far)$/)).toHaveCount(8);
  await expect(tiles.getByText('°C').first()).toBeVisible();
  // All of them: how far from the median, and how long after its start.
  await page.getByRole('button', { name: 'Runs and their deviations' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 600);
  const table = panelOf(page, 'Temperatura zona 1').filter({ has: page.getByRole('grid') });
  await expect
    .poll(async () => {
      const rows = (await table.getByRole('row').allInnerTexts()).slice(1).map((text) => text.split(/\s*\n\s*/));
      return rows.filter((row) => row.slice(-3).every((cell, index) => RUN_CELLS[index]!.test(cell))).length;
    })
    .toBeGreaterThan(3);
  expect(count()).toBeLessThanOrEqual(MAX_CLICKS);
});

/** The deviation, the largest one, and when it was. */
const RUN_CELLS = [/^\d[\d.]* °C$/, /^-?\d[\d.]* °C$/, /^(\d+ (d|h|min|s) ?)+$/];

test('what happened in the last shift', async ({ page }) => {
  const { click, count } = await fromOverview(page);
  await click(linkAtTop(page, 'Shift handover'));
  await click(linkAtTop(page, '06–14'));
  await expect(page.getByRole('button', { name: /^(\d{4}-\d\d-\d\d) 06:00 – \1 13:59$/ })).toBeVisible();
  await expect(panelOf(page, 'Alerts of the shift').getByText('Opened', { exact: true })).toBeVisible();
  await expect(panelOf(page, 'Left open').getByText(/^\d+$/)).toHaveCount(3);
  await expect(panelOf(page, 'Tags silent for 8 h').getByText(/^\d+$/)).toHaveCount(2);
  for (const title of ['Stops, the longest first', 'Time above limits', 'Time range and a week earlier', 'Exports']) {
    await expect(panelOf(page, title).getByRole('gridcell').first()).toBeVisible();
  }
  expect(count()).toBeLessThanOrEqual(MAX_CLICKS);
});
