import { readCount } from './reportFields.ts';
import type { Tally } from './tally.ts';

/** The counts that countReporter.cjs wrote; a test file that failed to run counts as one failure. */
export function jestTally(report: unknown): Tally {
  return {
    passed: readCount(report, 'numPassedTests'),
    failed: readCount(report, 'numFailedTests') + readCount(report, 'numRuntimeErrorTestSuites'),
    skipped: readCount(report, 'numPendingTests') + readCount(report, 'numTodoTests'),
  };
}
