import { createFakeClock } from '../../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../../testSupport/specServer/serverBehavior';
import {
  PUMP_PRESSURE,
  type Reading,
  singleSeriesData,
  steadyReadings,
} from '../../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../../testSupport/testClient';
import type { Level } from '../../../time/step';
import { lastReadingBefore } from './counterReadings';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 2, 3, 12);

function client(readings: readonly Reading[], behavior: Partial<ServerBehavior> = {}) {
  return createTestClient(singleSeriesData(readings), behavior, { clock: createFakeClock(NOON + 365 * DAY) });
}

/** A reading every ten minutes during the two days before and the day after an instant; it restarts shortly before. */
const restartingBefore = (at: number, ago: number) =>
  steadyReadings(at - 2 * DAY, 10 * MINUTE, 432).map(({ atEpochMs }, index) => ({
    atEpochMs,
    value: atEpochMs < at - ago ? 1000 + index : (atEpochMs - at + ago) / 10_000,
  }));

it.each<[string, number, Level, number[]]>([
  ['a second ago', 1000, 'raw', [1]],
  ['ten minutes ago', 10 * MINUTE, 'raw', [2]],
  ['ten minutes ago, in buckets', 10 * MINUTE, '1m', [1]],
  ['three hours ago', 3 * HOUR, '1m', [2]],
  ['a week ago', 7 * DAY, '1m', [3]],
  ['a year ago', 365 * DAY, 'raw', [5]],
])('is found %s', async (_, agoMs, level, [requests]) => {
  const plant = client([{ atEpochMs: NOON - agoMs, value: 7 }]);
  const source = plant.history.forSeries(PUMP_PRESSURE, testContext());
  expect(await lastReadingBefore(source, level, NOON)).toBe(7);
  expect(plant.server.requests).toHaveLength(requests!);
});

it('is undefined if there is none', async () => {
  const source = client([{ atEpochMs: NOON, value: 7 }]).history.forSeries(PUMP_PRESSURE, testContext());
  expect(await lastReadingBefore(source, 'raw', NOON)).toBeUndefined();
});

it.each([
  ['UTC', Date.UTC(2026, 2, 4)],
  ['Europe/Madrid', Date.UTC(2026, 2, 3, 23)],
  ['Europe/Madrid, after a day of 23 hours', Date.UTC(2026, 2, 29, 22)],
  ['Europe/Madrid, after a day of 25 hours', Date.UTC(2026, 9, 25, 23)],
  ['Asia/Kathmandu', Date.UTC(2026, 2, 3, 18, 15)],
])('is exact on a day on which the counter restarted: %s', async (zone, midnight) => {
  const behavior = { dayBucketZone: zone.split(',')[0]! };
  for (const ago of [20 * MINUTE, 50 * MINUTE, 3 * HOUR]) {
    const readings = restartingBefore(midnight, ago);
    const source = client(readings, behavior).history.forSeries(PUMP_PRESSURE, testContext());
    const last = readings.filter(({ atEpochMs }) => atEpochMs < midnight).at(-1);
    expect(await lastReadingBefore(source, '1d', midnight)).toBe(last?.value);
  }
});

it('is not known if the days are those of another zone', async () => {
  const midnight = Date.UTC(2026, 2, 4);
  const plant = client(restartingBefore(midnight, HOUR), { dayBucketZone: 'America/Havana' });
  expect(await lastReadingBefore(plant.history.forSeries(PUMP_PRESSURE, testContext()), '1d', midnight)).toBeNaN();
});

it('is not known if the readings of a bucket are no longer retained', async () => {
  const readings = steadyReadings(NOON - HOUR, 10_000, 360, (index) => (index < 357 ? 1000 + index : index - 357));
  const plant = client(readings, { retentionCutoffEpochMs: NOON });
  expect(await lastReadingBefore(plant.history.forSeries(PUMP_PRESSURE, testContext()), '1h', NOON)).toBeNaN();
});

it('caches no readings before the first one received, because the server may no longer retain them', async () => {
  const readings = steadyReadings(NOON - HOUR, 10_000, 360);
  const plant = client(readings, { retentionCutoffEpochMs: NOON - MINUTE });
  const source = plant.history.forSeries(PUMP_PRESSURE, testContext());
  for (const _ of ['server', 'cache']) {
    expect(await lastReadingBefore(source, 'raw', NOON)).toBe(readings.at(-1)?.value);
  }
  expect(plant.server.requests).toHaveLength(1);
  const window = { fromEpochMs: NOON - HOUR, toEpochMs: NOON };
  expect(source.cached('raw', window).missing).toEqual([{ ...window, toEpochMs: NOON - MINUTE }]);
});
