import { toRows } from '../../../testSupport/toRows';
import { EMPTY_RESULT } from '../fetch/fetchResult';
import { openStep, READINGS_SHAPE, type RowsShape, shapeOfSteps } from './loadedSeries';
import { reaggregate } from './steps';

const EDGES = Float64Array.of(0, 10, 20, 30, 40);

it('weights averages by their counts and keeps the extremes', () => {
  const rows = toRows([
    { at: 0, avg: 2, min: 1, max: 9, n: 3 },
    { at: 5, avg: 10, min: -4, max: 12, n: 1 },
    { at: 20, avg: 7, min: 7, max: 7, n: 2 },
  ]);
  expect(reaggregate(rows, EDGES)).toEqual(
    toRows([
      { at: 0, avg: 4, min: -4, max: 12, n: 4 },
      { at: 20, avg: 7, min: 7, max: 7, n: 2 },
    ])
  );
});

it('ignores rows outside the edges', () => {
  const rows = toRows([-1, 0, 39, 40].map((at) => ({ at, avg: at, min: at, max: at, n: 1 })));
  expect(Array.from(reaggregate(rows, EDGES).avg)).toEqual([0, 39]);
});

it.each([
  ['a constant value', [4.38, 4.38], [52, 34], 4.38],
  ['large values that cancel out', [1e16, 1, -1e16], [1, 1, 1], 1 / 3],
  ['a sum that exceeds the largest double', [1.7e308, 1.7e308, 1.7e308], [1000, 1, 5], 1.7e308],
  ['opposite values whose weighted sums exceed the largest double', [1.7e308, -1.7e308, 3e307], [2, 2, 1], 3e307 / 5],
  ['values too small to scale', [5e-324, 5e-324], [1, 1], 5e-324],
])('computes the mean without loss of precision: %s', (_, averages, counts, mean) => {
  const [low, high] = [Math.min(...averages), Math.max(...averages)];
  const rows = toRows(averages.map((avg, at) => ({ at, avg, min: low, max: high, n: counts[at]! })));
  expect(reaggregate(rows, EDGES).avg[0]).toBe(mean);
});

it('computes the mean of a million rows without loss of precision', () => {
  const rows = toRows(Array.from({ length: 1_000_000 }, (_, at) => ({ at, avg: 0.1, min: 0, max: 1, n: 1 })));
  expect(reaggregate(rows, Float64Array.of(0, 1_000_000)).avg[0]).toBe(0.1);
});

it('returns no rows if there are no edges', () => {
  expect(reaggregate(toRows([{ at: 1, avg: 1, min: 1, max: 1, n: 1 }]), new Float64Array()).n).toHaveLength(0);
});

const ROWS = toRows([0, 10].map((at) => ({ at, avg: 1, min: 1, max: 1, n: at + 7 })));

const MINUTES = shapeOfSteps({ count: 1, unit: 'm' }, EDGES.subarray(0, 4));

function findOpen(asOfEpochMs: number, shape: RowsShape = MINUTES) {
  return openStep({
    series: { device: 'P', tag: 't' },
    name: '',
    unit: '',
    rows: ROWS,
    level: '1m',
    ...shape,
    fetched: { ...EMPTY_RESULT, asOfEpochMs },
    undecided: [],
    substitution: undefined,
  });
}

it.each([
  ['"now" is at its start', 10, { fromEpochMs: 10, toEpochMs: 20, readings: 17 }],
  ['"now" is just before its end', 19, { fromEpochMs: 10, toEpochMs: 20, readings: 17 }],
  ['"now" is just before the end of an earlier step', 9, { fromEpochMs: 0, toEpochMs: 10, readings: 7 }],
  ['"now" is in a step without readings', 20, undefined],
  ['"now" is at the end of the last step', 30, undefined],
  ['"now" is before the first step', -1, undefined],
  ['nothing was fetched', -Infinity, undefined],
])('finds the open step if there is one: %s', (_, asOf, expected) => {
  expect(findOpen(asOf)).toEqual(expected);
});

it('there is no open step in raw readings', () => {
  expect(findOpen(15, READINGS_SHAPE)).toBeUndefined();
});

it('there is no open step where one step is as long as the time range', () => {
  expect(findOpen(15, shapeOfSteps(undefined, Float64Array.of(0, 30)))).toBeUndefined();
});
