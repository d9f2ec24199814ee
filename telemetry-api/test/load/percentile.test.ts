import { percentile } from './percentile.ts';

test.each([
  [0.5, 2],
  [0.51, 3],
  [0.99, 4],
  [1, 4],
  [0, 1],
])('at least %s of the values do not exceed the percentile', (share, value) => {
  expect(percentile([4, 1, 3, 2], share)).toBe(value);
});

test('an empty list has no percentiles', () => {
  expect(() => percentile([], 0.5)).toThrow(RangeError);
});
