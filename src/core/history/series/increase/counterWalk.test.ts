import fc from 'fast-check';
import { counterReadings, counts, gainsOf } from '../../../../testSupport/counter';
import { cases } from '../../../../testSupport/fuzz';
import { type CounterState, CounterWalk, NEVER_READ, UNKNOWN_STATE } from './counterWalk';

const after = (last: number, odd: number[] = []): CounterState => ({
  ...NEVER_READ,
  last,
  odd: odd.map((value) => ({ atEpochMs: -1, value })),
});

/** Walks over readings one millisecond apart. */
function walk(before: CounterState, values: readonly number[]) {
  const counter = new CounterWalk(before);
  values.forEach((value, at) => counter.reading(at, value));
  const { gain, momentary, isFalling } = counter.end();
  return { gain, momentary, isFalling };
}

it.each<[string, CounterState, number[], number[], number[]]>([
  ['rises', after(10), [12, 12, 17], [2, 0, 5], []],
  ['has no reading before', NEVER_READ, [12, 15], [0, 3], []],
  ['has an unknown reading before', UNKNOWN_STATE, [120, 123], [NaN, 3], []],
  ['may be low after something unknown', UNKNOWN_STATE, [0, 98_031, 98_032], [NaN, NaN, 1], []],
  ['is known again after four readings', UNKNOWN_STATE, [0, 0, 0, 0, 98_031], [NaN, 0, 0, 0, 98_031], []],
  ['restarts', after(100), [102, 1, 4, 30], [2, 1, 3, 26], []],
  ['restarts with its last reading', after(100), [102, 1], [2, 1], []],
  ['restarts and stays', after(100), [0, 0, 0, 0, 5], [0, 0, 0, 0, 5], []],
  ['restarts and counts up at once', after(100), [3, 40, 101], [3, 37, 61], []],
  ['is corrected by less than a tenth', after(98_029), [98_028.5, 98_031], [-0.5, 2.5], []],
  ['is 0 for a moment', after(98_029), [0, 98_031], [0, 2], [0]],
  ['is low for three readings', after(98_029), [0, 17, 3, 98_031], [0, 0, 0, 2], [0, 1, 2]],
  ['is back a little lower', after(98_029), [0, 98_028.5], [0, -0.5], [0]],
  ['is 0 before the range, and back', after(98_029, [0, 0]), [0, 98_031], [0, 2], [0]],
  ['restarts before the range', after(98_029, [0, 2]), [4, 5, 6], [2, 1, 1], []],
  ['dips below zero', after(-10), [-10.5, -30, -9], [-0.5, 0, 1.5], [1]],
])('a counter that %s', (_, before, values, gain, momentary) => {
  expect(walk(before, values)).toEqual({ gain, momentary, isFalling: false });
});

it.each<[string, number[], boolean]>([
  ['falls', [9000, 8999, 8998, 8997, 8996], true],
  ['falls three times', [9000, 8999, 8998, 8997], false],
  ['stands still and trembles', Array.from({ length: 500 }, (_, index) => 9000 + (index % 2)), false],
  ['restarts with each reading', Array.from({ length: 500 }, (_, index) => (index % 2) * 25), false],
])('tells a tag that falls from a counter: one that %s', (_, values, isFalling) => {
  expect(walk(NEVER_READ, values).isFalling).toBe(isFalling);
});

it('counts as the definition says', () => {
  fc.assert(
    fc.property(counts(fc.constant(10)), (list) => {
      const readings = counterReadings(list, 0, () => true);
      expect(
        walk(
          NEVER_READ,
          readings.map(({ value }) => value)
        ).gain
      ).toEqual(gainsOf(readings).map(({ gain }) => gain));
    }),
    cases(500)
  );
});

describe('buckets', () => {
  type Bucket = readonly [min: number, max: number, n?: number];

  /** Walks over buckets of three readings each unless stated otherwise. */
  function walkBuckets(before: CounterState, buckets: readonly Bucket[], placing?: 'byBuckets') {
    const counter = new CounterWalk(before, placing);
    const unresolved = buckets.flatMap(([min, max, n = 3], at) =>
      counter.bucket(at, at + 1, { min, max, n }) ? [] : [at]
    );
    const { gain, momentary } = counter.end();
    return { gain, unresolved, momentary };
  }

  it.each<[string, Bucket[], number[], number[]]>([
    [
      'rise',
      [
        [10, 12],
        [12, 15],
        [20, 30],
      ],
      [3, 3, 15],
      [],
    ],
    [
      'fall, and those after them',
      [
        [10, 12],
        [0, 15],
        [3, 8],
        [8, 9],
      ],
      [3, NaN, NaN, NaN],
      [1, 2],
    ],
    [
      'fall, but not those that are higher',
      [
        [10, 12],
        [0, 15],
        [15, 18],
        [18, 19],
      ],
      [3, NaN, NaN, 1],
      [1],
    ],
    [
      'begin with a correction',
      [
        [10, 12],
        [11.5, 15],
        [15, 18],
      ],
      [3, NaN, NaN],
      [1],
    ],
  ])('need their readings where the counter may have fallen: those that %s', (_, buckets, gain, unresolved) => {
    expect(walkBuckets(after(9), buckets)).toEqual({ gain, unresolved, momentary: [] });
  });

  it('that begin with a correction need none where their maximum may stand for the last value', () => {
    const { gain, unresolved } = walkBuckets(
      after(9),
      [
        [10, 12],
        [11.5, 15],
        [14, 15],
        [2, 16],
      ],
      'byBuckets'
    );
    expect(gain).toEqual([3, 3, 0, NaN]);
    expect(unresolved).toEqual([3]);
  });

  it('show that the value is back, or that the counter restarted, after readings that are lower', () => {
    expect(walkBuckets(after(98_029, [0]), [[98_030, 98_035]]).gain).toEqual([6]);
    expect(walkBuckets(after(98_029, [0]), [[2, 5]]).gain).toEqual([5]);
    expect(walkBuckets(after(98_029, [0]), [[2, 5, 2]]).unresolved).toEqual([0]);
    expect(walkBuckets(after(98_029, [0]), [[2, 98_030]]).unresolved).toEqual([0]);
  });

  it('after something absent need their readings, because it may have been higher', () => {
    const counter = new CounterWalk(after(9));
    counter.bucket(0, 1, { min: 10, max: 12, n: 3 });
    counter.interrupt();
    expect(counter.bucket(1, 2, { min: 12, max: 15, n: 3 })).toBe(false);
    expect(counter.bucket(2, 3, { min: 15, max: 18, n: 3 })).toBe(true);
    expect(counter.end().gain).toEqual([3, NaN, NaN]);
  });
});
