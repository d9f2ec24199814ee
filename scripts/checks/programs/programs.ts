import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChildSpec, RunningChild } from '../../processes/childProcesses.ts';
import { repositoryRoot } from '../../repositoryRoot.ts';
import { MESSAGE_LINES, shellCommand } from '../run/describeRun.ts';
import type { Check, CheckTools, TestFile } from '../run/runSteps.ts';
import { seedEnvironment } from '../run/seed.ts';
import { addTallies, FAILED, NONE, PASSED, SKIPPED, type Tally } from '../run/tally.ts';

/** A program that passes or fails as a whole. */
export function program(name: string, command: ChildSpec['command'], env?: NodeJS.ProcessEnv): Check {
  return async (tools) => {
    const { children, write } = tools;
    const child = children.start({ name, command, env: { ...process.env, ...env }, output: write });
    const { code } = await child.exited;
    write(`${code === 0 ? 'passed' : 'FAILED'}: ${name}\n`);
    return code === 0 ? PASSED : failProgram(tools, child, shellCommand(command, env));
  };
}

export function npmScript(name: string, ...args: string[]): Check {
  const rest = args.length === 0 ? [] : ['--', ...args];
  return program(name, ['npm', 'run', '--silent', name, ...rest]);
}

/** The programs that an npm script runs one after the other, without its end at the first that fails. */
export function programsOf(npmScript: string): Check[] {
  const { scripts } = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return scripts[npmScript]!.split(' && ').map((command) => {
    const words = command.split(' ');
    return program(words[0]!, ['npx', ...words]);
  });
}

/** Runs the check only where what it needs is there, and otherwise says what is skipped. */
export function onlyWith(isThere: () => boolean, otherwise: string, check: Check): Check {
  return async (tools) => {
    if (isThere()) {
      return check(tools);
    }
    tools.write(`${otherwise}\n`);
    return SKIPPED;
  };
}

/** Jest's arguments for all tests that need no Go. */
export const UNIT_AND_SERVICE = ['--selectProjects', 'plugin', 'workbench', 'scripts', 'telemetry-api'] as const;

interface JestOptions extends Pick<ChildSpec, 'cwd'> {
  /** In addition to that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** As of Jest's option, which starts a worker for each file if it is given twice. */
  readonly maxWorkers?: string;
  /** As that of ChildSpec. */
  readonly maxSilenceMs?: number;
}

/**
 * In MiB, of Node.js and of Jest's workers, which inherit it. With the 16 of Node.js, what a test needs for a moment is often copied before it
 * ends: a tenth of the processor time.
 */
const YOUNG_GENERATION = '--max-semi-space-size=64';

/**
 * @param name of the tests, unique in a run
 * @param args Jest arguments that select them; with `--passWithNoTests`, there may be none
 */
export function jest(
  name: string,
  args: readonly string[],
  { env = {}, maxWorkers = '100%', maxSilenceMs = MAX_SILENCE_MS, ...where }: JestOptions = {}
): Check {
  const reporters = ['--reporters=default', '--reporters=./scripts/checks/programs/countReporter.cjs'];
  const options = ['--ci', `--maxWorkers=${maxWorkers}`, ...reporters, ...args];
  const command = [process.execPath, YOUNG_GENERATION, 'node_modules/jest/bin/jest.js', ...options] as const;
  const commandOf = (test: FailedTest) => shellCommand(jestCommand(test), { ...seedEnvironment(), ...env });
  return testRunner(
    { name: `${name} tests`, command, env, maxSilenceMs, ...where },
    commandOf,
    args.includes('--passWithNoTests')
  );
}

/** @param args Playwright arguments that select tests */
export function playwright(name: string, env: NodeJS.ProcessEnv, ...args: string[]): Check {
  const reporters = '--reporter=list,./scripts/checks/programs/countReporter.cjs';
  const command = [process.execPath, 'node_modules/@playwright/test/cli.js', 'test', reporters, ...args] as const;
  // Playwright shuts down gracefully on SIGINT.
  return testRunner({ name: `${name} tests`, command, env, stopSignal: 'SIGINT' }, playwrightCommand);
}

/** Tests whose runner hangs fail. The slowest file with ten times the cases takes three minutes on two cores. */
const MAX_SILENCE_MS = 30 * 60_000;

/** What countReporter.cjs writes. */
interface TestReport {
  readonly tally: Tally;
  readonly testFiles: readonly TestFile[];
  readonly failures: readonly FailedTest[];
}

export interface FailedTest {
  /** Absolute in the report, then relative to the root. */
  readonly file: string;
  /** Where Playwright's tests begin. */
  readonly line?: number;
  /** None if the file could not be run. */
  readonly title?: string;
  readonly message: string;
}

/**
 * A program whose tests countReporter.cjs counts. If it fails without a failed test, that is one failure.
 * @param commandOf runs one test alone
 * @param mayBeEmpty otherwise it is also one failure if it runs no test
 */
export function testRunner(spec: ChildSpec, commandOf: (test: FailedTest) => string, mayBeEmpty = false): Check {
  return async (tools) => {
    const { children, tempDir, write, testFiles, failures } = tools;
    const reportFile = path.join(tempDir, `${spec.name}.json`);
    const env = { ...process.env, ...spec.env, TEST_REPORT_FILE: reportFile };
    const child = children.start({ output: write, maxSilenceMs: MAX_SILENCE_MS, ...spec, env });
    const { code } = await child.exited;
    const report: TestReport = existsSync(reportFile)
      ? (JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport)
      : { tally: NONE, testFiles: [], failures: [] };
    const { tally } = report;
    const relative = (file: string) => path.relative(spec.cwd ?? repositoryRoot, file);
    testFiles.push(...report.testFiles.map(({ file, seconds }) => ({ file: relative(file), seconds })));
    for (const failed of report.failures) {
      const test = { ...failed, file: relative(failed.file) };
      const place = test.line === undefined ? test.file : `${test.file}:${test.line}`;
      failures.push({
        name: test.title === undefined ? place : `${place} › ${test.title}`,
        message: test.message,
        command: commandOf(test),
      });
    }
    const lacksTests = tally.passed + tally.failed === 0 && !mayBeEmpty;
    if (lacksTests) {
      write(`FAILED: ${spec.name}: no tests were run.\n`);
    }
    return lacksTests || (code !== 0 && tally.failed === 0)
      ? addTallies([tally, failProgram(tools, child, shellCommand(spec.command))])
      : tally;
  };
}

/** Counts a program that failed as a whole, with what it printed last. */
function failProgram({ failures }: CheckTools, child: RunningChild, command: string): Tally {
  const message = child.lastOutput().trimEnd().split('\n').slice(-MESSAGE_LINES).join('\n');
  failures.push({ name: child.name, message, command });
  return FAILED;
}

function jestCommand({ file, title }: FailedTest): string[] {
  const pattern = title === undefined ? [] : ['-t', `^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`];
  return ['npx', 'jest', file, ...pattern];
}

function playwrightCommand({ file, line }: FailedTest): string {
  return shellCommand(['npx', 'playwright', 'test', `${file}:${line}`]);
}
