import { readCount } from './reportFields.ts';
import type { Tally } from './tally.ts';

/** Counts of Playwright's JSON report; a test that passed at its second try is reported as passed, and as flaky by Playwright itself. */
export function playwrightTally(report: unknown): Tally {
  return {
    passed: readCount(report, 'stats', 'expected') + readCount(report, 'stats', 'flaky'),
    failed: readCount(report, 'stats', 'unexpected'),
    skipped: readCount(report, 'stats', 'skipped'),
  };
}
