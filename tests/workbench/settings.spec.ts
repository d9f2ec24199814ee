import { expect } from '@playwright/test';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { openWorkbench, test } from './cleanPage.ts';
import { startWorkbench } from './startWorkbench.ts';

/** This test uses a workbench of its own, because saved settings would affect other tests. */
const children = new ChildProcesses();
let settingsUrl: string;

test.skip(!process.env.TELEMETRY_API_KEY, 'needs the service and the API key from globalStart');

test.beforeAll(async ({ browser }) => {
  const workbenchUrl = await startWorkbench(children);
  const page = await browser.newPage();
  const { dataSourceUid } = await openWorkbench(page, `${workbenchUrl}/`);
  await page.close();
  settingsUrl = `${workbenchUrl}/connections/datasources/edit/${dataSourceUid}`;
});

test.afterAll(() => children.close());

test('every page says that another key was saved, and brings back the one it started with, which passes the test', async ({
  page,
  pageErrors,
}) => {
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/^API key/).fill('tii_live_wrong_wrong_wrong_wrong_wrong');
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/API key was rejected/)).toBeVisible();
  const restore = page.getByRole('button', { name: 'Restore settings and API key' });
  await expect(restore).toBeVisible();
  await page.goto(new URL('/', settingsUrl).href);
  await expect(page.getByText(/does not have the settings it started with/)).toBeVisible();
  await restore.click();
  await expect(restore).toBeHidden();
  // The responses that reject the key.
  pageErrors.splice(0);
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/^Connected/)).toBeVisible();
  await expect(restore).toBeHidden();
});
