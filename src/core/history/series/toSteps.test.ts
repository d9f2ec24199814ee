import { toRows } from '../../../testSupport/toRows';
import { type LoadedSeries, openStep } from './toSteps';
import { EMPTY_RESULT } from '../fetch/fetchResult';

const EDGES = Float64Array.of(0, 10, 20, 30);
const ROWS = toRows([0, 10].map((at) => ({ at, avg: 1, min: 1, max: 1, n: at + 7 })));

function findOpen(asOfEpochMs: number, change: Partial<LoadedSeries> = {}) {
  return openStep({
    series: { device: 'P', tag: 't' },
    name: '',
    unit: '',
    rows: ROWS,
    level: '1m',
    step: { count: 1, unit: 'm' },
    edges: EDGES,
    fetched: { ...EMPTY_RESULT, asOfEpochMs },
    unusableSteps: [],
    substitution: undefined,
    ...change,
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
  expect(findOpen(15, { edges: undefined })).toBeUndefined();
});

it('there is no open step where one step is as long as the time range', () => {
  expect(findOpen(15, { step: undefined, edges: Float64Array.of(0, 30) })).toBeUndefined();
});
