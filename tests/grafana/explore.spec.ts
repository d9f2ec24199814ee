import { expect } from '@grafana/plugin-e2e';
import { explorePath, test } from './telemetryTest.ts';

const PRESSURE = { kind: 'history', devices: ['CMP-101'], tags: ['presion_descarga'] };

test('a trend has a graph with its name and a table with its unit', async ({ page, explorePage, dataSource }) => {
  await page.goto(explorePath(dataSource, PRESSURE));
  const { timeSeriesPanel: graph, tablePanel: table } = explorePage;
  await expect(graph.locator.getByText('Compresor de aire 1 · Presión de descarga').first()).toBeVisible();
  await expect(table.data.filter({ hasText: /^\d\.\d+ bar$/ }).first()).toBeVisible();
  await expect(graph.getErrorIcon()).toHaveCount(0);
});

test('a pattern selects several devices', async ({ page, explorePage, dataSource }) => {
  await page.goto(explorePath(dataSource, { ...PRESSURE, devices: ['CMP-*'] }));
  const names = explorePage.timeSeriesPanel.locator.getByText(/ · Presión de descarga$/);
  await expect(names).toHaveCount(3);
});

test('a query that cannot be executed says why', async ({ page, dataSource }) => {
  await page.goto(explorePath(dataSource, { ...PRESSURE, interval: 'seven' }));
  await expect(page.getByText(/seven.*is not a valid interval/).first()).toBeVisible();
});
