import { expect, gte } from '@grafana/plugin-e2e';
import { test } from './telemetryTest.ts';

/** Marks on panels are off by default. */
test.use({ featureToggles: { perPanelNonApplicableDrilldowns: true } });

const FIRST_WITH_MARKS = '12.4.0';

const FILTERS = [
  { key: 'device', operator: '=', value: 'CMP-101' },
  { key: 'colour', operator: '=', value: 'red' },
];

test('a filter of a dashboard selects devices, and one without effect is marked on the panel', async ({
  page,
  dataSource: { uid, type },
  grafanaVersion,
  selectors,
  saveDashboard,
  gotoDashboardPage,
}) => {
  const datasource = { uid, type };
  const dashboard = await gotoDashboardPage({
    uid: await saveDashboard({
      title: 'Filters of the telemetry data source',
      templating: { list: [{ type: 'adhoc', name: 'filters', datasource, filters: FILTERS }] },
      panels: [
        {
          id: 1,
          type: 'table',
          title: 'Inventory',
          datasource,
          gridPos: { x: 0, y: 0, w: 24, h: 10 },
          targets: [{ refId: 'A', datasource, version: 2, kind: 'devices' }],
        },
      ],
    }),
  });
  const panel = dashboard.getPanelByTitle('Inventory');
  await expect(panel.data.filter({ hasText: /^CMP-101$/ })).toBeVisible();
  await expect(panel.data.filter({ hasText: /^[A-Z]{3}-\d{3}$/ })).toHaveCount(1);
  const { PanelNonApplicableDrilldownsSubHeader: mark, status } = selectors.components.Panels.Panel;
  if (gte(grafanaVersion, FIRST_WITH_MARKS)) {
    await expect(page.getByTestId(mark)).toContainText('colour');
  } else {
    await dashboard.getByGrafanaSelector(status('warning'), { root: panel.locator }).hover();
    await expect(page.getByText(/^Filters without effect: colour/).first()).toBeVisible();
  }
});
