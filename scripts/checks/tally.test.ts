import { expect, test } from '@jest/globals';
import { addTallies, type Tally, tallyLine, withExitCode } from './tally.ts';

const tally = (passed: number, failed: number, skipped = 0): Tally => ({ passed, failed, skipped });

test('the counts of all steps are added up', () => {
  expect(addTallies([tally(1, 2, 3), tally(10, 20, 30)])).toEqual(tally(11, 22, 33));
  expect(addTallies([])).toEqual(tally(0, 0));
});

test.each([
  [tally(12, 0), '12 passed, 0 failed'],
  [tally(12, 1, 2), '12 passed, 1 failed, 2 skipped'],
])('%j is formatted as "%s"', (counts, line) => {
  expect(tallyLine(counts)).toBe(line);
});

test.each([
  ['a program that failed while its tests passed', tally(5, 0), 1, tally(5, 1)],
  ['a program that was killed before it wrote counts', tally(0, 0), null, tally(0, 1)],
  ['a program that failed because tests failed', tally(5, 2), 1, tally(5, 2)],
  ['a program that ran no test', tally(0, 0, 3), 0, tally(0, 1, 3)],
  ['a program that passed', tally(5, 0), 0, tally(5, 0)],
])('counts of %s', (_, counts, code, expected) => {
  expect(withExitCode(counts, code)).toEqual(expected);
});
