import { median } from './median.ts';

test.each([
  [[7], 7],
  [[1, 3], 2],
  [[10, 9, 1], 9],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('the median of no values throws', () => {
  expect(() => median([])).toThrow(RangeError);
});
