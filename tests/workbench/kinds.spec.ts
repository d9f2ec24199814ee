import { expect, type Page } from '@playwright/test';
import { test } from './cleanPage.ts';
import { unnamedControls } from './unnamedControls.ts';

/** Every kind of query in the query editor. What the bundled dashboards show is tested in Grafana. */

const panelOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

function explorePath(query: object, range = 'from=now-24h&to=now'): string {
  return `/explore?${range}&queries=${encodeURIComponent(JSON.stringify([{ refId: 'A', version: 2, ...query }]))}`;
}

/** Controls without a name, except Grafana's streaming indicator, which a running export shows. */
async function ownUnnamedControls(page: Page): Promise<string[]> {
  return (await unnamedControls(page)).filter((line) => !line.includes('-button-panel-header-item'));
}

interface KindTexts {
  readonly kind: string;
  readonly labels: string[];
  /** A cell of the table that the query fills. */
  readonly cell: string;
}

const KINDS: readonly KindTexts[] = [
  {
    kind: 'Latest values',
    labels: ['Devices', 'Tags', 'Sites', 'Areas', 'Device types', 'Format', 'Stale after', 'Legend', 'Maximum series'],
    cell: 'Presión de descarga',
  },
  {
    kind: 'Alerts',
    labels: ['Devices', 'Tags', 'Sites', 'Areas', 'Device types', 'Severities', 'Rules', 'State', 'Format'],
    cell: 'Ended',
  },
  {
    kind: 'Inventory',
    labels: ['Devices', 'Tags', 'Sites', 'Areas', 'Device types', 'Format', 'One row per tag'],
    cell: 'Online',
  },
  { kind: 'Exports', labels: ['States'], cell: 'Processing' },
  {
    kind: 'Periods',
    labels: [
      'Devices',
      'Tags',
      'Condition',
      'Value',
      'Minimum duration',
      'Join within',
      'Format',
      'Legend',
      'Choose a device and a tag',
    ],
    cell: '',
  },
  {
    kind: 'Runs',
    labels: [
      'Devices',
      'Tags',
      'Runs of tag',
      'On device',
      'A run lasts',
      'Condition',
      'Value',
      'Format',
      'Align at',
      'Number of runs',
    ],
    cell: '',
  },
  { kind: 'History', labels: ['Devices', 'Tags', 'Interval', 'Statistics', 'Legend'], cell: '' },
];

test('every query type has its fields and shows its data', async ({ page }) => {
  const query = { kind: 'history', devices: ['CMP-101'], tags: ['presion_descarga'] };
  await page.goto(`${explorePath(query, 'from=now-30d&to=now')}&lang=en`);
  const editor = page.getByRole('region', { name: / A$/ });
  for (const { kind, labels, cell } of KINDS) {
    // Not `check`: the radio button itself is below its label.
    await editor.getByRole('radio', { name: kind, exact: true }).click({ force: true });
    for (const label of labels) {
      await expect(editor.getByText(label, { exact: true }).first(), `${kind}: ${label}`).toBeVisible();
    }
    if (cell !== '') {
      await expect(panelOf(page, 'Table').getByRole('gridcell', { name: cell }).first(), kind).toBeVisible();
    } else {
      await editor.getByRole('button', { name: 'Options', exact: true }).click();
    }
    expect(await ownUnnamedControls(page), kind).toEqual([]);
  }
});

test('an unknown query type is reported and kept until another one is selected', async ({ page }) => {
  await page.goto(explorePath({ kind: 'forecast', horizon: '7d' }));
  await expect(page.getByText(/^This query was saved by another version of the plugin/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'History' })).not.toBeChecked();
  await page.getByRole('tab', { name: /^Notices and errors/ }).click();
  await expect(
    page.getByText(/unknown kind "forecast"\. Known kinds: history, periods, runs, latest, alerts, devices, exports/)
  ).toBeVisible();
  await expect(page).toHaveURL(/horizon/);
  await page.getByRole('radio', { name: 'Inventory' }).click({ force: true });
  await expect(panelOf(page, 'Table').getByRole('gridcell', { name: 'CMP-101' })).toBeVisible();
  await expect(page).not.toHaveURL(/horizon/);
});
