import { reachedEnd } from './reachedEnd.ts';

const START = Date.UTC(2026, 8, 15, 10);
const NOW = START + 7_200_000;

it.each([
  ['an hour ago', NOW - 3_600_000, true],
  ['now', NOW, true],
  ['in five minutes', NOW + 300_000, false],
  ['in 2099', Date.UTC(2099, 0, 1), false],
  ['in 9999', Date.UTC(9999, 11, 31, 23, 59, 59), false],
  ['when it began', START, true],
  ['an hour before it began, which is an error of a clock', START - 3_600_000, true],
  ['in 1970', 0, false],
  ['in the year 1', Date.parse('0001-01-01T00:00:00Z'), false],
  ['in 1899', Date.UTC(1899, 11, 30), false],
])('an end %s is one: %s', (_, endedMs, isReached) => {
  expect(reachedEnd(endedMs, START, NOW)).toBe(isReached ? endedMs : null);
});
