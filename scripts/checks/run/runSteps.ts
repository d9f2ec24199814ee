import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { ChildProcesses } from '../../processes/childProcesses.ts';
import { LineWriter } from './lineWriter.ts';
import { addTallies, FAILED, type Tally } from './tally.ts';

/** Prints its findings while it runs. Throws if it could not run, which counts as one failure. */
export type Check = (tools: CheckTools) => Promise<Tally>;

export interface CheckTools {
  readonly children: ChildProcesses;
  /** Deleted after the last step. */
  readonly tempDir: string;
  /** Stays after the run, with the log of each step. */
  readonly resultsDir: string;
  /** Prints the output of programs. */
  readonly write: (text: string) => void;
  /** Receives how long each test file took. */
  readonly testFiles: TestFile[];
  /** Receives what failed; a check that counts a failure adds it. */
  readonly failures: Failure[];
  /** @returns the command that runs a step alone */
  readonly commandOf: (stepName: string) => string;
}

export interface TestFile {
  readonly file: string;
  readonly seconds: number;
}

export interface Failure {
  /** A test with its file, or a program. */
  readonly name: string;
  readonly message: string;
  /** Runs it alone. */
  readonly command: string;
}

export interface Step {
  /** The value for `--only`. */
  readonly name: string;
  /** What it checks, for display. */
  readonly about: string;
  /** `one`: it runs while others do. `all`: it runs alone. */
  readonly cores: 'one' | 'all';
  /** What is installed before the first step. */
  readonly needs?: ReadonlyArray<'chromium' | 'go'>;
  /** Run in this order, also after failures. */
  readonly checks: readonly Check[];
}

export interface StepResult {
  readonly step: Step;
  readonly tally: Tally;
  readonly seconds: number;
}

/**
 * Starts the steps in order, as many at the same time as there are cores, and continues after failures. Lines of a step that runs while
 * others do have its name.
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
    const isAlone = needed === cores || steps.length === 1;
    const result = runStep(step, tools, isAlone ? '' : `${step.name.padEnd(9)}│ `).finally(() =>
      running.delete(result)
    );
    running.set(result, needed);
    results.push(result);
  }
  return Promise.all(results);
}

async function runStep(step: Step, tools: CheckTools, prefix: string): Promise<StepResult> {
  const startedMs = Date.now();
  const lines = new LineWriter(prefix, tools.write);
  const log = path.join(tools.resultsDir, `${step.name}.log`);
  tools.write(`\n━━ ${step.name}: ${step.about}\n`);
  const write = (text: string) => {
    appendFileSync(log, text);
    lines.add(text);
  };
  const tally = await runChecks(step.name, step.checks, { ...tools, write });
  lines.end();
  return { step, tally, seconds: (Date.now() - startedMs) / 1000 };
}

/**
 * Runs the checks one after the other, also after failures.
 * @param stepName of their step, for errors
 */
export async function runChecks(stepName: string, checks: readonly Check[], tools: CheckTools): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const check of checks) {
    tallies.push(
      await check(tools).catch((error: unknown) => {
        const { message } = error as Error;
        tools.write(`FAILED: ${message}\n`);
        tools.failures.push({ name: stepName, message, command: tools.commandOf(stepName) });
        return FAILED;
      })
    );
  }
  return addTallies(tallies);
}
