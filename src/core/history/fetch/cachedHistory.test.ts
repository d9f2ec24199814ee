import { createFakeClock } from '../../../testSupport/fakeClock';
import type { ServerBehavior } from '../../../testSupport/serverBehavior';
import { PUMP_PRESSURE, type Reading, steadyReadings, singleSeriesData } from '../../../testSupport/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { rowCount } from '../rows';
import type { EpochMs } from '../../time/window';
import { loadSeries } from '../series/loadSeries';
import { planHistory, type RequestedInterval } from '../plan/planHistory';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AUTO: RequestedInterval = { kind: 'auto' };

interface Plant {
  readonly everyMs?: number;
  readonly days?: number;
  readonly readings?: readonly Reading[];
  readonly behavior?: Partial<ServerBehavior>;
}

/** A plant that is read every second unless told otherwise, and somebody who looks at it. */
function plant({
  everyMs = 1000,
  days = 2,
  readings = steadyReadings(NOW - days * 24 * HOUR, everyMs, ((days + 1) * 24 * HOUR) / everyMs),
  behavior = {},
}: Plant = {}) {
  const clock = createFakeClock(NOW);
  const arrived = () => readings.filter(({ atEpochMs }) => atEpochMs < clock.nowEpochMs());
  const testClient = createTestClient(() => singleSeriesData(arrived()), behavior, { clock });
  const look = async (
    lengthMs: number,
    interval: RequestedInterval = AUTO,
    { toEpochMs = clock.nowEpochMs(), noCache = false, maxAutoRawRows = 50_000 } = {}
  ) => {
    const plan = planHistory({
      window: { fromEpochMs: toEpochMs - lengthMs, toEpochMs },
      points: 1000,
      minStepMs: 0,
      interval,
      zone: 'UTC',
      offsetMs: 0,
      dayBucketZone: 'UTC',
      maxRows: 500_000,
      maxAutoRawRows,
    });
    if (plan.kind === 'rejected') {
      throw new Error('refused');
    }
    const before = testClient.server.requests.length;
    const loaded = await loadSeries(testClient.history, PUMP_PRESSURE, plan, { ...testContext(), noCache });
    return { loaded, asked: testClient.server.requests.slice(before).map(({ params }) => params) };
  };
  return { ...testClient, look };
}

const iso = (epochMs: EpochMs) => new Date(epochMs).toISOString();

describe('a refresh five seconds later', () => {
  it.each<[string, number, RequestedInterval, string, EpochMs]>([
    ['readings', 6 * HOUR, AUTO, 'crudo', NOW - 10 * MINUTE],
    ['minutes', 24 * HOUR, AUTO, '1m', NOW - 30_000 - 11 * MINUTE],
    ['hours', 24 * HOUR, { kind: 'level', level: '1h' }, '1h', NOW - 30_000 - 2 * HOUR],
    ['steps of hours', 24 * HOUR, { kind: 'step', step: { count: 8, unit: 'h' } }, '1h', NOW - 30_000 - 2 * HOUR],
  ])('of %s asks once, for what may have changed', async (_, lengthMs, interval, intervalo, fromEpochMs) => {
    const { look, clock } = plant();
    const first = await look(lengthMs, interval);
    clock.advance(5000);
    const { asked, loaded } = await look(lengthMs, interval);
    expect(asked).toEqual([expect.objectContaining({ intervalo, desde: iso(fromEpochMs) })]);
    expect(loaded.fetched.receivedRows).toBeLessThan(first.loaded.fetched.receivedRows * 0.13);
    expect(loaded.fetched.cachedRows + loaded.fetched.receivedRows).toBe(rowCount(loaded.fetched.rows));
  });

  it('of a tag that went silent asks once', async () => {
    const { look, clock } = plant({ days: 2 });
    clock.advance(30 * HOUR);
    await look(6 * HOUR);
    clock.advance(5000);
    expect((await look(6 * HOUR)).asked).toHaveLength(1);
  });

  it('of more readings than may be drawn one by one asks once, for minutes', async () => {
    const { look, clock } = plant();
    const options = { maxAutoRawRows: 10_000 };
    expect((await look(6 * HOUR, AUTO, options)).asked).toHaveLength(2);
    clock.advance(5000);
    const { asked, loaded } = await look(6 * HOUR, AUTO, options);
    expect(asked.map(({ intervalo }) => intervalo)).toEqual(['1m']);
    expect(loaded.substitution).toMatchObject({ kind: 'tooManyReadings' });
  });

  it('that asks anew asks for everything', async () => {
    const { look, clock } = plant();
    const { asked } = await look(6 * HOUR);
    clock.advance(5000);
    const again = await look(6 * HOUR, AUTO, { noCache: true });
    expect(again.asked).toHaveLength(asked.length);
    expect(again.loaded.fetched.cachedRows).toBe(0);
  });
});

it('what was read in several pages is as old as the first of them', async () => {
  let slept = 0;
  const { look, clock } = plant({
    everyMs: MINUTE,
    behavior: {
      maxPageRows: 50,
      intercept: () => {
        clock.advance(slept++ === 0 ? 0 : HOUR);
        return undefined;
      },
    },
  });
  const { loaded } = await look(HOUR * 3, { kind: 'level', level: '1m' });
  expect(slept).toBe(4);
  expect(loaded.fetched.asOfEpochMs).toBe(NOW);
});

it('what is past and settled is not asked for at all', async () => {
  const { look } = plant();
  const yesterday = { toEpochMs: NOW - 24 * HOUR };
  await look(HOUR, AUTO, yesterday);
  const { asked, loaded } = await look(HOUR, AUTO, yesterday);
  expect(asked).toEqual([]);
  expect(rowCount(loaded.rows)).toBe(3600);
});

it('panning asks for the part that comes into sight', async () => {
  const { look } = plant({ everyMs: 5000 });
  const first = await look(6 * HOUR, AUTO, { toEpochMs: NOW - HOUR });
  const { loaded, asked } = await look(6 * HOUR, AUTO, { toEpochMs: NOW - 2.5 * HOUR });
  expect(asked).toEqual([expect.objectContaining({ desde: iso(NOW - 8.5 * HOUR), hasta: iso(NOW - 7 * HOUR) })]);
  expect(loaded.fetched.receivedRows).toBe(first.loaded.fetched.receivedRows / 4);
});

it('a part that may not fit one page is counted, side by side with its first page', async () => {
  const { look } = plant();
  await look(6 * HOUR, AUTO, { toEpochMs: NOW - HOUR });
  const { asked } = await look(6 * HOUR, AUTO, { toEpochMs: NOW - 3 * HOUR });
  expect(
    asked
      .slice(0, 2)
      .map(({ intervalo }) => intervalo)
      .sort()
  ).toEqual(['1m', 'crudo']);
  expect(asked.every(({ hasta }) => Date.parse(hasta!) <= NOW - 7 * HOUR + MINUTE)).toBe(true);
});

it('a part that needs more than one page against all likelihood is counted after all', async () => {
  const dense = steadyReadings(NOW - 6 * HOUR, 1000, 4 * 3600);
  const sparse = steadyReadings(NOW - 2 * HOUR, MINUTE, 60);
  const { look } = plant({ readings: [...dense, ...sparse] });
  await look(HOUR, AUTO, { toEpochMs: NOW - HOUR });
  const { asked, loaded } = await look(5 * HOUR, AUTO, { toEpochMs: NOW - HOUR });
  expect(asked.slice(0, 2).map(({ intervalo }) => intervalo)).toEqual(['crudo', '1m']);
  expect(asked.filter(({ siguiente }) => siguiente !== undefined)).toEqual([]);
  expect(rowCount(loaded.rows)).toBe(14_460);
});

it('what another panel asks for at the same time is asked for once', async () => {
  const { look, server } = plant();
  const panels = await Promise.all(Array.from({ length: 12 }, () => look(6 * HOUR)));
  const urls = server.requests.map(({ params }) => JSON.stringify(params));
  expect(new Set(urls).size).toBe(urls.length);
  panels.forEach(({ loaded }) => expect(rowCount(loaded.rows)).toBe(21_600));
});

it('a part that did not come is asked for again, the others are not', async () => {
  let fails = true;
  const { look } = plant({
    behavior: {
      intercept: ({ params }) =>
        fails && params.desde === iso(NOW - 30_000 - 5000 * MINUTE) ? { kind: 'status', status: 404 } : undefined,
    },
    everyMs: MINUTE,
    days: 8,
  });
  const options = { toEpochMs: NOW - 30_000 };
  const minutes: RequestedInterval = { kind: 'level', level: '1m' };
  const first = await look(10_000 * MINUTE, minutes, options);
  expect(first.loaded.fetched.missing).toHaveLength(1);
  fails = false;
  const again = await look(10_000 * MINUTE, minutes, options);
  expect(again.asked).toHaveLength(1);
  expect(again.loaded.fetched.missing).toEqual([]);
  expect(rowCount(again.loaded.rows)).toBe(10_000);
});
