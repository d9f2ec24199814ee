import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { toRows } from '../../../testSupport/toRows';
import type { TimeWindow } from '../../time/window';
import { bucketSlices, rawSlices } from './fetchSlices';

const MINUTE = 60_000;

function expectFullCoverage(slices: readonly TimeWindow[], { fromEpochMs, toEpochMs }: TimeWindow): void {
  expect(slices[0]?.fromEpochMs).toBe(fromEpochMs);
  expect(slices[slices.length - 1]?.toEpochMs).toBe(toEpochMs);
  slices.forEach((slice, index) => {
    expect(slice.fromEpochMs).toBeLessThan(slice.toEpochMs);
    expect(slice.fromEpochMs).toBe(index === 0 ? fromEpochMs : slices[index - 1]!.toEpochMs);
  });
}

function counts(list: readonly number[]) {
  return toRows(list.map((n, index) => ({ at: index * MINUTE, avg: 0, min: 0, max: 0, n })));
}

describe('slices of buckets', () => {
  it('cover any window without gaps or overlaps, with at most 5,000 buckets each', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 1, max: 200_000 }),
        fc.constantFrom('1m' as const, '1h' as const, '1d' as const),
        (fromMinutes, minutes, level) => {
          const window = { fromEpochMs: fromMinutes * MINUTE, toEpochMs: (fromMinutes + minutes) * MINUTE };
          const slices = bucketSlices(window, level);
          expectFullCoverage(slices, window);
          const longest = 5000 * MINUTE * { '1m': 1, '1h': 60, '1d': 1440 }[level];
          expect(slices.every((slice) => slice.toEpochMs - slice.fromEpochMs <= longest)).toBe(true);
          expect(slices).toHaveLength(Math.ceil((minutes * MINUTE) / longest));
        }
      ),
      cases(100)
    );
  });

  it('are an empty list for an empty window', () => {
    expect(bucketSlices({ fromEpochMs: 5, toEpochMs: 5 }, '1m')).toEqual([]);
  });
});

describe('slices of readings', () => {
  it('cover any window without gaps or overlaps, and exceed a page only if a single bucket does', () => {
    const scenario = fc.record({
      list: fc.array(fc.integer({ min: 1, max: 6000 }), { maxLength: 60 }),
      fromMs: fc.integer({ min: 0, max: 3 * MINUTE }),
      lengthMs: fc.integer({ min: 1, max: 70 * MINUTE }),
    });
    fc.assert(
      fc.property(scenario, ({ list, fromMs, lengthMs }) => {
        const window = { fromEpochMs: fromMs, toEpochMs: fromMs + lengthMs };
        const slices = rawSlices(window, counts(list));
        expectFullCoverage(slices, window);
        for (const slice of slices) {
          const whole = list.filter(
            (_, index) => index * MINUTE >= slice.fromEpochMs && index * MINUTE < slice.toEpochMs
          );
          expect(whole.length <= 1 || whole.reduce((sum, n) => sum + n, 0) <= 5000).toBe(true);
        }
      }),
      cases(100)
    );
  });

  it('fill their pages: no two adjacent slices would fit on one page', () => {
    const slices = rawSlices({ fromEpochMs: 0, toEpochMs: 5 * MINUTE }, counts([2000, 2000, 2000, 3000, 1000]));
    expect(slices.map(({ toEpochMs }) => toEpochMs / MINUTE)).toEqual([2, 4, 5]);
  });

  it('include the count of the bucket in which the window begins', () => {
    const slices = rawSlices({ fromEpochMs: MINUTE / 2, toEpochMs: 2 * MINUTE }, counts([100, 4950]));
    expect(slices).toHaveLength(2);
  });
});
