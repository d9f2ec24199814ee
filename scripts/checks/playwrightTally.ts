import { readCount } from './reportFields.ts';
import type { Tally } from './tally.ts';

/** The counts of Playwright's JSON report; a test that passed on a retry (flaky) counts as passed. */
export function playwrightTally(report: unknown): Tally {
  return {
    passed: readCount(report, 'stats', 'expected') + readCount(report, 'stats', 'flaky'),
    failed: readCount(report, 'stats', 'unexpected'),
    skipped: readCount(report, 'stats', 'skipped'),
  };
}
