import { type DataSourceConfigPage, expect } from '@grafana/plugin-e2e';
import { test as base } from './telemetryTest.ts';

/** The request by which **Save & test** finds out whether charts can work; it is part of the address of the backend and of the data proxy. */
const PROBE = { path: '/v1/valores' };

const test = base.extend<{
  /** The address of the API, as the server of this Grafana reaches it. */
  readonly apiUrl: string;
  /** Whether the server of this Grafana can reach data sources through a proxy. */
  readonly hasSocksProxy: boolean;
}>({
  apiUrl: async ({ grafanaAPIClient, dataSource }, use) => {
    const { url = '' } = await grafanaAPIClient.getDataSourceSettingsByUID(dataSource.uid);
    await use(url);
  },
  hasSocksProxy: async ({ request }, use) => {
    const settings = (await (await request.get('/api/frontend/settings')).json()) as {
      readonly secureSocksDSProxyEnabled?: boolean;
    };
    await use(settings.secureSocksDSProxyEnabled === true);
  },
});

/** Enters the two settings that a data source needs. */
async function enter({ ctx: { page } }: DataSourceConfigPage, url: string, key: string): Promise<void> {
  await page.getByLabel(/^URL/).fill(url);
  await page.getByLabel(/^API key/).fill(key);
}

test('the provisioned settings pass the test', async ({ dataSource, gotoDataSourceConfigPage }) => {
  const settings = await gotoDataSourceConfigPage(dataSource.uid);
  await settings.saveAndTest(PROBE);
  await expect(settings).toHaveAlert('success', { hasText: 'Connected. ' });
});

test('an address without the API is named', async ({ dataSource: { type }, apiUrl, createDataSourceConfigPage }) => {
  const settings = await createDataSourceConfigPage({ type });
  await enter(settings, `${apiUrl}/elsewhere`, 'tii_live_any');
  await settings.saveAndTest(PROBE);
  await expect(settings).toHaveAlert('error', {
    hasText: `The server at ${apiUrl}/elsewhere is not the telemetry API.`,
  });
});

test('an address where nothing answers is named', async ({ dataSource: { type }, createDataSourceConfigPage }) => {
  const settings = await createDataSourceConfigPage({ type });
  await enter(settings, 'http://127.0.0.1:9', 'tii_live_any');
  await settings.saveAndTest(PROBE);
  await expect(settings).toHaveAlert('error', { hasText: 'No response from http://127.0.0.1:9.' });
});

test('a secure socks proxy can be chosen where the server of Grafana has one, and only there', async ({
  page,
  dataSource: { type },
  hasSocksProxy,
  createDataSourceConfigPage,
}) => {
  await createDataSourceConfigPage({ type });
  await expect(page.getByLabel(/^API key/)).toBeVisible();
  await expect(page.getByLabel(/^Secure Socks Proxy/)).toHaveCount(hasSocksProxy ? 1 : 0);
});

test('the choice of a secure socks proxy is saved', async ({
  page,
  dataSource: { type },
  apiUrl,
  hasSocksProxy,
  grafanaAPIClient,
  createDataSourceConfigPage,
}) => {
  test.skip(!hasSocksProxy, 'secure_socks_datasource_proxy is not enabled in this Grafana');
  const settings = await createDataSourceConfigPage({ type });
  await enter(settings, apiUrl, 'tii_live_any');
  // The input itself is below its label.
  await page.getByLabel(/^Secure Socks Proxy/).click({ force: true });
  await settings.saveAndTest(PROBE);
  const { jsonData } = await grafanaAPIClient.getDataSourceSettingsByUID(settings.datasource.uid);
  expect(jsonData).toMatchObject({ enableSecureSocksProxy: true });
});
