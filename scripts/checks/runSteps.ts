import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ChildProcesses } from '../processes/childProcesses.ts';
import { watchStopSignals } from '../processes/stopSignals.ts';

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
  /** Receives how long each test file took. */
  readonly testFiles: TestFile[];
}

export interface TestFile {
  readonly file: string;
  readonly seconds: number;
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

export const NONE: Tally = { passed: 0, failed: 0, skipped: 0 };
export const PASSED: Tally = { ...NONE, passed: 1 };
export const FAILED: Tally = { ...NONE, failed: 1 };

const SLOWEST_FILES = 10;

/**
 * Runs the steps and prints a table of them, the slowest test files, and the total as the last line. The programs end with it, also if
 * it is interrupted.
 * @returns the exit code
 */
export async function runAndReport(steps: readonly Step[]): Promise<number> {
  const children = new ChildProcesses();
  const stop = watchStopSignals(children);
  void stop.requested.then(() => children.close());
  const tempDir = mkdtempSync(path.join(tmpdir(), 'telemetria-test-'));
  if (process.stdout.isTTY && process.env.NO_COLOR === undefined) {
    // The programs write to a pipe.
    process.env.FORCE_COLOR ??= '1';
  }
  const write = (text: string) => void process.stdout.write(text);
  const testFiles: TestFile[] = [];
  try {
    const tools = { children, tempDir, write, testFiles };
    const results = await runSteps(steps, availableParallelism(), tools, stop.isRequested);
    const total = addTallies(results.map(({ tally }) => tally));
    write(`\n${describeResults(results)}\n${describeSlowest(testFiles)}`);
    if (stop.isRequested()) {
      write('Interrupted.\n');
    }
    write(`\n${tallyLine(total)}\n`);
    return total.failed === 0 && !stop.isRequested() ? 0 : 1;
  } finally {
    await children.close();
    rmSync(tempDir, { recursive: true, force: true });
  }
}

/**
 * Starts the steps in order, as many at the same time as there are cores, and continues after failures. A step that runs while others
 * do prints its output in one piece when it ends, any other at once.
 * @param isStopped checked before each step
 * @returns the results of the steps that were started, in order
 */
export async function runSteps(
  steps: readonly Step[],
  cores: number,
  tools: CheckTools,
  isStopped: () => boolean
): Promise<StepResult[]> {
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
    let held = '';
    const write = needed === cores || steps.length === 1 ? tools.write : (text: string) => void (held += text);
    const result = runStep(step, { ...tools, write }).finally(() => {
      tools.write(held);
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

export async function runChecks(checks: readonly Check[], tools: CheckTools): Promise<Tally> {
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

/** A table with one row per step. */
export function describeResults(results: readonly StepResult[]): string {
  return results
    .map(({ step, tally, seconds }) => {
      const mark = tally.failed === 0 ? '✓' : '✗';
      return `${mark} ${step.name.padEnd(10)}${inSeconds(seconds)}   ${tallyLine(tally)}`;
    })
    .join('\n');
}

/** A list of the slowest files with a title; empty without files. */
export function describeSlowest(testFiles: readonly TestFile[]): string {
  const slowest = [...testFiles].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES);
  return slowest.length === 0
    ? ''
    : `\nSlowest test files:\n${slowest.map(({ file, seconds }) => `${inSeconds(seconds)}   ${file}\n`).join('')}`;
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(9);
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (count: keyof Tally) => tallies.reduce((total, tally) => total + tally[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The last line of the output, which other programs parse. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
