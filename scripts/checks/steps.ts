import { availableParallelism } from 'node:os';
import { GO_ENVIRONMENT } from '../backend/goEnvironment.ts';
import { findChromium } from '../chromium/findChromium.ts';
import { buildIfChanged, pluginBuild, runBuild, workbenchBuild } from '../stack/builds.ts';
import { hasGo, isInstalled } from '../processes/isInstalled.ts';
import { calendar } from './calendar.ts';
import { COMPOSE_STEPS } from './compose.ts';
import { fuzzStep } from './fuzz.ts';
import { HELD_IN_BACKEND, LONG_TAG } from './longRun.ts';
import { goTests } from './programs/goTests.ts';
import { jest, npmScript, onlyWith, playwright, program, programsOf } from './programs/programs.ts';
import { type Check, runChecks, type Step } from './run/runSteps.ts';
import { PASSED } from './run/tally.ts';

/** Those that start goroutines. With the race detector, what the others import takes minutes to compile. */
const CONCURRENT_GO_PACKAGES = ['./pkg/telemetry', './pkg/engine'];

/** They read tens of megabytes one after the other: a minute under the race detector, which has nothing to find there. */
const SEQUENTIAL_GO_TESTS =
  '^(TestHostileResponsesAreAnErrorBeforeAnythingIsBuilt|TestAServerThatIgnoresTheLimitOfRowsIsReadTenTimesAsFar|TestACompressedResponseIsReadUpToTheSameSize)$';

/** Below telemetry-api/. */
const CONTRACT_TESTS = 'test/contract';

/** Where processes are killed and disks are full. */
const LONG_SERVICE_TESTS = 'telemetry-api/.*\\.long\\.test\\.ts$';
const SHORT_SERVICE_TESTS = `telemetry-api/(?!${CONTRACT_TESTS}|.*\\.long\\.test\\.ts$)`;

/** Of `npm test`, in the order in which they start. */
export const STEPS: readonly Step[] = [
  {
    name: 'types',
    about: 'type check of the plugin, the service, the workbench, the scripts and the tests',
    cores: 'one',
    checks: [npmScript('typecheck')],
  },
  {
    name: 'faults',
    about: 'every query under every fault of the network, as browsers see them',
    cores: 'one',
    checks: [jest('faults', ['--selectProjects', 'faults'])],
  },
  {
    name: 'lint',
    about: 'ESLint (import rules, style), import cycles, unused code, Prettier',
    cores: 'one',
    checks: programsOf('lint'),
  },
  {
    name: 'backend',
    about: 'Go tests of the backend, and its build',
    cores: 'one',
    needs: ['go'],
    checks: [
      withGo('backend', [
        npmScript('build:backend'),
        // As the executables are built, so that no package is compiled twice.
        program('go vet', ['go', 'vet', './...'], GO_ENVIRONMENT),
        goTests('go test', ['./...'], GO_ENVIRONMENT),
        race('-skip', SEQUENTIAL_GO_TESTS),
      ]),
    ],
  },
  {
    name: 'frames',
    about: 'frames of the backend against those of the browser',
    cores: 'one',
    needs: ['go'],
    checks: [withGo('frames', [jest('frames', ['--selectProjects', 'backend'])])],
  },
  {
    name: 'crash',
    about: 'kill -9 of PostgreSQL while rows are written: nothing that was acknowledged is lost',
    cores: 'one',
    checks: [npmScript('crash', '--short', '--only', 'PostgreSQL')],
  },
  {
    name: 'contract',
    about: "tests of the plugin's API client against the service",
    cores: 'one',
    checks: [
      jest('contract', ['--selectProjects', 'telemetry-api', `--testPathPatterns=telemetry-api/${CONTRACT_TESTS}`]),
    ],
  },
  {
    name: 'unit',
    about: 'unit tests of the plugin, the workbench and the scripts',
    cores: 'all',
    // For the parser of Compose.
    needs: ['go'],
    checks: [jest('unit', ['--selectProjects', 'plugin', 'workbench', 'scripts'])],
  },
  {
    name: 'service',
    about: 'tests of the service on real databases',
    cores: 'all',
    checks: [
      jest('service', ['--selectProjects', 'telemetry-api', `--testPathPatterns=${SHORT_SERVICE_TESTS}`], {
        // They wait for databases and processes a quarter of the time.
        maxWorkers: String(Math.ceil(1.5 * availableParallelism())),
      }),
    ],
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
    needs: ['chromium'],
    checks: [browser('--grep-invert', LONG_TAG)],
  },
];

/** Of `npm run test:long`: what takes long, and what every machine and every day must pass but no change needs at once. */
export const LONG_STEPS: readonly Step[] = [
  {
    name: 'crash',
    about: 'kill -9 of every process of the service, and full disks, again and again',
    cores: 'all',
    checks: [npmScript('crash', '--rounds', '2')],
  },
  {
    name: 'load',
    about: 'the service at saturation: correct 429 and 503, fair keys, a restart of the database',
    cores: 'all',
    checks: [npmScript('load', '--short')],
  },
  {
    name: 'soak',
    about: 'dashboards that refresh for hours: memory, timers, listeners, requests',
    cores: 'all',
    needs: ['chromium'],
    checks: [npmScript('soak', '--short')],
  },
  {
    name: 'service',
    about: 'tests of the service in which processes are killed, databases restart and disks are full',
    cores: 'all',
    checks: [jest('service', ['--selectProjects', 'telemetry-api', `--testPathPatterns=${LONG_SERVICE_TESTS}`])],
  },
  {
    name: 'engine',
    about: 'imports, operations, plans and retention of the service on the embedded database',
    cores: 'all',
    checks: [npmScript('test:engine')],
  },
  {
    name: 'faults',
    about: 'every query under every fault of the network, with those that hold a request of the backend',
    cores: 'all',
    needs: ['go'],
    checks: [jest('faults', ['--selectProjects', 'faults'], { env: { [HELD_IN_BACKEND]: '1' } })],
  },
  {
    name: 'race',
    about: 'the race detector of Go, with the tests that take it long',
    cores: 'all',
    needs: ['go'],
    // Tests start the script, which is part of the build.
    checks: [withGo('race', [npmScript('build:backend', '--script-only'), race()])],
  },
  // Ten times the cases of `npm test`.
  fuzzStep(5_000),
  {
    name: 'defects',
    about: 'sixty defects, put in one by one, of which a test has to find each',
    cores: 'all',
    needs: ['go'],
    checks: [npmScript('test:defects', '--bail')],
  },
  {
    name: 'calendar',
    about: 'unit and service tests on sixty other days',
    cores: 'all',
    checks: [calendar],
  },
  {
    name: 'bench',
    about: 'every benchmark, that it runs',
    cores: 'all',
    needs: ['go'],
    checks: [
      npmScript('bench'),
      withGo('bench', [npmScript('build:backend'), npmScript('bench:backend')]),
      npmScript('bench:api', '--scale', 'small', '--engine', 'embedded'),
      npmScript('bench:usual'),
    ],
  },
  {
    name: 'package',
    about: 'the package of the plugin with what the catalog checks, and what it compiles against',
    cores: 'all',
    needs: ['go'],
    checks: [npmScript('package', '--check'), npmScript('compatibility')],
  },
  {
    name: 'compose',
    about: 'each stack of Docker Compose: built, started, its numbers compared, stopped',
    cores: 'all',
    checks: COMPOSE_STEPS.flatMap(({ checks }) => checks),
  },
  {
    name: 'browser',
    about: 'browser tests in both languages and themes, every link of every dashboard, other servers',
    cores: 'all',
    needs: ['chromium'],
    checks: [browser('--grep', LONG_TAG)],
  },
];

/**
 * @param steps all
 * @param only names of some, comma-separated
 * @throws Error that lists the available steps
 */
export function chooseSteps(steps: readonly Step[], only: string | undefined): readonly Step[] {
  if (only === undefined) {
    return steps;
  }
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new Error(`Unknown step "${unknown}". Available steps: ${steps.map(({ name }) => name).join(', ')}.`);
  }
  return steps.filter(({ name }) => names.includes(name));
}

/** Everything but the backend works without Go. */
function withGo(stepName: string, checks: readonly Check[]): Check {
  return onlyWith(hasGo, 'no Go: backend not built, its tests skipped', (tools) => runChecks(stepName, checks, tools));
}

/** The race detector needs cgo, which needs a C compiler. @param args of `go test` that select tests */
function race(...args: string[]): Check {
  return onlyWith(
    () => isInstalled('gcc', '--version'),
    'no C compiler: the race detector of Go skipped',
    goTests('go test -race', ['-race', ...args, ...CONCURRENT_GO_PACKAGES])
  );
}

/** @param args Playwright arguments that select tests */
function browser(...args: string[]): Check {
  return async (tools) => {
    // Before the builds, which take long.
    const chromium = findChromium();
    for (const build of [pluginBuild, workbenchBuild]) {
      tools.write(`Build of the ${build.name}: ${await buildIfChanged(tools.children, build)}\n`);
    }
    return playwright('browser', { CHROMIUM_PATH: chromium }, ...args)(tools);
  };
}
