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

test('a query that cannot be executed says why', async ({ page, dataSource }) => {
  await page.goto(explorePath(dataSource, { ...PRESSURE, interval: 'seven' }));
  await expect(page.getByText(/seven.*is not a valid interval/).first()).toBeVisible();
});

test('the pages of a long range are one request, and the same as page by page', async ({ page, dataSource }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/lecturas') || request.url().includes('/v1/lecturas?')) {
      requests.push(request.method());
    }
  });
  const noon = new Date().setUTCHours(12, 0, 0, 0) - 7 * 86_400_000;
  const from = noon - 14 * 86_400_000;
  const path = explorePath(dataSource, { ...PRESSURE, interval: '1m' }, String(from), String(noon));
  const summary = page.getByText(/^One point every 1 minute.* · \d+ requests$/);
  const graph = page.locator('.u-over').first();

  await page.goto(path);
  await expect(summary).toBeVisible();
  const [together] = await Promise.all([summary.textContent(), expect(graph).toBeVisible()]);
  expect(requests).toEqual(['POST']);

  // A Grafana that does not pass such requests on.
  await page.route('**/resources/v1/lecturas', (route) => route.fulfill({ status: 404, json: { message: 'no' } }));
  requests.splice(0);
  await page.goto(path);
  await expect(summary).toHaveText(together!);
  expect(requests.slice(0, 2)).toEqual(['POST', 'GET']);
  expect(requests.filter((method) => method === 'GET')).toHaveLength(Number(/(\d+) requests$/.exec(together!)![1]));
});
