import { rowsOf } from '../../../testSupport/rowsOf';
import type { LoadedSeries } from './toSteps';
import { openStep } from './openStep';
import { EMPTY_RESULT } from '../fetch/fetchResult';

const EDGES = Float64Array.of(0, 10, 20, 30);
const ROWS = rowsOf([0, 10].map((at) => ({ at, avg: 1, min: 1, max: 1, n: at + 7 })));

function openOf(asOfEpochMs: number, change: Partial<LoadedSeries> = {}) {
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
  ['the present lies in it', 10, { fromEpochMs: 10, toEpochMs: 20, readings: 17 }],
  ['the present lies in it, late', 19, { fromEpochMs: 10, toEpochMs: 20, readings: 17 }],
  ['another one is over later', 9, { fromEpochMs: 0, toEpochMs: 10, readings: 7 }],
  ['nothing of it has come', 20, undefined],
  ['all are over', 30, undefined],
  ['none has begun', -1, undefined],
  ['nothing was read', -Infinity, undefined],
])('a step is open when %s', (_, asOf, expected) => {
  expect(openOf(asOf)).toEqual(expected);
});

it('readings are never open', () => {
  expect(openOf(15, { edges: undefined })).toBeUndefined();
});
