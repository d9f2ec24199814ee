import { readingsAt, toRows } from '../../../../testSupport/toRows';
import { bucketIncreases, type LastReading, NO_READINGS, readingIncreases, sumBySteps } from './increase';

/** Readings one millisecond apart. */
function readings(...values: number[]) {
  return readingsAt([...values.keys()], (at) => values[at]!);
}

/** Buckets ten milliseconds apart, of three readings each unless stated otherwise. */
function buckets(...list: Array<readonly [min: number, max: number, n?: number]>) {
  return toRows(list.map(([min, max, n = 3], index) => ({ at: index * 10, avg: (min + max) / 2, min, max, n })));
}

it.each<[string, LastReading, number[], number[]]>([
  ['rises', 10, [12, 12, 17], [2, 0, 5]],
  ['has no reading before', undefined, [12, 15], [0, 3]],
  ['has an unknown reading before', NaN, [12, 15], [NaN, 3]],
  ['restarts', 10, [12, 1, 4], [2, 1, 3]],
  ['restarts twice', 10, [3, 1, 0], [3, 1, 0]],
])('a counter that %s increases by each reading', (_, before, values, expected) => {
  expect(Array.from(readingIncreases(readings(...values), [], before))).toEqual(expected);
});

it('does not know the increase over an absent window', () => {
  const absent = [{ fromEpochMs: 1, toEpochMs: 2 }];
  expect(
    Array.from(
      readingIncreases(
        readingsAt([0, 2, 3], (at) => at * 10),
        absent,
        0
      )
    )
  ).toEqual([0, NaN, 10]);
});

describe('buckets', () => {
  it('increase by the distance of their highest values', () => {
    const { increase, unresolved } = bucketIncreases(buckets([10, 12], [12, 15], [20, 30]), [], {
      ...NO_READINGS,
      before: 9,
    });
    expect(Array.from(increase)).toEqual([3, 3, 15]);
    expect(unresolved).toEqual([]);
  });

  it('in which the counter fell, and the one after, need their readings', () => {
    const rows = buckets([10, 12], [0, 15], [3, 8], [8, 9]);
    const { increase, unresolved } = bucketIncreases(rows, [], { ...NO_READINGS, before: 9 });
    expect(unresolved).toEqual([1, 2]);
    expect(Array.from(increase)).toEqual([3, NaN, NaN, NaN]);
    const own = new Map([
      [10, readings(15, 0, 2)],
      [20, readings(3, 6, 8)],
    ]);
    expect(Array.from(bucketIncreases(rows, [], { before: 9, byBucket: own }).increase)).toEqual([3, 5, 6, 1]);
  });

  it('whose readings are not known leave out the bucket after them too', () => {
    const rows = buckets([10, 12], [0, 15], [15, 18], [18, 19]);
    const { increase } = bucketIncreases(rows, [], { ...NO_READINGS, before: 9 });
    expect(Array.from(increase)).toEqual([3, NaN, NaN, 1]);
  });

  it('of one reading never need it', () => {
    const rows = buckets([10, 10, 1], [4, 4, 1], [6, 6, 1]);
    const { increase, unresolved } = bucketIncreases(rows, [], { ...NO_READINGS, before: undefined });
    expect(Array.from(increase)).toEqual([0, 4, 2]);
    expect(unresolved).toEqual([]);
  });

  it('after an absent one need their readings, because it may have been higher', () => {
    const rows = buckets([10, 12], [12, 15], [15, 18]);
    const absent = [{ fromEpochMs: 5, toEpochMs: 6 }];
    const { increase, unresolved } = bucketIncreases(rows, absent, { ...NO_READINGS, before: 9 });
    expect(unresolved).toEqual([1]);
    expect(Array.from(increase)).toEqual([3, NaN, NaN]);
    const own = new Map([[10, readings(12, 13, 15)]]);
    expect(Array.from(bucketIncreases(rows, absent, { before: 9, byBucket: own }).increase)).toEqual([3, NaN, 3]);
  });
});

it('a step is the sum of its rows, and unknown if one of them is', () => {
  const times = Float64Array.of(0, 5, 10, 30, 35, 40);
  const increase = Float64Array.of(1, 2, 4, 8, NaN, 16);
  const steps = sumBySteps(increase, times, Float64Array.of(0, 10, 30, 40), Float64Array.of(0, 10, 20, 30, 40, 50));
  expect(Array.from(steps)).toEqual([3, 4, NaN, 16]);
});
