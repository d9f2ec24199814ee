import { seriesLabels } from '../../../core/history/series/legend';
import { SpansBuilder, UNDECIDED } from '../../../core/history/signal/spans';
import { HOUR_MS } from '../../../core/time/window';
import { SETTINGS } from '../../../query/dataSourceSettings';
import type { PeriodsPlan } from '../planPeriods';
import { periodsNotices } from './periodsNotices';
import { findingsOf, type SeriesPeriods } from './seriesPeriods';

const RANGE = { fromEpochMs: 0, toEpochMs: HOUR_MS };
const PLAN: PeriodsPlan = {
  format: 'total',
  range: RANGE,
  rules: { minDurationMs: 0, joinWithinMs: 0 },
  holdMs: 0,
  edges: undefined,
  statesSideBySide: undefined,
  seenAroundMs: 0,
  limits: { maxRequests: SETTINGS.maxRequests.max, maxRows: SETTINGS.maxRowsPerSeries.max },
};

/** Of an hour of which nothing is decided. */
function notices(stoppedBy: SeriesPeriods['stoppedBy'], limits: Partial<PeriodsPlan['limits']>) {
  const spans = new SpansBuilder(RANGE);
  spans.add(RANGE.fromEpochMs, RANGE.toEpochMs, UNDECIDED);
  const known = {
    labels: seriesLabels({ device: 'P', tag: 't' }, undefined),
    profile: { states: [], limits: {} },
    about: 'condition',
    spans: spans.spans(),
    presentEpochMs: Infinity,
    isLoading: false,
    isDecided: false,
    stoppedBy,
    missing: [],
    values: undefined,
  } as const;
  const plan = { ...PLAN, limits: { ...PLAN.limits, ...limits } };
  return periodsNotices({ ...known, ...findingsOf(known, plan) }, 'P · t', plan, 'utc').map(({ text }) => text);
}

it.each([
  ['maxRows', 'Max rows per series'],
  ['maxRequests', 'Max requests per series'],
] as const)('advises to increase what %s allows only where it can be more', (stoppedBy, label) => {
  const bounds = 'P · t: the condition holds for at least 0 s, at most 1 h. Nothing more was requested.';
  expect(notices(stoppedBy, { [stoppedBy]: 1000 })).toEqual([
    `${bounds} Choose a shorter time range, or increase “${label}” in the data source settings.`,
  ]);
  expect(notices(stoppedBy, {})).toEqual([`${bounds} Choose a shorter time range.`]);
});
