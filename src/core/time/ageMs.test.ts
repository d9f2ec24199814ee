import { ageMs } from './ageMs';

it.each([
  [400, 1_000, 600],
  [1_000, 1_000, 0],
  [1_001, 1_000, 0],
  [undefined, 1_000, undefined],
])('the age of %p at %p is %p', (timeEpochMs, nowEpochMs, expected) => {
  expect(ageMs(timeEpochMs, nowEpochMs)).toBe(expected);
});
