import { locationUtil } from '@grafana/data';
import { seriesLabels } from '../../../core/history/series/legend';
import { FALSE, SpansBuilder, TRUE } from '../../../core/history/signal/spans';
import { MINUTE_MS } from '../../../core/time/window';
import { exploreUrl, windowAround } from '../../../grafana/exploreUrl';
import { seriesQuery } from '../../history/historyQuery';
import type { PeriodsPlan } from '../planPeriods';
import { periodsTableFrame } from './periodTables';
import { findingsOf, type SeriesPeriods } from './seriesPeriods';

const PERIODS = 50;
const RANGE = { fromEpochMs: 0, toEpochMs: 2 * PERIODS * MINUTE_MS };
const PLAN: PeriodsPlan = {
  format: 'table',
  range: RANGE,
  rules: { minDurationMs: 0, joinWithinMs: 0 },
  holdMs: 0,
  edges: undefined,
  statesSideBySide: undefined,
  seenAroundMs: 0,
  limits: { maxRequests: 1, maxRows: 1 },
};
const LABELS = seriesLabels({ device: 'P', tag: 't' }, undefined);

/** A period in each second minute. */
function everySecondMinute(): SeriesPeriods {
  const builder = new SpansBuilder(RANGE);
  for (let minute = 0; minute < 2 * PERIODS; minute++) {
    builder.add(minute * MINUTE_MS, (minute + 1) * MINUTE_MS, minute % 2 === 0 ? FALSE : TRUE);
  }
  const known = {
    labels: LABELS,
    profile: { states: [], limits: {} },
    about: 'condition',
    spans: builder.spans(),
    presentEpochMs: Infinity,
    isLoading: false,
    isDecided: true,
    stoppedBy: undefined,
    missing: [],
    values: undefined,
  } as const;
  return { ...known, ...findingsOf(known, PLAN) };
}

it('asks Grafana once where it is served, for the links of all rows', () => {
  const assureBaseUrl = jest.spyOn(locationUtil, 'assureBaseUrl');
  const options = { refId: 'A', plan: PLAN, nowEpochMs: 1e9, timeZone: 'utc', dataSourceUid: 'uid', notices: [] };
  const series = everySecondMinute();
  const frame = periodsTableFrame([series], options);
  expect(assureBaseUrl.mock.calls.length).toBe(1);
  assureBaseUrl.mockRestore();
  const trends = frame.fields.find(({ name }) => name === 'trendUrl')!.values as unknown[];
  expect(trends).toEqual(
    series.found.periods.map((period) => exploreUrl('uid', seriesQuery(LABELS), windowAround(period, 1e9))).reverse()
  );
  expect(trends).toHaveLength(PERIODS);
});
