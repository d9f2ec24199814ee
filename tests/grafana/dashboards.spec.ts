import { readFileSync } from 'node:fs';
import { type DashboardPage, expect } from '@grafana/plugin-e2e';
import { parse } from 'yaml';
import { test } from './telemetryTest.ts';

interface DashboardProviders {
  readonly providers: ReadonlyArray<{ readonly folder: string }>;
}

/** The folders of the provisioned dashboards. */
const FOLDERS = (
  parse(readFileSync('provisioning/dashboards/telemetria.yaml', 'utf8')) as DashboardProviders
).providers.map(({ folder }) => folder);

/** Grafana itself takes most of it, and a machine that has more to do several times as long. */
const MAX_PER_DASHBOARD_MS = 60_000;

interface FoundDashboard {
  readonly uid: string;
  readonly title: string;
  readonly folderTitle?: string;
}

/** Tall enough to render every panel of a dashboard. */
test.use({ viewport: { width: 1440, height: 4500 } });

/** Waits until nothing is loading any more. */
async function settle(dashboard: DashboardPage): Promise<void> {
  const { page, selectors } = dashboard.ctx;
  await expect(page.locator('[data-viz-panel-key]').first()).toBeVisible();
  await expect(dashboard.getByGrafanaSelector(selectors.components.Panels.Panel.loadingBar(''))).toHaveCount(0);
}

for (const folder of FOLDERS) {
  test(`the dashboards in ${folder} show every panel without an error`, async ({ request, gotoDashboardPage }) => {
    const found = (await (await request.get('/api/search?type=dash-db')).json()) as readonly FoundDashboard[];
    const dashboards = found.filter(({ folderTitle }) => folderTitle === folder);
    expect(dashboards.length).toBeGreaterThan(1);
    test.setTimeout(dashboards.length * MAX_PER_DASHBOARD_MS);
    for (const { uid, title } of dashboards) {
      await test.step(title, async () => {
        const dashboard = await gotoDashboardPage({ uid });
        await settle(dashboard);
        await expect(dashboard).toHavePanelErrors(0);
      });
    }
  });
}

test('the links of an alert open its trend and its device', async ({ page, gotoDashboardPage, explorePage }) => {
  const dashboard = await gotoDashboardPage({ uid: 'plant-overview' });
  const { locator: table } = dashboard.getPanelByTitle('List of open alerts');
  const device = table.getByRole('link', { name: 'Bomba de pozo 2' }).first();
  await expect(device).toHaveAttribute('href', /\/d\/plant-device.*var-device=BOM-302&var-tag=temp_rodamiento/);
  await table.getByRole('link', { name: 'Cloro libre bajo' }).first().click();
  await expect(page).toHaveURL(/\/explore/);
  expect(decodeURIComponent(page.url())).toMatch(/"devices":\["DOS-301"\].*"tags":\["cloro_libre"\]/);
  await expect(explorePage.timeSeriesPanel.locator.getByText(/Cloro libre/).first()).toBeVisible();
  await page.goBack();
  await device.click();
  await expect(page).toHaveURL(/\/d\/plant-device.*var-device=BOM-302/);
});
