import { type DashboardPage, expect } from '@grafana/plugin-e2e';
import type { Page } from '@playwright/test';
import { test } from './ownApi.ts';

/* What dashboards show while the API hangs, is refused, and comes back. Grafana's time cannot be moved, so these tests wait. */

/** Two refreshes, and what an answer takes on a busy machine. */
const BACK_MS = 60_000;
/** A refresh, and ten seconds without an answer. */
const NOTICE_MS = 60_000;
/** A refresh, and a minute without an answer. */
const ERROR_MS = 150_000;

test.describe.configure({ mode: 'default', timeout: 420_000 });
/** Tall enough to render every panel. */
test.use({ viewport: { width: 1440, height: 2600 } });

const panelsOf = (page: Page) => page.locator('[data-viz-panel-key]');
const warningsOf = (page: Page) => panelsOf(page).getByTestId('icon-exclamation-triangle');

function errorsOf({ ctx: { page, selectors } }: DashboardPage) {
  return page.getByTestId(selectors.components.Panels.Panel.status('error'));
}

function dashboardWith(uid: string, source: string, params: Readonly<Record<string, string>> = {}) {
  return { uid, queryParams: new URLSearchParams({ refresh: '10s', 'var-source': source, ...params }) };
}

const DASHBOARDS = [
  { uid: 'plant-alerts', value: 'Critical', unknown: 'Alerts unknown', hasAges: true },
  { uid: 'plant-overview', value: 'Online', unknown: 'Devices unknown', hasAges: true },
  // The week before is complete, and in the memory of the backend.
  { uid: 'plant-consumption', value: /^[\d.]+ ?[kM]?Wh$/, unknown: /^(Values unknown|Unknown)$/, hasAges: false },
];

for (const { uid, value, unknown, hasAges } of DASHBOARDS) {
  test(`${uid}: values of an API that hangs have their age, then only charts have any, and they come back`, async ({
    page,
    api,
    ownSource,
    gotoDashboardPage,
  }) => {
    const dashboard = await gotoDashboardPage(dashboardWith(uid, ownSource.uid));
    await expect(page.getByText(value).first()).toBeVisible({ timeout: BACK_MS });
    await expect(errorsOf(dashboard)).toHaveCount(0);
    await expect(warningsOf(page)).toHaveCount(0);
    const panels = await panelsOf(page).count();

    await api.switchTo('hang');
    if (hasAges) {
      await expect(warningsOf(page)).toHaveCount(panels, { timeout: NOTICE_MS });
      await warningsOf(page).first().hover();
      await expect(page.getByText(/^No answer from the API for .* The values are from /).first()).toBeVisible();
    }
    await expect(errorsOf(dashboard)).toHaveCount(panels, { timeout: ERROR_MS });
    await expect(page.getByText(unknown).first()).toBeVisible();
    // Charts keep what they showed, beside the error; nothing else has a value.
    const others = panelsOf(page).filter({ hasNot: page.locator('canvas') });
    await expect(others.getByText(value)).toHaveCount(0);

    await api.switchTo('ok');
    await expect(page.getByText(value).first()).toBeVisible({ timeout: BACK_MS });
    await expect(errorsOf(dashboard)).toHaveCount(0, { timeout: BACK_MS });
  });
}

test('a dashboard that is opened while the API hangs says so within seconds, and fills when it is back', async ({
  page,
  api,
  ownSource,
  gotoDashboardPage,
}) => {
  await api.switchTo('hang');
  await gotoDashboardPage(dashboardWith('plant-overview', ownSource.uid));
  await expect(page.getByText('Alerts unknown').first()).toBeVisible({ timeout: NOTICE_MS });
  await expect(page.getByText('Devices unknown').first()).toBeVisible();
  await api.switchTo('ok');
  await expect(page.getByText('Online').first()).toBeVisible({ timeout: BACK_MS });
  await expect(page.getByText(/unknown$/)).toHaveCount(0, { timeout: BACK_MS });
  await expect(page.getByText(/^Device: .+/).first()).toBeVisible();
});

test('a device that could not be listed is none, not the whole plant, and is there when the API is back', async ({
  page,
  api,
  ownSource,
  gotoDashboardPage,
}) => {
  await api.switchTo('refused');
  const dashboard = await gotoDashboardPage(dashboardWith('plant-device', ownSource.uid));
  await expect(page.getByText('Connection unknown')).toBeVisible({ timeout: NOTICE_MS });
  await api.switchTo('ok');
  const connection = dashboard.getPanelByTitle('Connection').locator;
  await expect(connection.getByText(/^(Online|Offline|No data)$/).first()).toBeVisible({ timeout: BACK_MS });
  const { submenuItem, submenuItemLabels } = dashboard.ctx.selectors.pages.Dashboard.SubMenu;
  const device = page.getByTestId(submenuItem).filter({ has: page.getByTestId(submenuItemLabels('Device')) });
  await expect(device).toContainText(/\([A-Z]+-\d+\)/);
});

test('a device that does not exist has no alerts that somebody counted, also after some refreshes', async ({
  page,
  ownSource,
  gotoDashboardPage,
}) => {
  await gotoDashboardPage(dashboardWith('plant-alerts', ownSource.uid, { 'var-device': 'NOPE' }));
  const unknown = page.getByText('Alerts unknown').first();
  await expect(unknown).toBeVisible({ timeout: BACK_MS });
  const refreshes: string[] = [];
  page.on('request', (request) => request.url().includes('/v1/alertas') && refreshes.push(request.url()));
  await expect.poll(() => refreshes.length, { timeout: BACK_MS }).toBeGreaterThan(4);
  await expect(unknown).toBeVisible();
  await expect(page.getByText('None yet')).toHaveCount(0);
  expect(new URL(page.url()).searchParams.getAll('var-device')).toEqual(['NOPE']);
});
