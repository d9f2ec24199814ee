import { createFakeClock } from '../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { arrivingData, PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { testPlan } from '../../../testSupport/testPlan';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type TimeWindow } from '../../time/window';
import type { PlanRequest } from '../plan/planHistory';
import { loadSeries } from './loadSeries';

/** Neither a full minute nor a full second. */
const NOW = Date.UTC(2026, 2, 3, 12, 20, 33, 500);

/** A series with a reading every ten seconds until now, and a function that loads a range of it that ends now. */
function testHistory(behavior: Partial<ServerBehavior> = {}, days = 9) {
  const readings = Array.from({ length: (days * DAY_MS) / (10 * SECOND_MS) }, (_, index): Reading => ({
    atEpochMs: Math.floor(NOW / MINUTE_MS) * MINUTE_MS + 3 * HOUR_MS - index * 10 * SECOND_MS,
    value: (index * 7) % 101,
  }));
  const clock = createFakeClock(NOW);
  const { history, server } = createTestClient(arrivingData(readings, clock.nowEpochMs), behavior, { clock });
  const load = async (lengthMs: number, change: Partial<PlanRequest> = {}) => {
    const window = { fromEpochMs: clock.nowEpochMs() - lengthMs, toEpochMs: clock.nowEpochMs() };
    const before = server.requests.length;
    const plan = testPlan(window, { interval: { kind: 'range' }, ...change });
    const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
    const levels = server.requests.slice(before).map(({ params }) => params.intervalo);
    return { loaded, levels, expected: computeMean(readings, window) };
  };
  return { load, clock };
}

function computeMean(readings: readonly Reading[], { fromEpochMs, toEpochMs }: TimeWindow) {
  const values = readings
    .filter(({ atEpochMs }) => atEpochMs >= fromEpochMs && atEpochMs < toEpochMs)
    .map(({ value }) => value);
  return { n: values.length, avg: values.reduce((sum, value) => sum + value, 0) / values.length };
}

function readValue({ rows: { n, avg } }: Awaited<ReturnType<ReturnType<typeof testHistory>['load']>>['loaded']) {
  return { n: n[0], avg: avg[0] };
}

it('asks for coarse buckets, then for finer ones and readings where the ends of the range cut them', async () => {
  const { load } = testHistory();
  const { levels, loaded, expected } = await load(7 * DAY_MS);
  expect(levels).toEqual(['1h', '1m', '1m', 'crudo', 'crudo']);
  expect(readValue(loaded)).toEqual({ n: expected.n, avg: expect.closeTo(expected.avg, 9) as number });
});

it('requests only the newest part again on a refresh', async () => {
  const { load, clock } = testHistory();
  await load(7 * DAY_MS);
  clock.advance(10 * SECOND_MS);
  const { levels, loaded, expected } = await load(7 * DAY_MS);
  expect(levels).toEqual(['1h', '1m', 'crudo']);
  expect(loaded.fetched.receivedRows).toBeLessThan(25);
  expect(readValue(loaded)).toEqual({ n: expected.n, avg: expect.closeTo(expected.avg, 9) as number });
});

it('asks for no readings where a bucket that an end cuts has none', async () => {
  const { load } = testHistory({}, 1);
  expect((await load(7 * DAY_MS)).levels).toEqual(['1h', '1m', 'crudo']);
});

it('takes buckets without readings for absent ones', async () => {
  const { load } = testHistory({ emptyBuckets: 'zero' }, 1);
  const { loaded, levels, expected } = await load(7 * DAY_MS);
  expect(levels).toEqual(['1h', '1m', 'crudo']);
  expect(readValue(loaded).n).toBe(expected.n);
});

it('is of a wider range, and says so, where the readings at its beginning are no longer retained', async () => {
  const { load } = testHistory({ retentionCutoffEpochMs: NOW - DAY_MS });
  const { loaded } = await load(7 * DAY_MS);
  const window = { fromEpochMs: Math.floor((NOW - 7 * DAY_MS) / MINUTE_MS) * MINUTE_MS, toEpochMs: NOW };
  expect(loaded.substitution).toEqual({ kind: 'widenedRange', window });
  expect([...loaded.edges!]).toEqual([window.fromEpochMs, window.toEpochMs]);
  expect(readValue(loaded).n).toBe((7 * DAY_MS) / (10 * SECOND_MS) + 4);
});

it('is of a wider range, and says so, where the readings at its ends are more than the limit', async () => {
  const { load } = testHistory();
  const { loaded, levels } = await load(2 * MINUTE_MS, { maxRows: 3 });
  expect(levels).toEqual(['1m']);
  expect(loaded.substitution?.kind).toBe('widenedRange');
  expect(readValue(loaded).n).toBe(16);
});

it('has no increase from the cache either where one of the first two readings is no longer retained', async () => {
  const start = Date.UTC(2026, 2, 1, 0, 5);
  const readings = [
    { atEpochMs: start + 1, value: 1000 },
    { atEpochMs: start + 501, value: 1001 },
    { atEpochMs: start + HOUR_MS + 501, value: 0 },
  ];
  const window = { fromEpochMs: start + 500, toEpochMs: start + DAY_MS + 500 };
  const behavior = { retentionCutoffEpochMs: window.fromEpochMs };
  const { history } = createTestClient(singleSeriesData(readings), behavior, { clock: createFakeClock(NOW) });
  const plan = testPlan(window, { interval: { kind: 'range' }, withIncrease: true });
  for (const _ of ['server', 'cache']) {
    const { increase } = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
    expect([...increase!.rows.avg]).toEqual([NaN]);
  }
});

it('has no average, and says so, where the server sends no counts', async () => {
  const { load } = testHistory({ counts: 'absent' });
  const { loaded } = await load(7 * DAY_MS);
  expect(loaded.substitution).toEqual({ kind: 'rangeWithoutCounts' });
  expect([...loaded.rows.max]).toEqual([100]);
  expect([...loaded.rows.avg]).toEqual([NaN]);
});

it('is said not to be exact at its ends where the days of the server are not those of the setting', async () => {
  const { load } = testHistory({ dayBucketZone: 'Asia/Tokyo' });
  expect((await load(365 * DAY_MS)).loaded.substitution).toEqual({ kind: 'inexactRange', level: '1d' });
});

it('is left out where a request fails, because a part of its readings is not known', async () => {
  const { load } = testHistory({
    intercept: ({ params }) => (params.intervalo === '1m' ? { kind: 'status', status: 400 } : undefined),
  });
  const { loaded } = await load(7 * DAY_MS);
  expect(loaded.rows.n).toHaveLength(0);
  expect(loaded.fetched.missing).toHaveLength(2);
});

it('is left out where a bucket that an end cuts cannot be used, of which only the start is known', async () => {
  const cut = Math.floor((NOW - HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  const { load } = testHistory({ isUnusableBucket: (start) => start === cut });
  const { loaded } = await load(HOUR_MS);
  expect(loaded.rows.n).toHaveLength(0);
  expect(loaded.undecided).toHaveLength(1);
});
