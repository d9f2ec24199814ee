import { appendFileSync } from 'node:fs';
import { defaultReportMessage, type RunDetails } from 'fast-check';

const FUZZ_RUNS = 500;

/** Of the tests named `*.fuzz.test.ts`. The cases are the same in each `npm test`; `npm run fuzz` runs more of them, with another seed. */
export const FUZZ = {
  numRuns: Number(process.env.FUZZ_RUNS ?? FUZZ_RUNS),
  seed: Number(process.env.FUZZ_SEED ?? 20_260_601),
  reporter,
};

/**
 * Of every other property: the same cases in each `npm test`, and as many times more as `npm run fuzz` has.
 * @param runs in `npm test`
 */
export function cases(runs: number): typeof FUZZ {
  return { ...FUZZ, numRuns: Math.ceil((runs * FUZZ.numRuns) / FUZZ_RUNS) };
}

/** For Jest: a case takes far less than this. */
export const FUZZ_TIMEOUT_MS = 60_000 + FUZZ.numRuns * 500;

/** Reports how many cases ran to `npm run fuzz`, which counts them, and fails the test as fast-check does by default. */
function reporter<Case>(details: RunDetails<Case>): void {
  const { testPath, currentTestName } = expect.getState();
  if (process.env.FUZZ_COUNTS !== undefined) {
    appendFileSync(
      process.env.FUZZ_COUNTS,
      `${JSON.stringify({ testPath, currentTestName, cases: details.numRuns })}\n`
    );
  }
  if (details.failed) {
    throw new Error(defaultReportMessage(details));
  }
}
