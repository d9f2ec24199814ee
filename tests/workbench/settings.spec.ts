import { expect } from '@playwright/test';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { openWorkbench, test } from './cleanPage.ts';
import { startWorkbench } from './startWorkbench.ts';

/** These tests use their own workbench, because saved settings would affect other tests. */
test.describe.configure({ mode: 'serial' });

const KEY = process.env.TELEMETRY_API_KEY ?? '';
const children = new ChildProcesses();
let settingsUrl: string;

test.skip(KEY === '', 'needs the service and the API key from globalStart');

test.beforeAll(async ({ browser }) => {
  const workbenchUrl = await startWorkbench(children);
  const page = await browser.newPage();
  const { dataSourceUid } = await openWorkbench(page, `${workbenchUrl}/`);
  await page.close();
  settingsUrl = `${workbenchUrl}/connections/datasources/edit/${dataSourceUid}`;
});

test.afterAll(() => children.close());

test('a wrong API key has its own error message', async ({ page, pageErrors }) => {
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/^API key/).fill('tii_live_wrong_wrong_wrong_wrong_wrong');
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/API key was rejected/)).toBeVisible();
  // This test expects the responses that reject the key.
  pageErrors.splice(0);
});

test('every page says that another key was saved, and brings back the one it started with, which passes the test', async ({
  page,
  pageErrors,
}) => {
  await page.goto(settingsUrl);
  const restore = page.getByRole('button', { name: 'Restore settings and API key' });
  await expect(restore).toBeVisible();
  await page.goto(new URL('/', settingsUrl).href);
  await expect(page.getByText(/does not have the settings it started with/)).toBeVisible();
  await restore.click();
  await expect(restore).toBeHidden();
  // The dashboard was opened with the key that is rejected.
  pageErrors.splice(0);
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/^Connected/)).toBeVisible();
  await expect(restore).toBeHidden();
});

test('a valid API key entered by hand passes the test', async ({ page }) => {
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/^API key/).fill(KEY);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/^Connected/)).toBeVisible();
  await expect(page.locator('input:disabled[value="configured"]')).toBeVisible();
});

test('an invalid limit shows the valid range and is not saved', async ({ page }) => {
  await page.goto(settingsUrl);
  await page.getByLabel(/^Cache size/).fill('9999');
  await expect(page.getByText('Enter a whole number from 0 to 2,048.')).toBeVisible();
  await page.getByLabel(/^Cache size/).fill('32');
  await page.getByLabel('Late-arrival window').fill('0');
  await page.getByLabel('Cache max age').fill('15');
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/^Connected/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Cache size/)).toHaveValue('32');
  await expect(page.getByLabel('Late-arrival window')).toHaveValue('0');
  await expect(page.getByLabel('Cache max age')).toHaveValue('15');
});
