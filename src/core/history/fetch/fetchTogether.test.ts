import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { PUMP_PRESSURE, singleSeriesData, steadyReadings } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/window';
import { LevelGrid } from '../levelGrid';

const START = Date.UTC(2026, 2, 1);
const GRID = new LevelGrid('UTC');

/** A window from an hour after the start, for some minutes. */
const hours = (hour: number, minutes = 30) => ({
  fromEpochMs: START + hour * HOUR_MS,
  toEpochMs: START + hour * HOUR_MS + minutes * MINUTE_MS,
});

function open(everyMs = MINUTE_MS, behavior: Partial<ServerBehavior> = {}, noCache = false) {
  const readings = steadyReadings(START, everyMs, (3 * DAY_MS) / everyMs);
  const clock = createFakeClock(START + 5 * DAY_MS);
  const { history, server } = createTestClient(singleSeriesData(readings), behavior, { clock });
  const source = history.forSeries(PUMP_PRESSURE, { ...testContext(), noCache });
  const asked = () => server.requests.map(({ params }) => `${params.intervalo} ${params.desde} ${params.hasta}`);
  return { source, server, clock, asked };
}

const PLAN = { grid: GRID, maxReadings: 20_000, readingsBefore: 4 };
const WINDOWS = [hours(10), hours(12), hours(20)];

it('requests several windows at once, with the readings before them, where no more pages are needed for that', async () => {
  const { source, asked } = open();
  await source.readTogether(WINDOWS, PLAN);
  expect(asked()).toEqual([
    '1m 2026-03-01T05:00:00.000Z 2026-03-01T20:30:00.000Z',
    'crudo 2026-03-01T09:56:00.000Z 2026-03-01T20:30:00.000Z',
  ]);
  for (const { fromEpochMs, toEpochMs } of WINDOWS) {
    const rows = await source.lastReadings({ fromEpochMs: fromEpochMs - 4 * MINUTE_MS, toEpochMs }, { enough: 34 });
    expect(rows.rows.timeEpochMs).toHaveLength(34);
  }
  expect(asked()).toHaveLength(2);
});

it('leaves out what is between windows where that needs more pages, and what is already cached', async () => {
  const { source, asked } = open(1000);
  await source.readTogether(WINDOWS, PLAN);
  expect(asked()).toEqual([
    '1m 2026-03-01T05:00:00.000Z 2026-03-01T20:30:00.000Z',
    'crudo 2026-03-01T09:59:00.000Z 2026-03-01T10:30:00.000Z',
    'crudo 2026-03-01T11:59:00.000Z 2026-03-01T12:30:00.000Z',
    'crudo 2026-03-01T19:59:00.000Z 2026-03-01T20:30:00.000Z',
  ]);
  await source.readTogether(WINDOWS, PLAN);
  expect(asked()).toHaveLength(4);
});

it('counts what lies far apart in coarser buckets', async () => {
  const { source, asked } = open(10 * MINUTE_MS);
  await source.readTogether([hours(10), hours(24 * 30)], PLAN);
  expect(asked()[0]).toBe('1h 2026-02-16T22:00:00.000Z 2026-03-31T01:00:00.000Z');
});

it('leaves a window with too many readings to whoever loads it', async () => {
  const { source, asked } = open(1000);
  await source.readTogether([hours(10), hours(12, 300)], { ...PLAN, maxReadings: 10_000 });
  expect(asked().slice(1)).toEqual(['crudo 2026-03-01T09:59:00.000Z 2026-03-01T10:30:00.000Z']);
});

it('counts and requests a single window with the readings before it', async () => {
  const { source, asked } = open();
  await source.readTogether([hours(10)], PLAN);
  expect(asked()).toEqual([
    '1m 2026-03-01T05:00:00.000Z 2026-03-01T10:30:00.000Z',
    'crudo 2026-03-01T09:56:00.000Z 2026-03-01T10:30:00.000Z',
  ]);
});

it('requests the end of a window whose beginning is cached without counting', async () => {
  const { source, asked } = open();
  await source.readTogether([hours(10)], PLAN);
  await source.readTogether([hours(10, 90)], PLAN);
  expect(asked().slice(2)).toEqual(['crudo 2026-03-01T10:30:00.000Z 2026-03-01T11:30:00.000Z']);
});

it('requests nothing while caches are bypassed', async () => {
  const { source, asked } = open(MINUTE_MS, {}, true);
  await source.readTogether(WINDOWS, PLAN);
  expect(asked()).toEqual([]);
});

it('finds cached what may still change, and what it received while caches are bypassed, with a cache of its own', async () => {
  for (const noCache of [true, false]) {
    const { source, clock, asked } = open(MINUTE_MS, {}, noCache);
    clock.setBack(clock.nowEpochMs() - (START + 11 * HOUR_MS));
    const own = source.withLocalCache();
    await own.readTogether([hours(10, 60)], PLAN);
    await own.readTogether([hours(10, 60)], PLAN);
    await own.buckets(GRID.bucketsOver(hours(8, 180), '1m'));
    expect(asked()).toEqual([
      '1m 2026-03-01T05:00:00.000Z 2026-03-01T11:00:00.000Z',
      'crudo 2026-03-01T09:56:00.000Z 2026-03-01T11:00:00.000Z',
    ]);
    // The next query run requests it again.
    await source.withLocalCache().readTogether([hours(10, 60)], PLAN);
    expect(asked().length).toBeGreaterThan(2);
  }
});

it.each<readonly [string, Partial<ServerBehavior>]>([
  ['are not reported', { counts: 'absent' }],
  ['fail', { intercept: ({ params }) => (params.intervalo === '1m' ? { kind: 'status', status: 404 } : undefined) }],
])('requests no readings where counts %s', async (_, behavior) => {
  const { source, asked } = open(MINUTE_MS, behavior);
  await source.readTogether(WINDOWS, PLAN);
  expect(asked().every((request) => request.startsWith('1m'))).toBe(true);
});

it('caches nothing of readings that are no longer retained', async () => {
  const { source } = open(MINUTE_MS, { retentionCutoffEpochMs: START + 11 * HOUR_MS });
  await source.readTogether(WINDOWS, PLAN);
  expect(source.cachedBefore(WINDOWS[0]!.toEpochMs, HOUR_MS).reading).toBeUndefined();
  expect(source.cachedBefore(WINDOWS[1]!.toEpochMs, HOUR_MS).reading).toBeDefined();
});
