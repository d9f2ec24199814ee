import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './cleanPage.ts';

/** What a chart shows around its lines: tooltip, crosshair, time axis, legend. */

const PRESSURE = { kind: 'history', devices: ['CMP-101'], tags: ['presion_descarga'], statistics: ['avg', 'band'] };

const graphOf = (page: Page) => page.getByRole('region', { name: /^(Graph|Gráfico)$/ });
const tooltipOf = (page: Page) => page.locator('#grafana-portal-container [aria-live=polite]');

async function openGraph(page: Page, query: object, params: string): Promise<Locator> {
  const queries = encodeURIComponent(JSON.stringify([{ refId: 'A', version: 2, ...query }]));
  await page.goto(`/explore?${params}&queries=${queries}`);
  const graph = graphOf(page);
  await expect(graph.locator('canvas').first()).toBeVisible();
  await expect(graph.getByRole('listitem').first()).toBeVisible();
  return graph;
}

async function moveTo(page: Page, plot: Locator, fraction: number): Promise<void> {
  const { x, y, width, height } = (await plot.boundingBox())!;
  await page.mouse.move(x + width * (fraction - 0.02), y + height / 2);
  await page.mouse.move(x + width * fraction, y + height / 2, { steps: 4 });
}

test('tooltip and crosshair appear on every visit of the mouse', async ({ page }) => {
  await page.clock.install();
  const graph = await openGraph(page, PRESSURE, 'from=now-24h&to=now');
  const plot = graph.locator('.u-over');
  for (const visit of [1, 2, 3]) {
    await moveTo(page, plot, 0.4);
    // Nothing hides them again.
    await page.clock.runFor(1_000);
    await expect(tooltipOf(page), `visit ${visit}`).toContainText(' bar');
    const crosshair = await plot.locator('.u-cursor-x').boundingBox();
    expect(crosshair!.x, `visit ${visit}`).toBeGreaterThan((await plot.boundingBox())!.x);
    await page.mouse.move(5, 5);
    await expect(tooltipOf(page), `visit ${visit}`).toHaveCount(0);
  }
});

test('the tooltip has the names of the series after they load again', async ({ page }) => {
  // The frames of the latest values are the same in every load, but for their values.
  const query = { kind: 'latest', devices: ['CMP-*'], tags: ['presion_descarga'], format: 'series' };
  await page.clock.install();
  const graph = await openGraph(page, query, 'from=now-5m&to=now');
  for (const load of [1, 2]) {
    // Values of a few seconds ago would come from the cache.
    await page.clock.runFor(20_000);
    const loaded = page.waitForResponse(/\/v1\/valores/);
    await page.getByRole('button', { name: 'Refresh' }).first().click();
    await (await loaded).finished();
    await page.clock.runFor(1_000);
    await moveTo(page, graph.locator('.u-over'), 0.97);
    await expect(tooltipOf(page), `load ${load}`).toContainText('· Presión de descarga');
    await expect(tooltipOf(page).getByText('value', { exact: true }), `load ${load}`).toHaveCount(0);
    await page.mouse.move(5, 5);
    await expect(tooltipOf(page)).toHaveCount(0);
  }
});

test('the first and the last label of the time axis are not cut off', async ({ page }) => {
  // A tick at each end of the axis, and no vertical axis beside it.
  const endEpochMs = new Date().setUTCHours(0, 0, 0, 0);
  await page.goto(`/annotations?from=${endEpochMs - 2 * 86_400_000}&to=${endEpochMs}`);
  const canvas = page.locator('main canvas').first();
  await expect(canvas).toBeVisible();
  const inkAtEdges = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const labelHeight = 20 * devicePixelRatio;
      const top = element.height - labelHeight;
      return [0, element.width - 1].map((x) => {
        const { data } = element.getContext('2d')!.getImageData(x, top, 1, labelHeight);
        return data.some((value, at) => at % 4 === 3 && value > 40);
      });
    });
  await expect.poll(inkAtEdges).toEqual([false, false]);
});

test('the buttons of the legend are named after their series', async ({ page }) => {
  const graph = await openGraph(page, { ...PRESSURE, devices: ['CMP-*'], statistics: ['avg'] }, 'from=now-6h&to=now');
  await expect(graph.getByRole('listitem')).toHaveCount(3);
  await expect(graph.getByRole('button', { name: 'All series selected' })).toHaveCount(0);
});

test('a page keeps no chart that others have replaced', async ({ page }) => {
  const graph = await openGraph(page, { ...PRESSURE, devices: ['CMP-*'], statistics: ['avg'] }, 'from=now-6h&to=now');
  const charts = [];
  for (let chart = 1; chart <= 4; chart++) {
    charts.push(
      await page.evaluateHandle(() => {
        const plot = document.querySelector('.uplot')!;
        plot.classList.add('replaced');
        return new WeakRef(plot);
      })
    );
    // A name in the legend hides the other series, or shows them again, in a new chart.
    await graph.getByText('Compresor de aire 1 · Presión de descarga', { exact: true }).click();
    await expect(page.locator('.uplot.replaced')).toHaveCount(0);
    await expect(page.locator('.uplot')).toHaveCount(1);
  }
  // Not the first, which V8 keeps with what it knows of such objects, and not the last, which React keeps.
  const second = charts[1]!;
  const session = await page.context().newCDPSession(page);
  const isFreed = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return second.evaluate((chart) => chart.deref() === undefined);
  };
  await expect.poll(isFreed).toBe(true);
});

test('the distribution of a tag has a bar for each range of values, with how often they occur', async ({ page }) => {
  await page.goto('/d/plant-tag?lang=en&refresh=1h&var-device=CMP-101&var-tag=corriente');
  const distribution = page.getByRole('region', { name: 'Distribution', exact: true });
  await distribution.scrollIntoViewIfNeeded();
  const plot = distribution.locator('.u-over');
  await expect(plot).toBeVisible();
  await moveTo(page, plot, 0.5);
  await expect(tooltipOf(page)).toContainText(/^[\d.]+ A – [\d.]+ A.*Corriente del motor\d+$/);
});

test('dates and decimals are Spanish in Spanish', async ({ page }) => {
  const graph = await openGraph(page, PRESSURE, 'from=now-24h&to=now&lang=es');
  await moveTo(page, graph.locator('.u-over'), 0.4);
  await expect(tooltipOf(page)).toContainText(/\b\d\d\/\d\d\/20\d\d,? \d\d:\d\d:\d\d/);
  await expect(tooltipOf(page)).toContainText(/\d,\d+ bar/);
  const table = page.getByRole('region', { name: 'Tabla', exact: true });
  await expect(table.getByRole('gridcell', { name: /^\d,\d+ bar$/ }).first()).toBeVisible();
  await expect(table.getByRole('gridcell', { name: /^\d+\.\d+ bar$/ })).toHaveCount(0);
});
