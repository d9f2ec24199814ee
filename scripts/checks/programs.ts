import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChildSpec } from '../processes/childProcesses.ts';
import { repositoryRoot } from '../repositoryRoot.ts';
import { addTallies, type Check, FAILED, NONE, PASSED, type Tally, type TestFile } from './runSteps.ts';

/** A program that passes or fails as a whole. */
export function program(name: string, command: ChildSpec['command'], env = process.env): Check {
  return async ({ children, write }) => {
    const { code } = await children.start({ name, command, env, output: write }).exited;
    write(`${code === 0 ? 'passed' : 'FAILED'}: ${name}\n`);
    return code === 0 ? PASSED : FAILED;
  };
}

export function npmScript(name: string, ...args: string[]): Check {
  return program(name, ['npm', 'run', '--silent', name, '--', ...args]);
}

/**
 * @param name of the tests, unique in a run
 * @param args Jest arguments that select them; with `--passWithNoTests`, there may be none
 */
export function jest(name: string, ...args: string[]): Check {
  const reporters = ['--reporters=default', '--reporters=./scripts/checks/countReporter.cjs'];
  const options = ['--ci', '--maxWorkers=100%', ...reporters, ...args];
  const command = [process.execPath, 'node_modules/jest/bin/jest.js', ...options] as const;
  return testRunner({ name: `${name} tests`, command }, args.includes('--passWithNoTests'));
}

/** What countReporter.cjs writes. */
interface TestReport {
  readonly tally: Tally;
  readonly testFiles: readonly TestFile[];
}

/**
 * A program whose tests countReporter.cjs counts. If it fails without a failed test, that is one failure.
 * @param mayBeEmpty otherwise it is also one failure if it runs no test
 */
export function testRunner(spec: ChildSpec, mayBeEmpty = false): Check {
  return async ({ children, tempDir, write, testFiles }) => {
    const reportFile = path.join(tempDir, `${spec.name}.json`);
    const env = { ...process.env, ...spec.env, TEST_REPORT_FILE: reportFile };
    const { code } = await children.start({ output: write, ...spec, env }).exited;
    const report = existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport) : undefined;
    const tally = report?.tally ?? NONE;
    testFiles.push(
      ...(report?.testFiles ?? []).map(({ file, seconds }) => ({ file: path.relative(repositoryRoot, file), seconds }))
    );
    const lacksTests = tally.passed + tally.failed === 0 && !mayBeEmpty;
    if (lacksTests) {
      write(`FAILED: ${spec.name}: no tests were run.\n`);
    }
    return lacksTests || (code !== 0 && tally.failed === 0) ? addTallies([tally, FAILED]) : tally;
  };
}

export function isInstalled(command: string, versionArgument: string): boolean {
  return spawnSync(command, [versionArgument]).status === 0;
}
