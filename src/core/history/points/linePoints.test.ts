import { readingsAt, toRows } from '../../../testSupport/toRows';
import type { Rows } from '../rows';
import { breakLine, columnAt, countsAt, type Fill, fillSteps } from './linePoints';
import { breakTimes } from '../gaps';

const EDGES = Float64Array.of(0, 10, 20, 30, 40, 50, 60, 70);
/** Steps 1, 2 and 5 of seven contain readings. The distance across the two empty steps is longer than 15. */
const SOME_STEPS = readingsAt([10, 20, 50]);

/** All columns of the points. */
function pointColumns(rows: Rows, gapMs: number, fill: Fill) {
  const points = fillSteps(rows, EDGES, gapMs, fill);
  const column = (values: Float64Array) => columnAt(points, values);
  const { timeEpochMs } = points;
  return {
    timeEpochMs,
    avg: column(rows.avg),
    min: column(rows.min),
    max: column(rows.max),
    n: countsAt(points, rows.n),
  };
}

function pointsText(rows: Rows, gapMs: number, fill: Fill): string {
  const { timeEpochMs, avg, n } = pointColumns(rows, gapMs, fill);
  return timeEpochMs.map((time, index) => `${time}:${avg[index]}/${n[index]}`).join(' ');
}

it.each([
  ['gap', '10:10/1 20:20/1 30:null/null 50:50/1'],
  ['null', '0:null/null 10:10/1 20:20/1 30:null/null 40:null/null 50:50/1 60:null/null'],
  ['previous', '10:10/1 20:20/1 30:20/0 40:20/0 50:50/1'],
  ['linear', '10:10/1 20:20/1 30:30/0 40:40/0 50:50/1'],
] as const)('fills empty steps with %s, and adds no values outside the rows', (fill, expected) => {
  expect(pointsText(SOME_STEPS, 15, fill)).toBe(expected);
});

it('connects points whose distance is not a gap', () => {
  expect(pointsText(SOME_STEPS, 30, 'gap')).toBe('10:10/1 20:20/1 50:50/1');
});

it('connects points without an empty step in between', () => {
  expect(pointColumns(readingsAt([13, 27]), 12, 'gap').timeEpochMs).toEqual([13, 27]);
});

it('breaks the line once per gap', () => {
  expect(pointColumns(readingsAt([0, 30, 60]), 15, 'gap').timeEpochMs).toEqual([0, 10, 30, 40, 60]);
});

it.each(['gap', 'null', 'previous', 'linear'] as const)('keeps the time of every row with fill %s', (fill) => {
  // The days of the server begin at an unexpected time.
  const rows = readingsAt([13, 14, 27, 33, 41]);
  const { timeEpochMs, avg } = pointColumns(rows, 15, fill);
  expect(timeEpochMs.filter((_, index) => avg[index] !== null)).toEqual([13, 14, 27, 33, 41]);
});

it('fills the band in the same way as the average', () => {
  const rows = toRows([
    { at: 0, avg: 5, min: 0, max: 10, n: 3 },
    { at: 20, avg: 6, min: 4, max: 20, n: 3 },
  ]);
  const { min, max } = pointColumns(rows, 15, 'linear');
  expect([min[1], max[1]]).toEqual([2, 15]);
});

it('has no count if the server sent none', () => {
  const rows = toRows([{ at: 0, avg: 5, min: 0, max: 10, n: NaN }]);
  expect(pointColumns(rows, 15, 'gap').n).toEqual([null]);
});

describe('readings (without steps)', () => {
  const readings = readingsAt([0, 1, 2, 12, 112]);

  it('have one break inside each gap', () => {
    expect(breakLine(readings, breakTimes(readings, 3)).timeEpochMs).toEqual([0, 1, 2, 5, 12, 15, 112]);
  });

  it('have the break in the middle of a gap that barely exceeds the threshold', () => {
    const close = readingsAt([0, 4]);
    expect(breakLine(close, breakTimes(close, 3)).timeEpochMs).toEqual([0, 2, 4]);
  });

  it('are all connected if there are no breaks', () => {
    expect(breakLine(readings, []).timeEpochMs).toEqual([0, 1, 2, 12, 112]);
  });

  it('have breaks only at the original gaps after downsampling', () => {
    const all = readingsAt([...Array(100).keys(), 150, 151]);
    const { timeEpochMs } = breakLine(readingsAt([0, 40, 99, 150, 151]), breakTimes(all, 3));
    expect(timeEpochMs).toEqual([0, 40, 99, 102, 150, 151]);
  });
});
