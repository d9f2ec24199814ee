import { readingsAt, toRows } from '../../testSupport/toRows';
import type { Level } from '../time/step';
import { hasCounts, orderRows } from './rows';

const WINDOW = { fromEpochMs: 10, toEpochMs: 20 };

function bucket(at: number, avg: number) {
  return { at, avg, min: avg, max: avg, n: 5 };
}

it.each<[string, Level, number[], number[], number, number]>([
  ['already sorted', '1m', [10, 11, 19], [10, 11, 19], 0, 0],
  ['unsorted', '1m', [19, 10, 11], [10, 11, 19], 0, 0],
  ['before the start, at the start and at the end', '1m', [9, 10, 20], [10], 0, 2],
  ['duplicate buckets', '1m', [11, 10, 11, 11], [10, 11], 2, 0],
  ['duplicate readings', 'raw', [11, 10, 11, 11], [10, 11], 2, 0],
  ['no rows', 'raw', [], [], 0, 0],
])(
  'returns rows of the window in ascending order, without duplicates: %s',
  (_, level, received, expected, duplicates, outside) => {
    const { rows, duplicateRows, outsideRows } = orderRows(readingsAt(received), WINDOW, level);
    expect(Array.from(rows.timeEpochMs)).toEqual(expected);
    expect([duplicateRows, outsideRows]).toEqual([duplicates, outside]);
  }
);

it('keeps the first of two buckets with the same time', () => {
  const { rows, duplicateRows } = orderRows(toRows([bucket(12, 1), bucket(11, 7), bucket(12, 2)]), WINDOW, '1m');
  expect(Array.from(rows.avg)).toEqual([7, 1]);
  expect(duplicateRows).toBe(1);
});

it('keeps readings with the same time but different values, because both were sampled', () => {
  const readings = toRows([bucket(12, 1), bucket(12, 900), bucket(12, 1), bucket(12, 900)]);
  const { rows, duplicateRows } = orderRows(readings, WINDOW, 'raw');
  expect(Array.from(rows.avg)).toEqual([1, 900]);
  expect(duplicateRows).toBe(2);
});

it.each([
  [[1, 2], true],
  [[1, NaN], false],
  [[], true],
])('the counts %j are usable: %s', (counts, usable) => {
  expect(hasCounts(toRows(counts.map((n, at) => ({ at, avg: 0, min: 0, max: 0, n }))))).toBe(usable);
});
