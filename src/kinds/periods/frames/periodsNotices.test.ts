import { SpansBuilder, UNDECIDED } from '../../../core/history/signal/spans';
import { HOUR_MS } from '../../../core/time/window';
import { SETTINGS } from '../../../query/dataSourceSettings';
import { testPeriodsPlan, testSeriesPeriods } from '../../../testSupport/testPeriods';
import type { PeriodsPlan } from '../planPeriods';
import { periodsNotices } from './periodsNotices';
import type { LimitCause } from '../../../core/history/undecided';

const RANGE = { fromEpochMs: 0, toEpochMs: HOUR_MS };
const PLAN = testPeriodsPlan({
  range: RANGE,
  budget: { maxRequests: SETTINGS.maxRequests.max, maxRows: SETTINGS.maxRowsPerSeries.max },
});

/** Of an hour of which nothing is decided. */
function notices(undecidedBecause: LimitCause, budget: Partial<PeriodsPlan['budget']>) {
  const spans = new SpansBuilder(RANGE);
  spans.add(RANGE.fromEpochMs, RANGE.toEpochMs, UNDECIDED);
  const plan = { ...PLAN, budget: { ...PLAN.budget, ...budget } };
  return periodsNotices(testSeriesPeriods(spans.spans(), plan, { undecidedBecause }), 'P · t', plan, 'utc').map(
    ({ text }) => text
  );
}

it.each([
  ['maxRows', 'Max rows per series'],
  ['maxRequests', 'Max requests per series'],
] as const)('advises to increase what %s allows only where it can be more', (cause, label) => {
  const bounds = 'P · t: the condition holds for at least 0 s, at most 1 h. Nothing more was requested.';
  expect(notices(cause, { [cause]: 1000 })).toEqual([
    `${bounds} Choose a shorter time range, or increase “${label}” in the data source settings.`,
  ]);
  expect(notices(cause, {})).toEqual([`${bounds} Choose a shorter time range.`]);
});

it('names the hold limit where it ends what is known', () => {
  const spans = new SpansBuilder(RANGE);
  spans.add(0, HOUR_MS / 4, 1);
  const plan = { ...PLAN, holdMs: HOUR_MS / 12 };
  const series = testSeriesPeriods(spans.spans(), plan, { isDecided: true });
  expect(periodsNotices(series, 'P · t', plan, 'utc')).toEqual([
    {
      severity: 'info',
      text: 'P · t: unknown for 45 min, where there are no readings. A value is known for 5 min (“Hold limit” of the query, or of the data source).',
    },
  ]);
  const all = new SpansBuilder(RANGE);
  all.add(0, HOUR_MS, 1);
  expect(periodsNotices(testSeriesPeriods(all.spans(), plan, { isDecided: true }), 'P · t', plan, 'utc')).toEqual([]);
});
