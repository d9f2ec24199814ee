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
import { stateBefore } from './stateBefore';
import { NEVER_READ, UNKNOWN_STATE } from './counterWalk';

const SECOND = 1000;
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

it.each<[string, number, number, Level, number[]]>([
  ['a second ago', 1000, SECOND, 'raw', [1]],
  ['a minute ago, one each minute', MINUTE, MINUTE, 'raw', [2]],
  ['ten minutes ago', 10 * MINUTE, MINUTE, 'raw', [2]],
  ['ten minutes ago, in buckets', 10 * MINUTE, MINUTE, '1m', [1]],
  ['three hours ago, one each hour', 3 * HOUR, HOUR, '1m', [2]],
  ['a week ago', 7 * DAY, DAY, '1m', [3]],
  ['a year ago', 365 * DAY, DAY, 'raw', [5]],
])('is found %s', async (_, agoMs, everyMs, level, [requests]) => {
  const plant = client(steadyReadings(NOON - agoMs - 4 * everyMs, everyMs, 5, (index) => index));
  const source = plant.history.forSeries(PUMP_PRESSURE, testContext());
  expect(await stateBefore(source, level, NOON)).toMatchObject({ last: 4, odd: [] });
  expect(plant.server.requests).toHaveLength(requests!);
});

it.each<[string, number, Level]>([
  ['seconds', SECOND, 'raw'],
  ['minutes', MINUTE, 'raw'],
  ['quarters of an hour', 15 * MINUTE, '1m'],
  ['hours', HOUR, '1m'],
  ['days', DAY, '1h'],
])('tells readings that may be a momentary fall from the value before them, %s apart', async (_, everyMs, level) => {
  const values = [500, 501, 502, 503, 0, 0];
  const plant = client(
    steadyReadings(NOON - values.length * everyMs, everyMs, values.length, (index) => values[index]!)
  );
  const source = plant.history.forSeries(PUMP_PRESSURE, testContext());
  expect(await stateBefore(source, level, NOON)).toMatchObject({ last: 503, odd: [{ value: 0 }, { value: 0 }] });
});

it('of buckets without counts costs the readings of the last of them only', async () => {
  const readings = steadyReadings(NOON - DAY, 10_000, 8640, (index) => (index < 8637 ? 1000 + index : index - 8637));
  const plant = client(readings, { counts: 'absent' });
  expect(await stateBefore(plant.history.forSeries(PUMP_PRESSURE, testContext()), '1m', NOON)).toMatchObject({
    last: 9636,
    odd: [{ value: 0 }, { value: 1 }, { value: 2 }],
  });
  const windows = plant.server.requests.map(({ params }) => `${params.intervalo} ${params.desde} ${params.hasta}`);
  expect(windows.slice(1)).toEqual(['crudo 2026-03-03T11:56:00.000Z 2026-03-03T12:00:00.000Z']);
});

it('is that nothing was read if there is no reading', async () => {
  const source = client([{ atEpochMs: NOON, value: 7 }]).history.forSeries(PUMP_PRESSURE, testContext());
  expect(await stateBefore(source, 'raw', NOON)).toEqual(NEVER_READ);
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
    const state = await stateBefore(source, '1d', midnight);
    expect(state.odd.at(-1)?.value ?? state.last).toBe(last?.value);
  }
});

it('is not known if the days are those of another zone', async () => {
  const midnight = Date.UTC(2026, 2, 4);
  const plant = client(restartingBefore(midnight, HOUR), { dayBucketZone: 'America/Havana' });
  expect(await stateBefore(plant.history.forSeries(PUMP_PRESSURE, testContext()), '1d', midnight)).toEqual(
    UNKNOWN_STATE
  );
});

it('is not known if the readings of a bucket are no longer retained', async () => {
  const readings = steadyReadings(NOON - HOUR, 10_000, 360, (index) => (index < 357 ? 1000 + index : index - 357));
  const plant = client(readings, { retentionCutoffEpochMs: NOON });
  expect(await stateBefore(plant.history.forSeries(PUMP_PRESSURE, testContext()), '1h', NOON)).toEqual(UNKNOWN_STATE);
});

it('caches no readings before the first one received, because the server may no longer retain them', async () => {
  const readings = steadyReadings(NOON - HOUR, 10_000, 360);
  const plant = client(readings, { retentionCutoffEpochMs: NOON - MINUTE });
  const source = plant.history.forSeries(PUMP_PRESSURE, testContext());
  for (const _ of ['server', 'cache']) {
    expect((await stateBefore(source, 'raw', NOON)).last).toBe(readings.at(-1)?.value);
  }
  expect(plant.server.requests).toHaveLength(1);
  expect(source.cachedBefore(NOON, HOUR).knownFromEpochMs).toBe(NOON - MINUTE);
});

it('does not depend on how much is cached', async () => {
  // Two readings before the last one, the counter restarts.
  const readings = steadyReadings(NOON - HOUR, 30_000, 120, (index) => (index < 117 ? 1000 + index : index - 117));
  const cold = client(readings).history.forSeries(PUMP_PRESSURE, testContext());
  const warm = client(readings).history.forSeries(PUMP_PRESSURE, testContext());
  await warm.lastReadings({ fromEpochMs: NOON - 30_000, toEpochMs: NOON });
  expect(await stateBefore(warm, 'raw', NOON)).toEqual(await stateBefore(cold, 'raw', NOON));
});

it('costs nothing where enough readings are cached up to the instant', async () => {
  const readings = steadyReadings(NOON - DAY, 10 * MINUTE, 144);
  const plant = client(readings);
  const source = plant.history.forSeries(PUMP_PRESSURE, testContext());
  await source.lastReadings({ fromEpochMs: NOON - HOUR, toEpochMs: NOON });
  expect((await stateBefore(source, 'raw', NOON)).last).toBe(readings.at(-1)?.value);
  expect(plant.server.requests).toHaveLength(1);
});
