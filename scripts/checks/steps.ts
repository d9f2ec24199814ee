import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium as playwrightChromium } from '@playwright/test';
import { findOrInstallChromium } from './chromium/findOrInstallChromium.ts';
import type { ChildProcesses, ChildSpec } from './processes/childProcesses.ts';
import { OrderedOutput } from './processes/orderedOutput.ts';
import { buildIfChanged, pluginBuild, runBuild, workbenchBuild } from './stack/builds.ts';

/** Counts of tests; a check without tests, such as a build, counts as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Prints its findings while it runs. Throws if it could not run, which counts as one failure. */
export type Check = (tools: CheckTools) => Promise<Tally>;

export interface CheckTools {
  readonly children: ChildProcesses;
  /** Deleted after the last step. */
  readonly tempDir: string;
  /** Prints the output of programs. */
  readonly write: (text: string) => void;
}

export interface Step {
  /** The value for `--only`. */
  readonly name: string;
  /** What it checks, for display. */
  readonly about: string;
  /** `one`: it runs while others do. `all`: it runs alone. */
  readonly cores: 'one' | 'all';
  /** Run in this order, also after failures. */
  readonly checks: readonly Check[];
}

export interface StepResult {
  readonly step: Step;
  readonly tally: Tally;
  readonly seconds: number;
}

const NONE: Tally = { passed: 0, failed: 0, skipped: 0 };
const PASSED: Tally = { ...NONE, passed: 1 };
const FAILED: Tally = { ...NONE, failed: 1 };

/** They read tens of megabytes one after the other: a minute under the race detector, which has nothing to find there. */
const SEQUENTIAL_GO_TESTS =
  '^(TestHostileResponsesAreAnErrorBeforeAnythingIsBuilt|TestAServerThatIgnoresTheLimitOfRowsIsReadTenTimesAsFar|TestACompressedResponseIsReadUpToTheSameSize)$';

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

/**
 * Starts the steps in order, as many at the same time as there are cores, and continues after failures. The output of a step
 * is printed in one piece.
 * @param isStopped checked before each step
 * @returns the results of the steps that were started, in order
 */
export async function runSteps(
  steps: readonly Step[],
  cores: number,
  { write, ...tools }: CheckTools,
  isStopped: () => boolean
): Promise<StepResult[]> {
  const output = new OrderedOutput(write);
  const running = new Map<Promise<StepResult>, number>();
  const results: Array<Promise<StepResult>> = [];
  for (const step of steps) {
    const needed = step.cores === 'all' ? cores : 1;
    while ([...running.values()].reduce((sum, taken) => sum + taken, needed) > cores) {
      await Promise.race(running.keys());
    }
    if (isStopped()) {
      break;
    }
    const part = output.open();
    const result = runStep(step, { ...tools, write: part.write }).finally(() => {
      part.close();
      running.delete(result);
    });
    running.set(result, needed);
    results.push(result);
  }
  return Promise.all(results);
}

async function runStep(step: Step, tools: CheckTools): Promise<StepResult> {
  const startedMs = Date.now();
  tools.write(`\n━━ ${step.name}: ${step.about}\n`);
  const tally = await runChecks(step.checks, tools);
  return { step, tally, seconds: (Date.now() - startedMs) / 1000 };
}

/** A table with one row per step. */
export function describeResults(results: readonly StepResult[]): string {
  return results
    .map(({ step, tally, seconds }) => {
      const mark = tally.failed === 0 ? '✓' : '✗';
      return `${mark} ${step.name.padEnd(10)}${`${seconds.toFixed(1)} s`.padStart(9)}   ${tallyLine(tally)}`;
    })
    .join('\n');
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (count: keyof Tally) => tallies.reduce((total, tally) => total + tally[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The last line of the output, which other programs parse. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

async function runChecks(checks: readonly Check[], tools: CheckTools): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const check of checks) {
    tallies.push(
      await check(tools).catch((error: unknown) => {
        tools.write(`FAILED: ${(error as Error).message}\n`);
        return FAILED;
      })
    );
  }
  return addTallies(tallies);
}

/** A program that passes or fails as a whole. */
function program(name: string, command: ChildSpec['command'], env = process.env): Check {
  return async ({ children, write }) => {
    const { code } = await children.start({ name, command, env, output: write }).exited;
    write(`${code === 0 ? 'passed' : 'FAILED'}: ${name}\n`);
    return code === 0 ? PASSED : FAILED;
  };
}

function npmScript(name: string, ...args: string[]): Check {
  return program(name, ['npm', 'run', '--silent', name, '--', ...args]);
}

/** @param filter Jest arguments that select the tests */
function jest(name: string, ...filter: string[]): Check {
  const reporters = ['--reporters=default', '--reporters=./scripts/countReporter.cjs'];
  return testRunner({
    name: `${name} tests`,
    command: [process.execPath, 'node_modules/jest/bin/jest.js', '--ci', '--maxWorkers=100%', ...reporters, ...filter],
  });
}

/** A program whose tests countReporter.cjs counts. If it fails without a failed test, or runs none, that is one failure. */
export function testRunner(spec: ChildSpec): Check {
  return async ({ children, tempDir, write }) => {
    const tallyFile = path.join(tempDir, `${spec.name}.json`);
    const env = { ...process.env, ...spec.env, TALLY_FILE: tallyFile };
    const { code } = await children.start({ output: write, ...spec, env }).exited;
    const tally = existsSync(tallyFile) ? (JSON.parse(readFileSync(tallyFile, 'utf8')) as Tally) : NONE;
    const hasRunNone = tally.passed + tally.failed === 0;
    if (hasRunNone) {
      write(`FAILED: ${spec.name}: no tests were run.\n`);
    }
    return hasRunNone || (code !== 0 && tally.failed === 0) ? addTallies([tally, FAILED]) : tally;
  };
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
  // The race detector needs cgo, which needs a C compiler. The other packages start nothing that runs at the same time, and with the
  // detector, what they import takes minutes to compile.
  const race = isInstalled('gcc', '--version')
    ? [
        program('go test -race', [
          'go',
          'test',
          '-race',
          '-skip',
          SEQUENTIAL_GO_TESTS,
          './pkg/telemetry',
          './pkg/engine',
        ]),
      ]
    : [];
  // Fuzzing finds what nobody thought of; a longer run is `go test ./pkg/telemetry -fuzz Fuzz`.
  const fuzz = ['./pkg/telemetry', '-fuzz', 'Fuzz', '-fuzztime', '20s'];
  const checks = [
    program('go vet', ['go', 'vet', './...'], withoutCgo),
    program('go test', ['go', 'test', './...'], withoutCgo),
    ...race,
    program('fuzz of the page decoder', ['go', 'test', ...fuzz], withoutCgo),
    jest('backend', '--selectProjects', 'backend'),
  ];
  return addTallies([build, await runChecks(checks, tools)]);
}

function isInstalled(command: string, versionArgument: string): boolean {
  return spawnSync(command, [versionArgument]).status === 0;
}

async function browser(tools: CheckTools): Promise<Tally> {
  const { children, tempDir, write } = tools;
  const log = (line: string) => write(`${line}\n`);
  const chromium = await findOrInstallChromium(process.env, playwrightChromium.executablePath(), children, log);
  log(`Chromium: ${chromium}`);
  for (const build of [pluginBuild, workbenchBuild]) {
    log(`Build of the ${build.name}: ${await buildIfChanged(children, build)}`);
  }
  const reporters = '--reporter=list,./scripts/countReporter.cjs';
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
