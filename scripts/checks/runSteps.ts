import type { Step, StepTools } from './step.ts';
import { type Tally, tallyLine, withExitCode } from './tally.ts';

export interface StepResult {
  readonly step: Step;
  readonly tally: Tally;
  readonly seconds: number;
}

/**
 * Runs the steps in order and continues after failures.
 * @param isStopped checked before each step
 */
export async function runSteps(
  steps: readonly Step[],
  tools: StepTools,
  isStopped: () => boolean
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    if (isStopped()) {
      break;
    }
    const startedMs = Date.now();
    tools.log(`\n━━ ${step.name}: ${step.about}`);
    const tally = await runStep(step, tools);
    results.push({ step, tally, seconds: (Date.now() - startedMs) / 1000 });
  }
  return results;
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

async function runStep(step: Step, tools: StepTools): Promise<Tally> {
  try {
    const tally = await step.run(tools);
    if (tally.passed + tally.failed + tally.skipped === 0) {
      tools.log('FAILED: no tests were run.');
    }
    return withExitCode(tally, 0);
  } catch (error) {
    tools.log(`FAILED: ${(error as Error).message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
