import { expect, type Page } from '@playwright/test';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { SwitchableApi } from '../api/switchableApi.ts';
import { test } from './cleanPage.ts';
import { startWorkbench } from './startWorkbench.ts';

/** What the page of an operator shows while the API accepts requests and answers nothing. */

let children: ChildProcesses;
let workbenchUrl: string;
let api: SwitchableApi;

test.beforeAll(async () => {
  api = new SwitchableApi(process.env.TELEMETRY_API_URL ?? '');
  children = new ChildProcesses();
  workbenchUrl = await startWorkbench(children, { TELEMETRY_API_URL: await api.listen() });
});

test.afterAll(async () => {
  await children.close();
  await api.close();
});

test.use({ viewport: { width: 1440, height: 2700 } });

const panelsOf = (page: Page) => page.getByRole('main').getByRole('region');
const statusOf = (page: Page) => panelsOf(page).getByRole('button', { name: 'Panel status' });

async function expectStatus(page: Page, panel: number, text: RegExp) {
  await statusOf(page).nth(panel).hover();
  await expect(page.getByText(text).first()).toBeVisible();
  await page.mouse.move(0, 0);
}

test('every panel says since when nothing answers, another tab opens, and the first answer ends it', async ({
  page,
  context,
  pageErrors,
}) => {
  test.setTimeout(180_000);
  await page.clock.install();
  await page.goto(`${workbenchUrl}/d/plant-device?lang=en&refresh=10s&var-device=CMP-101`);
  await expect(panelsOf(page).first()).toBeVisible();
  // The last ones are charts, of which each has its own request.
  await expect(panelsOf(page).last().locator('canvas').first()).toBeVisible();
  await expect(page.getByLabel('Panel loading bar')).toHaveCount(0);
  await expect(statusOf(page)).toHaveCount(0);
  const panels = await panelsOf(page).count();
  expect(panels).toBeGreaterThan(10);

  await api.switchTo('hang');
  // The next refresh, and ten seconds without an answer to it.
  await page.clock.runFor(20_000);
  await expect(statusOf(page)).toHaveCount(panels);
  await expectStatus(page, 0, /^No answer from the API for \d+ s\. The values are from .* old\)\.$/);
  await expectStatus(page, panels - 1, /^No answer from the API for \d+ s\. The values are from .* old\)\.$/);
  // Every panel still has its values.
  const noData = page.getByText('No data', { exact: true });
  await expect(noData).toHaveCount(0);

  const other = await context.newPage();
  await other.goto(`${workbenchUrl}/variables`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.close();

  await page.clock.runFor(60_000);
  // Charts keep their values, the others have none any more, and the tiles say what is unknown.
  const unknown = page.getByText(/^(No data|No known states|.+ unknown)$/);
  const charts = panelsOf(page).filter({ has: page.locator('canvas') });
  await expect.poll(async () => (await unknown.count()) + (await charts.count())).toBe(panels);
  expect(await charts.count()).toBeGreaterThan(0);
  await expect(statusOf(page)).toHaveCount(panels);
  await expectStatus(page, 0, /^No answer from the API for .*Check that it runs/);
  await expect.poll(() => api.inFlight).toBeLessThanOrEqual(1);

  await api.switchTo('ok');
  await expect
    .poll(
      async () => {
        await page.clock.runFor(2_000);
        return statusOf(page).count();
      },
      { intervals: [500], timeout: 40_000 }
    )
    .toBe(0);
  await expect(noData).toHaveCount(0);
  // Requests that this test lets hang are cancelled.
  pageErrors.splice(0);
});
