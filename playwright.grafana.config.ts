import { defineConfig } from '@playwright/test';
import type { PluginOptions } from '@grafana/plugin-e2e';
import { launchOptions } from './scripts/chromium/launchOptions.ts';

/** Runs tests/grafana against GRAFANA_URL: `npm run e2e`. */
export default defineConfig<PluginOptions>({
  testDir: 'tests/grafana',
  outputDir: 'test-results/grafana',
  reporter: 'list',
  // A Grafana and its data source answer few requests at once, and each page of it is a large program.
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: process.env.GRAFANA_URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: launchOptions(),
  },
});
