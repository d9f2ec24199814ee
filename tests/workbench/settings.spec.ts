import { expect } from '@playwright/test';
import { findFreePort } from '../../scripts/ports.ts';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { typescriptServer } from '../../scripts/processes/typescriptServer.ts';
import { openWorkbench, test } from './cleanPage.ts';

/** In a workbench of its own: what is saved there would get in the way of the tests beside it. */
test.describe.configure({ mode: 'serial' });

const KEY = process.env.TELEMETRY_API_KEY ?? '';
const children = new ChildProcesses();
let settingsUrl: string;

test.skip(KEY === '', 'needs the service and the key that globalStart makes');

test.beforeAll(async ({ browser }) => {
  const port = await findFreePort();
  const workbenchUrl = `http://127.0.0.1:${port}`;
  children.start({
    ...typescriptServer('workbench', 'workbench/server/main.ts'),
    env: { ...process.env, WORKBENCH_PORT: String(port) },
  });
  const answers = () =>
    fetch(workbenchUrl).then(
      ({ ok }) => ok,
      () => false
    );
  await expect.poll(answers).toBe(true);
  const page = await browser.newPage();
  const { dataSourceUid } = await openWorkbench(page, `${workbenchUrl}/`);
  await page.close();
  settingsUrl = `${workbenchUrl}/connections/datasources/edit/${dataSourceUid}`;
});

test.afterAll(() => children.close());

test('the settings that npm start provisions are good', async ({ page }) => {
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/^Connected/)).toBeVisible();
});

test('a wrong key is told apart from everything else that can be wrong', async ({ page, pageErrors }) => {
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/^API key/).fill('tii_live_wrong_wrong_wrong_wrong_wrong');
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/API key was rejected/)).toBeVisible();
  // The answers that refuse the key are what this test is about.
  pageErrors.splice(0);
});

test('the right key, typed in by hand, is good again', async ({ page }) => {
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/^API key/).fill(KEY);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/^Connected/)).toBeVisible();
  await expect(page.locator('input:disabled[value="configured"]')).toBeVisible();
});

test('a limit that makes no sense is named with what is allowed, and not saved', async ({ page }) => {
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

test('an address where nobody answers is named as the trouble', async ({ page, pageErrors }) => {
  await page.goto(settingsUrl);
  await page.getByLabel(/^URL/).fill(`http://127.0.0.1:${await findFreePort()}`);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByRole('status').getByRole('alert')).toBeVisible();
  await expect(page.getByText(/^Connected/)).toHaveCount(0);
  pageErrors.splice(0);
});
