import { expect } from '@playwright/test';
import { findFreePort } from '../../scripts/ports.ts';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { openWorkbench, test } from './cleanPage.ts';

/** The built plugin in front of a server that is not ours: nothing that the specification leaves open may be assumed. */
const OTHER_KEY = 'planta-norte_live_7d1f';
let workbenchUrl: string;
const children = new ChildProcesses();

test.beforeAll(async () => {
  const run = (name: string, program: string, env: NodeJS.ProcessEnv) =>
    children.start({
      name,
      command: [process.execPath, '--import', 'tsx', program],
      env: { ...process.env, ...env },
      endsWithParent: true,
    });
  const server = run('other server', 'tests/workbench/otherServer.ts', { OTHER_KEY });
  await expect.poll(() => server.stdout()).toContain('\n');
  const port = await findFreePort();
  workbenchUrl = `http://127.0.0.1:${port}`;
  run('workbench', 'workbench/server/main.ts', {
    WORKBENCH_PORT: String(port),
    TELEMETRY_API_URL: server.stdout().trim(),
    TELEMETRY_API_KEY: OTHER_KEY,
  });
  const answers = () =>
    fetch(workbenchUrl).then(
      ({ ok }) => ok,
      () => false
    );
  await expect.poll(answers).toBe(true);
});

test.afterAll(() => children.close());

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
  test(`draws ${interval} of a server that decides otherwise`, async ({ page }) => {
    const queries = encodeURIComponent(JSON.stringify([historyQuery(interval)]));
    await page.goto(`${workbenchUrl}/explore?from=now-6h&to=now&queries=${queries}`);
    await expect(page.locator('main canvas').first()).toBeVisible();
    await expect(page.getByText('Feed pump · Discharge pressure').first()).toBeVisible();
    await expect(page.getByText(/\d bar$/).first()).toBeVisible();
    await expect(page.getByText('No data')).toHaveCount(0);
  });
}

test('shows an alert that was opened a month ago and never ended', async ({ page }) => {
  await page.goto(`${workbenchUrl}/annotations`);
  await expect(page.getByText('Presión fuera de banda')).toBeVisible();
  await expect(page.getByText('nivel 3')).toBeVisible();
});

test('fills the lists of variables', async ({ page }) => {
  await page.goto(`${workbenchUrl}/variables`);
  await expect(page.getByRole('cell', { name: 'Feed pump (PUMP-1)' })).toBeVisible();
});

test('says which key was rejected, whatever the server sends with it', async ({ page, pageErrors }) => {
  await page.goto(workbenchUrl);
  const { dataSourceUid } = await openWorkbench(page, `${workbenchUrl}/`);
  await page.goto(`${workbenchUrl}/connections/datasources/edit/${dataSourceUid}`);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/^Connected/)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/^API key/).fill('planta-norte_live_wrong');
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByText(/API key was rejected/)).toBeVisible();
  // The answers that refuse the key are what this test is about.
  pageErrors.splice(0);
});
