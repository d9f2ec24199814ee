import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium as playwrightChromium } from '@playwright/test';
import { findOrInstallChromium } from '../chromium/findOrInstallChromium.ts';
import { buildIfChanged, pluginBuild, runBuild, workbenchBuild } from '../stack/builds.ts';
import { isInstalled, jest, npmScript, program, testRunner } from './programs.ts';
import { addTallies, type CheckTools, NONE, PASSED, runChecks, type Step, type Tally } from './runSteps.ts';

/** They read tens of megabytes one after the other: a minute under the race detector, which has nothing to find there. */
const SEQUENTIAL_GO_TESTS =
  '^(TestHostileResponsesAreAnErrorBeforeAnythingIsBuilt|TestAServerThatIgnoresTheLimitOfRowsIsReadTenTimesAsFar|TestACompressedResponseIsReadUpToTheSameSize)$';

/** Those that start goroutines. With the race detector, what the others import takes minutes to compile. */
const CONCURRENT_GO_PACKAGES = ['./pkg/telemetry', './pkg/engine'];

/** Below telemetry-api/. */
const CONTRACT_TESTS = 'test/contract';

/** In the order in which they start. */
export const STEPS: readonly Step[] = [
  {
    name: 'types',
    about: 'type check of the plugin, the service, the workbench, the scripts and the tests',
    cores: 'one',
    checks: [npmScript('typecheck')],
  },
  {
    name: 'lint',
    about: 'ESLint (import rules, style), import cycles, unused code, Prettier',
    cores: 'one',
    checks: [npmScript('lint')],
  },
  {
    name: 'faults',
    about: 'every query under every fault of the network',
    cores: 'one',
    checks: [jest('faults', '--selectProjects', 'faults')],
  },
  {
    name: 'crash',
    about: 'kill -9 of every process of the service: nothing that was acknowledged is lost',
    cores: 'one',
    checks: [npmScript('crash', '--short')],
  },
  {
    name: 'load',
    about: 'the service at saturation: correct 429 and 503, fair keys, a restart of the database',
    cores: 'one',
    checks: [npmScript('load', '--short')],
  },
  {
    name: 'soak',
    about: 'dashboards that refresh for a quarter of a simulated hour: memory, timers, listeners, requests',
    cores: 'one',
    checks: [npmScript('soak', '--short', '--only', 'simulated')],
  },
  {
    name: 'engine',
    about: 'imports, operations, plans and retention of the service on the embedded database',
    cores: 'one',
    checks: [npmScript('test:engine')],
  },
  {
    name: 'contract',
    about: "tests of the plugin's API client against the service",
    cores: 'one',
    checks: [
      jest('contract', '--selectProjects', 'telemetry-api', `--testPathPatterns=telemetry-api/${CONTRACT_TESTS}`),
    ],
  },
  {
    name: 'unit',
    about: 'unit tests of the plugin, the workbench and the scripts',
    cores: 'all',
    checks: [jest('unit', '--selectProjects', 'plugin', 'workbench', 'scripts')],
  },
  {
    name: 'service',
    about: 'tests of the service on real databases',
    cores: 'all',
    checks: [
      jest('service', '--selectProjects', 'telemetry-api', `--testPathPatterns=telemetry-api/(?!${CONTRACT_TESTS})`),
    ],
  },
  {
    name: 'backend',
    about: 'Go tests of the backend, and its frames against those of the browser',
    cores: 'all',
    checks: [backend],
  },
  {
    name: 'build',
    about: 'production builds of the plugin and the workbench',
    cores: 'all',
    checks: [pluginBuild, workbenchBuild].map((build) => async ({ children, write }) => {
      await runBuild(children, build);
      write(`passed: ${build.name}\n`);
      return PASSED;
    }),
  },
  {
    name: 'browser',
    about: 'browser tests of the built plugin with the workbench, the service and the demo plant',
    cores: 'all',
    checks: [browser],
  },
];

/**
 * @param only names of steps, comma-separated
 * @throws Error that lists the available steps
 */
export function chooseSteps(only: string | undefined): readonly Step[] {
  if (only === undefined) {
    return STEPS;
  }
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !STEPS.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new Error(`Unknown step "${unknown}". Available steps: ${STEPS.map(({ name }) => name).join(', ')}.`);
  }
  return STEPS.filter(({ name }) => names.includes(name));
}

/** Without Go, it is skipped: everything but the backend works without it. */
async function backend(tools: CheckTools): Promise<Tally> {
  if (!isInstalled('go', 'version')) {
    tools.write('no Go: backend not built, its tests skipped\n');
    return { ...NONE, skipped: 1 };
  }
  const build = await npmScript('build:backend')(tools);
  if (build.failed > 0) {
    return build;
  }
  // As the executables are built, so that no package is compiled twice.
  const withoutCgo = { ...process.env, CGO_ENABLED: '0' };
  // The race detector needs cgo, which needs a C compiler.
  const race = isInstalled('gcc', '--version')
    ? [program('go test -race', ['go', 'test', '-race', '-skip', SEQUENTIAL_GO_TESTS, ...CONCURRENT_GO_PACKAGES])]
    : [];
  // Fuzzing finds what nobody thought of; `npm run fuzz` has more cases.
  const fuzz = ['./pkg/telemetry', '-run', '^$', '-fuzz', 'Fuzz', '-fuzztime', '20000x'];
  const checks = [
    program('go vet', ['go', 'vet', './...'], withoutCgo),
    program('go test', ['go', 'test', './...'], withoutCgo),
    ...race,
    program('fuzz of the page decoder', ['go', 'test', ...fuzz], withoutCgo),
    jest('backend', '--selectProjects', 'backend'),
  ];
  return addTallies([build, await runChecks(checks, tools)]);
}

async function browser(tools: CheckTools): Promise<Tally> {
  const { children, tempDir, write } = tools;
  const log = (line: string) => write(`${line}\n`);
  const chromium = await findOrInstallChromium(process.env, playwrightChromium.executablePath(), children, log);
  log(`Chromium: ${chromium}`);
  for (const build of [pluginBuild, workbenchBuild]) {
    log(`Build of the ${build.name}: ${await buildIfChanged(children, build)}`);
  }
  const reporters = '--reporter=list,./scripts/checks/countReporter.cjs';
  const run = testRunner({
    name: 'browser tests',
    command: [process.execPath, 'node_modules/@playwright/test/cli.js', 'test', reporters],
    env: { CHROMIUM_PATH: chromium, TELEMETRY_DATA_DIR: makeDataDir(tempDir) },
    // Playwright shuts down gracefully on SIGINT.
    stopSignal: 'SIGINT',
  });
  return run(tools);
}

/** If root runs the tests, PostgreSQL runs as another user, who needs to traverse these folders. */
function makeDataDir(tempDir: string): string {
  const dataDir = path.join(tempDir, 'data');
  mkdirSync(dataDir);
  for (const folder of [tempDir, dataDir]) {
    chmodSync(folder, 0o711);
  }
  return dataDir;
}
