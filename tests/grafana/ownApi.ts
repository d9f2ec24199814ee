import { rmSync } from 'node:fs';
import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test';
import { Phases } from '../../scripts/phases.ts';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { findFreePort } from '../../scripts/processes/ports.ts';
import { type Plant, startPlant } from '../../scripts/stack/stack.ts';
import { makeDataDir } from '../../scripts/stack/temporaryDataDir.ts';
import { SwitchableApi } from '../api/switchableApi.ts';
import { signIn, type TelemetrySource, test as base } from './telemetryTest.ts';

interface OwnFixtures {
  /** The API of the data source `ownSource`; `ok` when a test begins. */
  readonly api: SwitchableApi;
}

interface OwnWorkerFixtures {
  /** A Grafana as its administrator sees it. */
  readonly administrator: APIRequestContext;
  readonly plant: Plant;
  readonly workerApi: { readonly api: SwitchableApi; readonly url: string };
  /** A data source with the demo plant behind a switch. */
  readonly ownSource: TelemetrySource;
}

const START_TIMEOUT_MS = 180_000;

/** The bundled dashboards look for the alerts of the demo plant so far back. */
const SETTINGS = { alertLookBackDays: 14 };

/** Tests with an API of their own, which the server of Grafana has to reach: at 127.0.0.1, or at OWN_API_HOST. */
export const test = base.extend<OwnFixtures, OwnWorkerFixtures>({
  administrator: [
    async ({ playwright }, use, { project }) => {
      const request = await signedIn(playwright, project.use.baseURL);
      await use(request);
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  plant: [
    async ({}, use) => {
      const dataDir = makeDataDir('telemetria-grafana-');
      const children = new ChildProcesses();
      try {
        const options = { dataDir, apiPort: await findFreePort() };
        const environment = { ...process.env, TELEMETRY_DATA_DIR: dataDir };
        const plant = await startPlant(children, options, environment, new Phases(process.stdout));
        let isOver = false;
        void plant.failed.then((reason) => isOver || process.stderr.write(`\n${reason}\n`));
        await use(plant);
        isOver = true;
      } finally {
        await children.close();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  workerApi: [
    async ({ plant }, use) => {
      const api = new SwitchableApi(plant.apiUrl, process.env.OWN_API_HOST);
      await use({ api, url: await api.listen() });
      await api.close();
    },
    { scope: 'worker' },
  ],
  ownSource: [
    async ({ administrator, plant, workerApi }, use, { workerIndex }) => {
      const source = await createSource(administrator, `telemetry-tests-${workerIndex}`, workerApi.url, plant);
      try {
        const health = await administrator.get(`/api/datasources/uid/${source.uid}/health`);
        if (!health.ok()) {
          throw new Error(
            `Grafana does not reach the API of the tests at ${workerApi.url}: ${await health.text()}\n` +
              'If Grafana runs in a container, --api-host is the address at which it reaches this machine.'
          );
        }
        await use(source);
      } finally {
        await administrator.delete(`/api/datasources/uid/${source.uid}`);
      }
    },
    { scope: 'worker' },
  ],
  api: async ({ workerApi: { api } }, use) => {
    await use(api);
    await api.switchTo('ok');
  },
});

async function signedIn(
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL: string | undefined
): Promise<APIRequestContext> {
  const request = await playwright.request.newContext({ baseURL });
  await signIn(request, {
    user: process.env.GRAFANA_ADMIN_USER ?? 'admin',
    password: process.env.GRAFANA_ADMIN_PASSWORD ?? 'admin',
  });
  return request;
}

async function createSource(
  administrator: APIRequestContext,
  uid: string,
  url: string,
  { apiKey }: Plant
): Promise<TelemetrySource> {
  const type = 'telemetria-industrial-datasource';
  // Of a run that was killed.
  await administrator.delete(`/api/datasources/uid/${uid}`);
  const response = await administrator.post('/api/datasources', {
    data: { uid, name: uid, type, access: 'proxy', url, jsonData: SETTINGS, secureJsonData: { apiKey } },
  });
  if (!response.ok()) {
    throw new Error(`The data source was not created: ${response.status()} ${await response.text()}`);
  }
  return { uid, name: uid, type };
}
