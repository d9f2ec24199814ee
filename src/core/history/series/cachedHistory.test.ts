import { createFakeClock } from '../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { arrivingData, PUMP_PRESSURE, type Reading, steadyReadings } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { rowCount } from '../rows';
import type { EpochMs } from '../../time/window';
import { loadSeries } from './loadSeries';
import { testPlan } from '../../../testSupport/testPlan';
import type { RequestedInterval } from '../plan/planHistory';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AUTO: RequestedInterval = { kind: 'auto' };

interface TestHistory {
  readonly everyMs?: number;
  readonly days?: number;
  readonly readings?: readonly Reading[];
  readonly behavior?: Partial<ServerBehavior>;
}

/** A series with one reading per second by default, and a function that loads a window of it that ends now by default. */
function testHistory({
  everyMs = 1000,
  days = 2,
  readings = steadyReadings(NOW - days * 24 * HOUR, everyMs, ((days + 1) * 24 * HOUR) / everyMs),
  behavior = {},
}: TestHistory = {}) {
  const clock = createFakeClock(NOW);
  const testClient = createTestClient(arrivingData(readings, clock.nowEpochMs), behavior, { clock });
  const load = async (
    lengthMs: number,
    interval: RequestedInterval = AUTO,
    { toEpochMs = clock.nowEpochMs(), noCache = false, maxAutoRawRows = 50_000 } = {}
  ) => {
    const plan = testPlan({ fromEpochMs: toEpochMs - lengthMs, toEpochMs }, { interval, maxAutoRawRows });
    const before = testClient.server.requests.length;
    const loaded = await loadSeries(testClient.history.forSeries(PUMP_PRESSURE, { ...testContext(), noCache }), plan);
    return { loaded, requests: testClient.server.requests.slice(before).map(({ params }) => params) };
  };
  return { ...testClient, load };
}

const iso = (epochMs: EpochMs) => new Date(epochMs).toISOString();

describe('a refresh after five seconds', () => {
  it.each<[string, number, RequestedInterval, string, EpochMs]>([
    ['readings', 6 * HOUR, AUTO, 'crudo', NOW - 10 * MINUTE],
    ['1m buckets', 24 * HOUR, AUTO, '1m', NOW - 30_000 - 11 * MINUTE],
    ['1h buckets', 24 * HOUR, { kind: 'level', level: '1h' }, '1h', NOW - 30_000 - 2 * HOUR],
    ['steps of 1h buckets', 24 * HOUR, { kind: 'step', step: { count: 8, unit: 'h' } }, '1h', NOW - 30_000 - 2 * HOUR],
  ])(
    'of %s sends one request, for the part that may have changed',
    async (_, lengthMs, interval, intervalo, fromEpochMs) => {
      const { load, clock } = testHistory();
      const first = await load(lengthMs, interval);
      clock.advance(5000);
      const { requests, loaded } = await load(lengthMs, interval);
      expect(requests).toEqual([expect.objectContaining({ intervalo, desde: iso(fromEpochMs) })]);
      expect(loaded.fetched.receivedRows).toBeLessThan(first.loaded.fetched.receivedRows * 0.13);
      expect(loaded.fetched.cachedRows + loaded.fetched.receivedRows).toBe(rowCount(loaded.fetched.rows));
    }
  );

  it('of a tag without recent readings sends one request', async () => {
    const { load, clock } = testHistory({ days: 2 });
    clock.advance(30 * HOUR);
    await load(6 * HOUR);
    clock.advance(5000);
    expect((await load(6 * HOUR)).requests).toHaveLength(1);
  });

  it('of more readings than can be shown individually sends one request, for 1m buckets', async () => {
    const { load, clock } = testHistory();
    const options = { maxAutoRawRows: 10_000 };
    expect((await load(6 * HOUR, AUTO, options)).requests).toHaveLength(2);
    clock.advance(5000);
    const { requests, loaded } = await load(6 * HOUR, AUTO, options);
    expect(requests.map(({ intervalo }) => intervalo)).toEqual(['1m']);
    expect(loaded.substitution).toMatchObject({ kind: 'tooManyReadings' });
  });

  it('that bypasses the cache requests the whole window', async () => {
    const { load, clock } = testHistory();
    const { requests } = await load(6 * HOUR);
    clock.advance(5000);
    const again = await load(6 * HOUR, AUTO, { noCache: true });
    expect(again.requests).toHaveLength(requests.length);
    expect(again.loaded.fetched.cachedRows).toBe(0);
  });
});

it('dates rows from several pages by the first page', async () => {
  let requestCount = 0;
  const { load, clock } = testHistory({
    everyMs: MINUTE,
    behavior: {
      maxPageRows: 50,
      intercept: () => {
        clock.advance(requestCount++ === 0 ? 0 : HOUR);
        return undefined;
      },
    },
  });
  const { loaded } = await load(HOUR * 3, { kind: 'level', level: '1m' });
  expect(requestCount).toBe(4);
  expect(loaded.fetched.asOfEpochMs).toBe(NOW);
});

it('sends no request for a window that is settled and cached', async () => {
  const { load } = testHistory();
  const yesterday = { toEpochMs: NOW - 24 * HOUR };
  await load(HOUR, AUTO, yesterday);
  const { requests, loaded } = await load(HOUR, AUTO, yesterday);
  expect(requests).toEqual([]);
  expect(rowCount(loaded.rows)).toBe(3600);
});

it('requests only the part of the window that panning adds', async () => {
  const { load } = testHistory({ everyMs: 5000 });
  const first = await load(6 * HOUR, AUTO, { toEpochMs: NOW - HOUR });
  const { loaded, requests } = await load(6 * HOUR, AUTO, { toEpochMs: NOW - 2.5 * HOUR });
  expect(requests).toEqual([expect.objectContaining({ desde: iso(NOW - 8.5 * HOUR), hasta: iso(NOW - 7 * HOUR) })]);
  expect(loaded.fetched.receivedRows).toBe(first.loaded.fetched.receivedRows / 4);
});

it('requests the counts along with the first page if a missing part may not fit on one page', async () => {
  const { load } = testHistory();
  await load(6 * HOUR, AUTO, { toEpochMs: NOW - HOUR });
  const { requests } = await load(6 * HOUR, AUTO, { toEpochMs: NOW - 3 * HOUR });
  expect(
    requests
      .slice(0, 2)
      .map(({ intervalo }) => intervalo)
      .sort()
  ).toEqual(['1m', 'crudo']);
  expect(requests.every(({ hasta }) => Date.parse(hasta!) <= NOW - 7 * HOUR + MINUTE)).toBe(true);
});

it('requests the counts after the first page if a missing part unexpectedly needs more than one page', async () => {
  const dense = steadyReadings(NOW - 6 * HOUR, 1000, 4 * 3600);
  const sparse = steadyReadings(NOW - 2 * HOUR, MINUTE, 60);
  const { load } = testHistory({ readings: [...dense, ...sparse] });
  await load(HOUR, AUTO, { toEpochMs: NOW - HOUR });
  const { requests, loaded } = await load(5 * HOUR, AUTO, { toEpochMs: NOW - HOUR });
  expect(requests.slice(0, 2).map(({ intervalo }) => intervalo)).toEqual(['crudo', '1m']);
  expect(requests.filter(({ siguiente }) => siguiente !== undefined)).toEqual([]);
  expect(rowCount(loaded.rows)).toBe(14_460);
});

it('shares requests between panels that load the same window at the same time', async () => {
  const { load, server } = testHistory();
  const panels = await Promise.all(Array.from({ length: 12 }, () => load(6 * HOUR)));
  const urls = server.requests.map(({ params }) => JSON.stringify(params));
  expect(new Set(urls).size).toBe(urls.length);
  panels.forEach(({ loaded }) => expect(rowCount(loaded.rows)).toBe(21_600));
});

it('requests only the failed part on the next load', async () => {
  let fails = true;
  const { load } = testHistory({
    behavior: {
      intercept: ({ params }) =>
        fails && params.desde === iso(NOW - 30_000 - 5000 * MINUTE) ? { kind: 'status', status: 404 } : undefined,
    },
    everyMs: MINUTE,
    days: 8,
  });
  const options = { toEpochMs: NOW - 30_000 };
  const minutes: RequestedInterval = { kind: 'level', level: '1m' };
  const first = await load(10_000 * MINUTE, minutes, options);
  expect(first.loaded.fetched.missing).toHaveLength(1);
  fails = false;
  const again = await load(10_000 * MINUTE, minutes, options);
  expect(again.requests).toHaveLength(1);
  expect(again.loaded.fetched.missing).toEqual([]);
  expect(rowCount(again.loaded.rows)).toBe(10_000);
});
