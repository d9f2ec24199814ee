import { expect } from '@playwright/test';
import { LONG_TAG } from '../../scripts/checks/longRun.ts';
import { openWorkbench, test } from './cleanPage.ts';
import { workbenchWith } from './startWorkbench.ts';

/** The built plugin with another server: the plugin must not rely on behavior that the specification leaves open. */
const workbenchUrl = workbenchWith('tests/workbench/otherServer.ts');

const historyQuery = (interval: string) => ({
  refId: 'A',
  kind: 'history',
  version: 1,
  devices: ['PUMP-1'],
  tags: ['pressure'],
  interval,
  statistics: ['avg', 'band'],
});

for (const interval of ['raw', '1m', '5m', '1h']) {
  test(`renders interval ${interval} of a server with other behavior`, { tag: LONG_TAG }, async ({ page }) => {
    const queries = encodeURIComponent(JSON.stringify([historyQuery(interval)]));
    await page.goto(`${workbenchUrl()}/explore?from=now-6h&to=now&queries=${queries}`);
    await expect(page.locator('main canvas').first()).toBeVisible();
    await expect(page.getByText('Feed pump · Discharge pressure').first()).toBeVisible();
    await expect(page.getByText(/\d bar$/).first()).toBeVisible();
    await expect(page.getByText('No data')).toHaveCount(0);
  });
}

test('shows an open alert that started a month ago', { tag: LONG_TAG }, async ({ page }) => {
  await page.goto(`${workbenchUrl()}/annotations`);
  await expect(page.getByText('Presión fuera de banda')).toBeVisible();
  await expect(page.getByText('nivel 3')).toBeVisible();
});

test('lists the values of variables', { tag: LONG_TAG }, async ({ page }) => {
  await page.goto(`${workbenchUrl()}/variables`);
  await expect(page.getByRole('cell', { name: 'Feed pump (PUMP-1)' })).toBeVisible();
});

test('reports a rejected key, whatever the body of the response', { tag: LONG_TAG }, async ({ page, pageErrors }) => {
  await page.goto(workbenchUrl());
  const { dataSourceUid } = await openWorkbench(page, `${workbenchUrl()}/`);
  await page.goto(`${workbenchUrl()}/connections/datasources/edit/${dataSourceUid}`);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/^Connected/)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/^API key/).fill('planta-norte_live_wrong');
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/API key was rejected/)).toBeVisible();
  // This test expects the responses that reject the key.
  pageErrors.splice(0);
});
