import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../../testSupport/panelRequest';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { steadyReadings, singleSeriesData } from '../../../testSupport/specServer/specData';
import { createTestClient } from '../../../testSupport/testClient';
import { runQuery } from '../../runQuery';

const NOON = Date.UTC(2026, 2, 3, 12);
const HOUR = 3_600_000;
const READINGS = steadyReadings(NOON, 1000, 6 * 3600);

async function summarize(
  interval: string,
  hours: number,
  behavior: Partial<ServerBehavior> = {},
  timezone = 'utc',
  readings = READINGS
) {
  const query = { kind: 'history' as const, devices: ['PUMP-1'], tags: ['pressure'], interval };
  const request = panelRequest({ fromEpochMs: NOON, toEpochMs: NOON + hours * HOUR }, [query], { timezone });
  const services = dataSourceServices(createTestClient(singleSeriesData(readings), behavior));
  const limited = { ...services, settings: { ...services.settings, maxAutoRawRows: 10_000 } };
  const response = await lastValueFrom(runQuery(request, limited, (text) => [text]));
  const frame: DataFrame = response.data[0];
  return frame.meta?.custom?.summary;
}

it.each<[string, number, Partial<ServerBehavior>, object]>([
  [
    '1m',
    6,
    {},
    {
      level: '1m',
      step: '1m',
      rows: 360,
      loadedRows: 360,
      shownRows: 360,
      spacingMs: 60_000,
      reason: 'level set in the query',
    },
  ],
  ['range', 6.01, {}, { reason: 'one step as long as the time range, from 1m, then raw' }],
  ['auto', 265, {}, { reason: 'auto: the panel fits a point every 16 min' }],
  [
    '2h',
    6,
    {},
    { level: '1h', step: '2h', rows: 6, reason: expect.stringContaining('coarsest level that divides it is 1h') },
  ],
  [
    'auto',
    1,
    {},
    { level: 'raw', rows: 3600, loadedRows: 3600, shownRows: 3600, reason: 'auto: the panel fits a point every 3.6 s' },
  ],
  ['auto', 6, {}, { level: '1m', step: '1m', reason: '21600 readings are more than 10000; showing 1m buckets' }],
  [
    'auto',
    1,
    { retentionCutoffEpochMs: NOON + HOUR / 2 },
    { level: '1m', reason: '1800 readings are no longer retained; showing 1m rows' },
  ],
  [
    'auto',
    6,
    { counts: 'absent' },
    { level: '1m', reason: expect.stringContaining('the number of readings is unknown') },
  ],
  [
    '10m',
    6,
    { counts: 'absent' },
    { level: '1m', step: '1m', reason: expect.stringContaining('without usable counts') },
  ],
  [
    '48h',
    6,
    { dayBucketZone: 'Asia/Kolkata' },
    { level: '1d', step: '1d', reason: expect.stringContaining('begin at other times') },
  ],
])('reports what is shown and why: %s over %d h, %j', async (interval, hours, behavior, expected) => {
  expect(await summarize(interval, hours, behavior)).toMatchObject(expected);
});

it('reports how many readings are rendered where they are downsampled', async () => {
  const summary = await summarize('raw', 2);
  expect(summary).toMatchObject({ level: 'raw', loadedRows: 7_200 });
  expect(summary.shownRows).toBeLessThan(7_200);
  expect(summary).not.toHaveProperty('spacingMs');
});

it('reports how often there is data where steps are shorter than that', async () => {
  const everyFiveMinutes = READINGS.filter((_, index) => index % 300 === 0);
  expect(await summarize('1m', 6, {}, 'utc', everyFiveMinutes)).toMatchObject({ step: '1m', spacingMs: 300_000 });
});

it('reports that steps follow UTC', async () => {
  const tenYears = 10 * 365 * 24;
  expect(await summarize('auto', tenYears, {}, 'Asia/Kathmandu')).toMatchObject({
    level: '1d',
    reason: expect.stringContaining('on the UTC clock'),
  });
});
