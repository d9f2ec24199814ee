import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/chromium/launchOptions.ts';

/** A page lives for seconds, and is gone before what V8's optimizing compilers produce is worth its cost: a tenth of the time of the pages. */
const WITHOUT_OPTIMIZER = '--js-flags=--no-opt --no-maglev';

const { executablePath, args } = launchOptions();

/** Runs tests/workbench against WORKBENCH_URL, or against a stack that globalStart starts. */
export default defineConfig({
  testDir: 'tests/workbench',
  // The logs of the other steps are beside it.
  outputDir: 'test-results/browser',
  globalSetup: './tests/workbench/globalStart.ts',
  reporter: 'list',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    // A page in a new process compiles Grafana's packages again: a fifth of the processor time of the tests. Storage, cookies, routes
    // and the clock are reset before each test; permissions are not, and no test grants any.
    reuseContext: true,
    baseURL: process.env.WORKBENCH_URL ?? `http://127.0.0.1:${process.env.WORKBENCH_PORT ?? '3310'}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Without pictures and snapshots, which take as long as the tests. With them: `npx playwright test --trace on <file>`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: { executablePath, args: [...args, WITHOUT_OPTIMIZER] },
  },
});
