import { expect, test } from '@jest/globals';
import { jestTally } from './jestTally.ts';
import { playwrightTally } from './playwrightTally.ts';

const JEST_REPORT = {
  numPassedTests: 40,
  numFailedTests: 1,
  numRuntimeErrorTestSuites: 2,
  numPendingTests: 3,
  numTodoTests: 4,
};

test('a test file that failed to run counts as one failure', () => {
  expect(jestTally(JEST_REPORT)).toEqual({ passed: 40, failed: 3, skipped: 7 });
});

test('a browser test that passed on a retry counts as passed', () => {
  const report = { stats: { expected: 10, flaky: 1, unexpected: 2, skipped: 3 } };
  expect(playwrightTally(report)).toEqual({ passed: 11, failed: 2, skipped: 3 });
});

test.each([[{}], [null], [{ stats: { expected: 'many' } }]])(
  'a report with an unknown format is rejected: %j',
  (report) => {
    expect(() => playwrightTally(report)).toThrow('The test report has no valid count "stats.expected".');
  }
);
