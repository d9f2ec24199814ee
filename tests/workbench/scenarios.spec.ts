import { cpSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, type Request } from '@playwright/test';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { test } from './cleanPage.ts';
import { holdRequests } from './heldRequests.ts';
import { startWorkbench } from './startWorkbench.ts';

/** What the workbench offers to those who develop the plugin: scenarios, the log of requests, a reload after each build. */

const QUERY = { refId: 'A', version: 2, kind: 'history', devices: ['CMP-101'], tags: ['corriente'], interval: '1m' };
const PATH = `/explore?from=now-6h&to=now&queries=${encodeURIComponent(JSON.stringify([QUERY]))}`;

const graphOf = (page: Page) => page.getByRole('region', { name: 'Graph', exact: true });

async function openIn(page: Page, scenario: string) {
  await page.goto(PATH);
  await expect(graphOf(page).locator('canvas').first()).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('combobox', { name: 'Scenario' }).click();
  await page.getByRole('option', { name: scenario }).click();
  await reloaded;
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue(scenario);
}

test('a plant without readings shows no data', async ({ page }) => {
  await openIn(page, 'No data');
  await expect(graphOf(page).getByText('No data')).toBeVisible();
});

test('many pages are loaded and listed with their status and duration', async ({ page }) => {
  await openIn(page, 'Many pages');
  await expect(graphOf(page).locator('canvas').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Requests' }).click();
  const log = page.getByRole('region', { name: 'Requests' }).getByRole('row');
  await expect(log.filter({ hasText: /v1\/lecturas.*limite=5000.*200.* ms/ }).nth(2)).toBeVisible();
});

test('a slow server shows that the panel loads', async ({ page }) => {
  // Three seconds may pass before the test looks.
  const isSlow = (request: Request) => request.headers()['x-workbench-scenario'] === 'slow';
  const history = await holdRequests(page, /\/v1\/lecturas/, isSlow);
  await openIn(page, 'Slow (3 s)');
  await expect(graphOf(page).getByLabel('Panel loading bar')).toBeVisible();
  await expect.poll(history.held).toBeGreaterThan(0);
  history.release();
  await expect(graphOf(page).locator('canvas').first()).toBeVisible();
});

for (const [scenario, message] of [
  ['Server error', /Error interno|500/],
  ['Permission missing', /Permiso insuficiente|403|permission/i],
] as const) {
  test(`${scenario} is reported on the panel`, async ({ page, pageErrors }) => {
    await openIn(page, scenario);
    await page.getByRole('tab', { name: /^Notices and errors/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible();
    // The responses that this test asks for.
    pageErrors.splice(0);
  });
}

test('a new build of the plugin reloads the page', async ({ page }) => {
  const pluginDir = mkdtempSync(path.join(tmpdir(), 'workbench-plugin-'));
  const children = new ChildProcesses();
  try {
    cpSync('dist', pluginDir, { recursive: true });
    const workbenchUrl = await startWorkbench(children, { WORKBENCH_PLUGIN_DIR: pluginDir });
    await page.goto(`${workbenchUrl}/variables`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const reloaded = page.waitForEvent('load');
    utimesSync(path.join(pluginDir, 'module.js'), new Date(), new Date());
    await reloaded;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    await page.close();
    await children.close();
    rmSync(pluginDir, { recursive: true, force: true });
  }
});
