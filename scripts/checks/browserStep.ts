import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium as playwrightChromium } from '@playwright/test';
import { findOrInstallChromium } from '../chromium/findOrInstallChromium.ts';
import { buildIfChanged, pluginBuild, workbenchBuild } from '../stack/builds.ts';
import { playwrightTally } from './playwrightTally.ts';
import type { Step } from './step.ts';
import { NO_TESTS, withExitCode } from './tally.ts';

export const browserStep: Step = {
  name: 'browser',
  about: 'browser tests of the built plugin with the workbench, the service and the demo plant',
  async run({ children, tempDir, log }) {
    const chromium = await findOrInstallChromium(process.env, playwrightChromium.executablePath(), children, log);
    log(`Chromium: ${chromium}`);
    for (const build of [pluginBuild, workbenchBuild]) {
      log(`Build of the ${build.name}: ${await buildIfChanged(children, build)}`);
    }
    const reportFile = path.join(tempDir, 'browser.json');
    const { exited } = children.start({
      name: 'browser tests',
      command: [process.execPath, 'node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
      env: {
        ...process.env,
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
        TELEMETRY_DATA_DIR: makeDataDir(tempDir),
      },
      output: 'inherited',
      // Playwright shuts down gracefully on SIGINT.
      stopSignal: 'SIGINT',
    });
    const { code } = await exited;
    const report: unknown = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined;
    return withExitCode(report === undefined ? NO_TESTS : playwrightTally(report), code);
  },
};

/** If root runs the tests, PostgreSQL runs as another user, who needs to traverse these folders. */
function makeDataDir(tempDir: string): string {
  const dataDir = path.join(tempDir, 'data');
  mkdirSync(dataDir);
  for (const folder of [tempDir, dataDir]) {
    chmodSync(folder, 0o711);
  }
  return dataDir;
}
