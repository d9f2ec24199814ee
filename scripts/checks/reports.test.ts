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

test('a test file that could not be run counts as a failure of its own', () => {
  expect(jestTally(JEST_REPORT)).toEqual({ passed: 40, failed: 3, skipped: 7 });
});

test('a browser test that passed at its second try has passed', () => {
  const report = { stats: { expected: 10, flaky: 1, unexpected: 2, skipped: 3 } };
  expect(playwrightTally(report)).toEqual({ passed: 11, failed: 2, skipped: 3 });
});

test.each([[{}], [null], [{ stats: { expected: 'many' } }]])('a report of another shape is refused: %j', (report) => {
  expect(() => playwrightTally(report)).toThrow('The test report has no valid count "stats.expected".');
});
