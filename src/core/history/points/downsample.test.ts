import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { readingsAt } from '../../../testSupport/toRows';
import { type Rows, rowCount } from '../rows';
import { downsample, sumToShown } from './downsample';

const WINDOW = { fromEpochMs: 0, toEpochMs: 1000 };
const COLUMNS = 10;
const COLUMN_MS = 100;

const values = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(1e6)), { minLength: 41, maxLength: 400 });
const readings = fc
  .tuple(values, fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 400, maxLength: 400 }))
  .map(([list, instants]) => {
    const at = instants.slice(0, list.length).sort((a, b) => a - b);
    // Adds fractions of a millisecond, so that no two readings have the same time.
    const distinct = at.map((time, index) => time + index / 1000);
    return readingsAt(distinct, (time) => list[distinct.indexOf(time)] ?? 0);
  });

/** The lowest and highest point of the line in each column, including the points where it crosses the column's borders. */
function lineByColumn(rows: Rows): Array<[number, number]> {
  const { timeEpochMs, avg } = rows;
  return Array.from({ length: COLUMNS }, (_, column) => {
    const from = column * COLUMN_MS;
    const to = from + COLUMN_MS;
    const heights: number[] = [];
    for (let row = 0; row < rowCount(rows); row++) {
      if (timeEpochMs[row]! >= from && timeEpochMs[row]! < to) {
        heights.push(avg[row]!);
      }
      const [before, after] = [timeEpochMs[row]!, timeEpochMs[row + 1] ?? NaN];
      for (const border of [from, to].filter((at) => at > before && at < after)) {
        heights.push(avg[row]! + ((avg[row + 1]! - avg[row]!) * (border - before)) / (after - before));
      }
    }
    return [Math.min(...heights), Math.max(...heights)];
  });
}

it('the downsampled line covers the same pixels as the original line', () => {
  fc.assert(
    fc.property(readings, (rows) => {
      const downsampled = downsample(rows, WINDOW, COLUMNS);
      expect(lineByColumn(downsampled)).toEqual(lineByColumn(rows));
      expect(rowCount(downsampled)).toBeLessThanOrEqual(4 * COLUMNS);
    }),
    cases(100)
  );
});

it('keeps a spike of one reading among a million', () => {
  const rows = readingsAt(
    Array.from({ length: 1_000_000 }, (_, index) => index / 1000),
    (at) => (at === 123.456 ? 99 : 1)
  );
  const { avg, timeEpochMs } = downsample(rows, WINDOW, 500);
  expect(avg.length).toBeLessThanOrEqual(2000);
  expect(timeEpochMs[avg.indexOf(99)]).toBe(123.456);
});

it('returns rows that fit the panel unchanged', () => {
  const rows = readingsAt(Array.from({ length: 40 }, (_, index) => index));
  expect(downsample(rows, WINDOW, COLUMNS)).toBe(rows);
});

it('no increase is lost: each reading that stays has those since the one that stays before it', () => {
  fc.assert(
    fc.property(readings, (rows) => {
      const shown = downsample(rows, WINDOW, COLUMNS);
      const increase = rows.avg.map((_, row) => 2 ** (row % 30));
      const sums = sumToShown(increase, rows, shown);
      const times = Array.from(shown.timeEpochMs);
      const expected = times.map((time, index) =>
        increase
          .filter(
            (_, row) => rows.timeEpochMs[row]! <= time && rows.timeEpochMs[row]! > (times[index - 1] ?? -Infinity)
          )
          .reduce((sum, part) => sum + part, 0)
      );
      expect(Array.from(sums)).toEqual(expected);
    }),
    cases(100)
  );
});
