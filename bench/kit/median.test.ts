import { expect, it } from '@jest/globals';
import { median } from './median.ts';

it.each([
  [[3], 3],
  [[10, 9, 100], 10],
  [[4, 1, 3, 2], 2.5],
  [[-1, -5, 0], -1],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

it('does not modify its argument', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

it('throws for an empty list', () => {
  expect(() => median([])).toThrow(RangeError);
});
