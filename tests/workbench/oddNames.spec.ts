import { expect, type Page } from '@playwright/test';
import { LONG_TAG } from '../../scripts/checks/longRun.ts';
import { test } from './cleanPage.ts';
import { ODD_PLANT, type OddDevice } from './oddPlant.ts';
import { workbenchWith } from './startWorkbench.ts';

/** What a link opens is what was clicked, whatever the characters of its names: clicked, because the page may change an address on the way. */

const workbenchUrl = workbenchWith('tests/workbench/oddNames.ts');

/** Tall enough to render every panel of a dashboard. */
test.use({ viewport: { width: 1440, height: 3000 } });

/** One whose characters mean something in an address, and one that means something to Grafana. */
const SOME = new Set(['TANK#1', 'All']);

for (const device of ODD_PLANT) {
  const tag = SOME.has(device.code) ? [] : [LONG_TAG];
  test(`the links of the device ${device.code.slice(0, 20)} open it and its tag`, { tag }, async ({ page }) => {
    const site = encodeURIComponent(device.site);
    await page.goto(`${workbenchUrl()}/d/plant-data-quality?var-site=${site}&from=now-1h&to=now&lang=en&refresh=1d`);
    await page.locator('a[href^="/d/plant-device?"]', { hasText: device.name }).first().click();
    await expectOpened(page, 'plant-device', device);
    await page.locator('[role=row] a[href^="/d/plant-tag?"]').first().click();
    await expectOpened(page, 'plant-tag', device);
    expect(chosen(page, 'tag')).toEqual([valueOf(device.tag)]);
    // A dashboard of several devices, where a name could mean all of them.
    await page.locator('main [role=toolbar] a[href^="/d/plant-compare?"]').click();
    await expectOpened(page, 'plant-compare', device);
    // Without the page before, which had the values of the variables.
    await page.reload();
    await expectOpened(page, 'plant-compare', device);
  });
}

/** Grafana takes these names for a choice of all values, so that the variables have them quoted. */
const QUOTED = new Map([
  ['All', String.raw`/^\QAll\E$/`],
  ['*', String.raw`/^\Q*\E$/`],
]);
const valueOf = (name: string) => QUOTED.get(name) ?? name;

const chosen = (page: Page, variable: string) => new URL(page.url()).searchParams.getAll(`var-${variable}`);

async function expectOpened(page: Page, uid: string, device: OddDevice) {
  await expect(page).toHaveURL((url) => url.pathname === `/d/${uid}`);
  await expect(page.getByRole('main')).toContainText(`${device.value} °C`);
  expect(chosen(page, 'device')).toEqual([valueOf(device.code)]);
  const shown = (await page.getByRole('main').innerText()).match(/4\d\d °C/g);
  expect([...new Set(shown)]).toEqual([`${device.value} °C`]);
}
