import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ChildProcesses } from '../../processes/childProcesses.ts';
import { watchStopSignals } from '../../processes/stopSignals.ts';
import { repositoryRoot } from '../../repositoryRoot.ts';
import { describeFailures, describeResults, describeSlowest } from './describeRun.ts';
import { installNeeds } from './installNeeds.ts';
import { type CheckTools, runSteps, type Step } from './runSteps.ts';
import { addTallies, tallyLine } from './tally.ts';

/** Logs of the last run, kept by the workflow if it failed. A test of a run has a folder of its own. */
const RESULTS_DIR = process.env.TEST_RESULTS_DIR ?? path.join(repositoryRoot, 'test-results');

/**
 * Runs the steps and prints a table of them, the slowest test files, what failed, and the total as the last line. The programs end with
 * it, also if it is interrupted.
 * @param steps in the order in which they start
 * @param command the npm script, for display
 * @param commandOf runs a step alone
 * @returns the exit code
 */
export async function runAndReport(
  steps: readonly Step[],
  command: string,
  commandOf = (stepName: string) => `${command} -- --only ${stepName}`
): Promise<number> {
  const children = new ChildProcesses();
  const stop = watchStopSignals(children);
  void stop.requested.then(() => children.close());
  const tempDir = mkdtempSync(path.join(tmpdir(), 'telemetria-test-'));
  rmSync(RESULTS_DIR, { recursive: true, force: true });
  mkdirSync(RESULTS_DIR);
  if (process.stdout.isTTY && process.env.NO_COLOR === undefined) {
    // The programs write to a pipe.
    process.env.FORCE_COLOR ??= '1';
  }
  const write = (text: string) => void process.stdout.write(text);
  const tools: CheckTools = {
    children,
    tempDir,
    resultsDir: RESULTS_DIR,
    write,
    testFiles: [],
    failures: [],
    commandOf,
  };
  const started = new Date().toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
  try {
    const versions = await installNeeds(new Set(steps.flatMap(({ needs = [] }) => needs)), children, write);
    const run = `${command} at ${started}, ${[`${availableParallelism()} cores`, ...versions].join(', ')}`;
    write(`${run}\n`);
    const results = await runSteps(steps, availableParallelism(), tools, stop.isRequested);
    const total = addTallies(results.map(({ tally }) => tally));
    const failures = describeFailures(tools.failures);
    const summary = [
      `\n${describeResults(results)}\n`,
      describeSlowest(tools.testFiles),
      failures,
      `\n${run}\n`,
      ...(failures === '' ? [] : [`Logs: ${path.relative(repositoryRoot, RESULTS_DIR)}/\n`]),
      ...(stop.isRequested() ? ['Interrupted.\n'] : []),
      `\n${tallyLine(total)}\n`,
    ].join('');
    write(summary);
    writeFileSync(path.join(RESULTS_DIR, 'summary.txt'), summary);
    return total.failed === 0 && !stop.isRequested() ? 0 : 1;
  } finally {
    await children.close();
    rmSync(tempDir, { recursive: true, force: true });
  }
}
