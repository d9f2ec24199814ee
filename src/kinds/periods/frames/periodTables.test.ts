import { locationUtil } from '@grafana/data';
import { FALSE, SpansBuilder, TRUE } from '../../../core/history/signal/spans';
import { MINUTE_MS } from '../../../core/time/window';
import { exploreUrl, windowAround } from '../../../grafana/exploreUrl';
import { seriesQuery } from '../../history/historyQuery';
import { testPeriodsPlan, testSeriesPeriods } from '../../../testSupport/testPeriods';
import { periodsTableFrame } from './periodTables';
import type { SeriesPeriods } from './seriesPeriods';

const PERIODS = 50;
const RANGE = { fromEpochMs: 0, toEpochMs: 2 * PERIODS * MINUTE_MS };
const PLAN = testPeriodsPlan({ format: 'table', range: RANGE });

/** A period in each second minute. */
function everySecondMinute(): SeriesPeriods {
  const builder = new SpansBuilder(RANGE);
  for (let minute = 0; minute < 2 * PERIODS; minute++) {
    builder.add(minute * MINUTE_MS, (minute + 1) * MINUTE_MS, minute % 2 === 0 ? FALSE : TRUE);
  }
  return testSeriesPeriods(builder.spans(), PLAN, { isDecided: true });
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
    series.found.periods
      .map((period) => exploreUrl('uid', seriesQuery(series.labels), windowAround(period, 1e9)))
      .reverse()
  );
  expect(trends).toHaveLength(PERIODS);
});
