import { expect } from '@grafana/plugin-e2e';
import { test } from './telemetryTest.ts';

interface PublicDashboard {
  readonly uid: string;
  readonly accessToken: string;
}

test('visitors of a shared dashboard see the plant, and may send no request to its API', async ({
  browser,
  baseURL,
  request,
}) => {
  const address = '/api/dashboards/uid/plant-shared-demo/public-dashboards';
  // Of a run that was killed.
  const left = await request.get(address);
  if (left.ok()) {
    await request.delete(`${address}/${((await left.json()) as PublicDashboard).uid}`);
  }
  const created = await request.post(address, { data: { isEnabled: true, share: 'public' } });
  await expect(created).toBeOK();
  const { uid, accessToken } = (await created.json()) as PublicDashboard;
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  try {
    const page = await context.newPage();
    const requested: string[] = [];
    page.on('request', (sent) => requested.push(new URL(sent.url()).pathname));
    await page.goto(`/public-dashboards/${accessToken}`);
    await expect(page.getByText('Online', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Critical', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/unknown$/)).toHaveCount(0);
    await expect(page.getByTestId('data-testid Panel status error')).toHaveCount(0);
    expect(requested.filter((path) => /^\/api\/(datasources|ds)\//.test(path))).toEqual([]);
  } finally {
    await context.close();
    await request.delete(`${address}/${uid}`);
  }
});
