import path from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../scripts/chromium/launchOptions.ts';
import { Phases } from '../../scripts/phases.ts';
import { findFreePort } from '../../scripts/processes/ports.ts';
import type { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { buildIfChanged, pluginBuild, workbenchBuild } from '../../scripts/stack/builds.ts';
import { startStack } from '../../scripts/stack/stack.ts';
import { log } from '../kit/runBench.ts';

/** The panels of a plant and of one device, and the annotations of alerts. It hardly refreshes on its own meanwhile. */
const DASHBOARD = '/d/plant-overview?lang=en&theme=dark&refresh=15m&from=now-6h&to=now';
/** Panels outside of it would not be loaded. */
const VIEWPORT = { width: 1440, height: 3000 };
/** The trend, which comes last: it waits for the variables. */
const CHART = '.u-over';
/** While the panels load, it is named “Cancel”. */
const REFRESH_BUTTON = '[data-testid="data-testid RefreshPicker run button"][aria-label="Refresh"]';
/** A panel sends the next request of its query within this time. */
const QUIET_MS = 50;
const TIMEOUT_MS = 60_000;

/** What Chromium reports of the page after garbage collection. */
export interface BrowserSample {
  readonly refreshes: number;
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
  readonly requestsPerRefresh: number;
  /** Of the page, and responses with an error, since the previous sample. */
  readonly errors: number;
}

export interface BrowserRunOptions {
  readonly children: ChildProcesses;
  /** For the database of the demo plant. */
  readonly folder: string;
  readonly refreshes: number;
  readonly samples: number;
  readonly onSample: (sample: BrowserSample) => void;
}

/** Refreshes a dashboard of the demo plant in Chromium, again as soon as it is loaded. */
export async function runBrowser(options: BrowserRunOptions): Promise<readonly BrowserSample[]> {
  const { children, folder } = options;
  const howToLaunch = launchOptions();
  for (const build of [pluginBuild, workbenchBuild]) {
    log(`${build.name}: ${await buildIfChanged(children, build)}`);
  }
  const dataDir = path.join(folder, 'data');
  const stack = { dataDir, apiPort: await findFreePort(), workbenchPort: await findFreePort() };
  const environment = { ...process.env, TELEMETRY_DATA_DIR: dataDir };
  const { workbenchUrl } = await startStack(children, stack, environment, new Phases(process.stderr));
  const browser = await chromium.launch(howToLaunch);
  try {
    const page = await browser.newPage({ baseURL: workbenchUrl, viewport: VIEWPORT });
    return await refreshRepeatedly(page, options);
  } finally {
    await browser.close();
  }
}

async function refreshRepeatedly(page: Page, { refreshes, samples, onSample }: BrowserRunOptions) {
  const traffic = watchTraffic(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(DASHBOARD);
  await page.locator(CHART).first().waitFor({ timeout: TIMEOUT_MS });
  const refresh = async () => {
    // A locator's click would leave handles to nodes in the page, which cannot be told from a leak.
    await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.click(), REFRESH_BUTTON);
    await traffic.untilQuiet();
  };
  await traffic.untilQuiet();
  const taken: BrowserSample[] = [];
  traffic.take();
  let previous = 0;
  for (let count = 1; count <= refreshes; count++) {
    await refresh();
    if (count >= ((taken.length + 1) * refreshes) / samples) {
      const { requests, errors } = traffic.take();
      if (requests === 0) {
        throw new Error(`The dashboard sent no request in ${count - previous} refreshes.`);
      }
      const metrics = await measure(session);
      taken.push({ refreshes: count, requestsPerRefresh: requests / (count - previous), errors, ...metrics });
      onSample(taken.at(-1)!);
      previous = count;
    }
  }
  return taken;
}

/** Counts the requests to the data source, and errors. */
function watchTraffic(page: Page) {
  let requests = 0;
  let errors = 0;
  let inFlight = 0;
  let changedMs = performance.now();
  const isQuery = (url: string) => url.includes('/api/datasources/');
  const change = (url: string, difference: number) => {
    if (isQuery(url)) {
      inFlight += difference;
      changedMs = performance.now();
    }
  };
  page.on('request', (request) => {
    requests += isQuery(request.url()) ? 1 : 0;
    change(request.url(), 1);
  });
  page.on('requestfinished', (request) => change(request.url(), -1));
  page.on('requestfailed', (request) => change(request.url(), -1));
  page.on('response', (response) => (errors += response.status() >= 400 ? 1 : 0));
  page.on('pageerror', () => errors++);
  return {
    take: () => {
      const taken = { requests, errors };
      requests = 0;
      errors = 0;
      return taken;
    },
    /** Resolves when all panels are loaded and no request has been in flight for a moment. */
    untilQuiet: async () => {
      const deadlineMs = performance.now() + TIMEOUT_MS;
      changedMs = performance.now();
      const isLoading = () => page.evaluate((selector) => document.querySelector(selector) === null, REFRESH_BUTTON);
      while (inFlight > 0 || performance.now() - changedMs < QUIET_MS || (await isLoading())) {
        if (performance.now() > deadlineMs) {
          throw new Error(`The dashboard did not load within ${TIMEOUT_MS / 1000} s: ${inFlight} requests in flight.`);
        }
        await page.waitForTimeout(QUIET_MS / 2);
      }
    },
  };
}

async function measure(session: CDPSession) {
  // Finalizers of the first collection release what the second one frees.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
  return {
    heapBytes: metric('JSHeapUsedSize'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    documents: metric('Documents'),
  };
}
