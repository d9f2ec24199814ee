import { type ServerBehavior, TIME_FORMATS } from '../../../testSupport/specServer/serverBehavior';
import {
  PUMP_PRESSURE,
  type Reading,
  steadyReadings,
  singleSeriesData,
} from '../../../testSupport/specServer/specData';
import { createFakeClock } from '../../../testSupport/testClocks';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { rowCount } from '../rows';
import type { ApiRequest } from '../../api/transport';
import { testPlan } from '../../../testSupport/testPlan';
import type { HistoryPlan, PlanRequest } from '../plan/planHistory';
import { loadSeries } from './loadSeries';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function createPlan(lengthMs: number, change: Partial<PlanRequest> = {}, fromEpochMs = NOON): HistoryPlan {
  const window = { fromEpochMs, toEpochMs: fromEpochMs + lengthMs };
  return testPlan(window, { interval: { kind: 'level', level: 'raw' }, ...change });
}

function load(readings: readonly Reading[], plan: HistoryPlan, behavior: Partial<ServerBehavior> = {}) {
  const { history, server } = createTestClient(singleSeriesData(readings), behavior);
  return { server, loaded: loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan) };
}

function hasLevel(request: ApiRequest, intervalo: string): boolean {
  return request.params.intervalo === intervalo;
}

const AUTO: Partial<PlanRequest> = { interval: { kind: 'auto' } };
const TEN_MINUTES: Partial<PlanRequest> = { interval: { kind: 'step', step: { count: 10, unit: 'm' } } };

describe('raw readings on several pages', () => {
  const everySecond = steadyReadings(NOON - 30_000, 1000, 12_000);

  it.each<[string, Partial<ServerBehavior>, Reading[]?]>([
    ['ascending', {}],
    [
      'newest page first, with 20 readings left for the second page',
      { order: 'newestPageFirst' },
      everySecond.slice(0, 5020),
    ],
    ['more rows than requested', { ignoresLimit: true }],
    [
      'times with fractions of a millisecond',
      { formatTime: TIME_FORMATS.microseconds },
      everySecond.map(({ value }, index) => ({
        atEpochMs: NOON + Math.floor(index / 4) * 1000 + (index % 4) / 4,
        value,
      })),
    ],
  ])('are all loaded, each exactly once: %s', async (_, behavior, readings = everySecond) => {
    // The window begins within a minute, so the count of that minute includes readings outside the window.
    const plan = createPlan(4 * HOUR, {}, NOON - 30_000);
    const { rows, fetched } = await load(readings, plan, behavior).loaded;
    const expected = [...readings].sort((a, b) => a.atEpochMs - b.atEpochMs);
    expect(Array.from(rows.timeEpochMs)).toEqual(expected.map(({ atEpochMs }) => atEpochMs));
    expect(Array.from(rows.avg)).toEqual(expected.map(({ value }) => value));
    expect(fetched.missing).toEqual([]);
    expect(fetched.outsideRows).toBe(0);
  });

  it('are fetched concurrently once the first page and the counts have arrived', async () => {
    const { server, loaded } = load(everySecond, createPlan(4 * HOUR));
    await loaded;
    // The first page, the counts, and two slices: one of 5,000 readings and one of the remaining readings.
    expect(server.requests).toHaveLength(4);
    expect(server.requests.slice(2).every(({ params }) => params.siguiente === undefined)).toBe(true);
  });
});

describe('raw readings on one page', () => {
  it('are returned without waiting for the counts', async () => {
    const { server, loaded } = load(steadyReadings(NOON, 1000, 600), createPlan(10 * MINUTE, AUTO), {
      intercept: (request) => (hasLevel(request, '1m') ? { kind: 'hang' } : undefined),
    });
    expect(rowCount((await loaded).rows)).toBe(600);
    expect(server.requests).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.traffic).toMatchObject({ inFlight: 0, aborted: 1 });
  });
});

describe('more readings than can be shown individually', () => {
  const readings = steadyReadings(NOON, 1000, 12_000);

  it('are replaced by the 1m averages that were fetched as counts, with the reason', async () => {
    const { server, loaded } = load(readings, createPlan(4 * HOUR, { ...AUTO, maxAutoRawRows: 11_999 }));
    const { level, rows, substitution } = await loaded;
    expect(level).toBe('1m');
    expect(rows.n.every((n) => n === 60)).toBe(true);
    expect(substitution).toEqual({ kind: 'tooManyReadings', readings: 12_000, maxRows: 11_999 });
    expect(server.requests).toHaveLength(2);
  });

  it('are not replaced if they exactly reach the limit', async () => {
    const { rows } = await load(readings, createPlan(4 * HOUR, { ...AUTO, maxAutoRawRows: 12_000 })).loaded;
    expect(rowCount(rows)).toBe(12_000);
  });

  it('are not replaced if only the buckets that extend beyond the window exceed the limit', async () => {
    const dense = steadyReadings(NOON, 5, 24_000);
    const plan = createPlan(30_000, { ...AUTO, maxAutoRawRows: 6000 }, NOON + 30_000);
    const { rows, substitution } = await load(dense, plan).loaded;
    expect(rowCount(rows)).toBe(6000);
    expect(substitution).toBeUndefined();
  });

  it('are rejected if the user fixed the level', async () => {
    const { loaded } = load(readings, createPlan(4 * HOUR, { maxRows: 11_999 }));
    await expect(loaded).rejects.toMatchObject({ kind: 'overBudget', detail: '12000' });
  });

  it('are rejected for the reason for which they cannot be counted', async () => {
    const { loaded } = load(readings, createPlan(4 * HOUR, { maxRows: 11_999 }), {
      maxPageRows: 100,
      intercept: (request) =>
        hasLevel(request, '1m') && request.params.siguiente !== undefined ? { kind: 'status', status: 403 } : undefined,
    });
    await expect(loaded).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('are not read to the end if the counts were wrong', async () => {
    const { server, loaded } = load(readings, createPlan(4 * HOUR, { maxRows: 500 }), {
      maxPageRows: 100,
      intercept: (request) => (hasLevel(request, '1m') ? { kind: 'body', body: { datos: [] } } : undefined),
    });
    await expect(loaded).rejects.toMatchObject({ kind: 'overBudget' });
    expect(server.requests.length).toBeLessThan(70);
  });

  it.each([
    ['empty', { kind: 'body', body: { datos: [] } } as const],
    ['too low', undefined],
  ])('are detected even if the counts are %s', async (_, interception) => {
    let now = readings.slice(0, 10_000);
    const { history } = createTestClient(() => singleSeriesData(now), {
      intercept: (request, number) => {
        // The counts are requested first; more readings arrive after that.
        now = number > 1 ? readings : now;
        return hasLevel(request, '1m') ? interception : undefined;
      },
    });
    const loaded = loadSeries(
      history.forSeries(PUMP_PRESSURE, testContext()),
      createPlan(4 * HOUR, { maxRows: 11_000 })
    );
    await expect(loaded).rejects.toMatchObject({ kind: 'overBudget', detail: expect.stringMatching(/^1[27]\d{3}$/) });
  });

  it('are replaced by averages if their number is unknown', async () => {
    const { loaded } = load(readings, createPlan(4 * HOUR, AUTO), { counts: 'absent' });
    expect(await loaded).toMatchObject({ level: '1m', substitution: { kind: 'unknownReadings' } });
  });
});

describe('readings older than the retention cutoff', () => {
  const everyTenSeconds = steadyReadings(NOON, 10_000, 4 * 360);
  const everySecond = steadyReadings(NOON, 1000, 4 * 3600);
  const retentionCutoffEpochMs = NOON + 3 * HOUR;

  it.each([
    ['on one page', everyTenSeconds, {}],
    ['on several pages', everySecond, { maxPageRows: 1000 }],
    ['newest page first', everySecond, { maxPageRows: 1000, order: 'newestPageFirst' as const }],
  ])('are replaced by the retained 1m averages, with the reason: %s', async (_, readings, behavior) => {
    const { history } = createTestClient(singleSeriesData(readings), { retentionCutoffEpochMs, ...behavior });
    for (let attempt = 0; attempt < 2; attempt++) {
      const { level, rows, substitution } = await loadSeries(
        history.forSeries(PUMP_PRESSURE, testContext()),
        createPlan(4 * HOUR, AUTO)
      );
      expect(level).toBe('1m');
      expect(rowCount(rows)).toBe(240);
      expect(substitution).toEqual({ kind: 'expiredReadings', readings: (readings.length * 3) / 4 });
    }
  });

  it('are left out if the user fixed the level, with the reason on every load', async () => {
    const { history } = createTestClient(
      singleSeriesData(everyTenSeconds),
      { retentionCutoffEpochMs },
      { clock: createFakeClock(NOON + DAY) }
    );
    for (let attempt = 0; attempt < 2; attempt++) {
      const { level, rows, substitution } = await loadSeries(
        history.forSeries(PUMP_PRESSURE, testContext()),
        createPlan(4 * HOUR)
      );
      expect([level, rowCount(rows), substitution?.kind]).toEqual(['raw', 360, 'expiredReadings']);
    }
  });

  it('are not reported where there never were any', async () => {
    const { loaded, server } = load(everyTenSeconds, createPlan(8 * HOUR, AUTO, NOON - 4 * HOUR));
    const { level, rows, substitution } = await loaded;
    expect([level, rowCount(rows), substitution]).toEqual(['raw', everyTenSeconds.length, undefined]);
    expect(server.requests).toHaveLength(2);
  });
});

describe('buckets', () => {
  const tenDays = steadyReadings(NOON, 30_000, 28_800);

  it('of 90 days at 1m are fetched in slices of one page, six at a time', async () => {
    const plan = createPlan(90 * DAY, { interval: { kind: 'level', level: '1m' } });
    const { server, loaded } = load([], plan);
    await loaded;
    expect(server.requests).toHaveLength(26);
    expect(server.requests.every(({ params }) => params.limite === '5000')).toBe(true);
    expect(server.traffic.maxInFlight).toBe(6);
  });

  it('are sorted by time even if the responses for the slices arrive out of order', async () => {
    const plan = createPlan(20 * DAY, { interval: { kind: 'level', level: '1m' } });
    const { rows, fetched } = await load(tenDays, plan, { delayMs: (number) => 20 - 3 * number }).loaded;
    expect(rowCount(rows)).toBe(14_400);
    expect(rows.timeEpochMs.every((time, row) => time === NOON + row * MINUTE)).toBe(true);
    expect(fetched.missing).toEqual([]);
  });

  it('without usable counts are not re-aggregated, because averages of unknown weight cannot be combined', async () => {
    const { rows, step, substitution } = await load(tenDays, createPlan(2 * HOUR, TEN_MINUTES), { counts: 'absent' })
      .loaded;
    expect(substitution).toEqual({ kind: 'unknownCounts' });
    expect(step).toEqual({ count: 1, unit: 'm' });
    expect(rowCount(rows)).toBe(120);
  });

  it('that begin at other times than the steps are not re-aggregated', async () => {
    const plan = createPlan(8 * DAY, { interval: { kind: 'step', step: { count: 2, unit: 'd' } } });
    const readings = steadyReadings(NOON, 10 * MINUTE, 1440);
    const { rows, substitution } = await load(readings, plan, { dayBucketZone: 'Asia/Kolkata' }).loaded;
    expect(substitution).toEqual({ kind: 'unexpectedBuckets', level: '1d' });
    expect(new Set(Array.from(rows.timeEpochMs, (time) => time % DAY))).toEqual(new Set([18.5 * HOUR]));
  });

  it('of a server that sends an endless list are reported as missing', async () => {
    const { loaded, server } = load(tenDays, createPlan(HOUR, TEN_MINUTES), { neverEnds: true, maxPageRows: 50 });
    const { fetched } = await loaded;
    expect(fetched.missing).toMatchObject([{ error: { kind: 'protocol' } }]);
    expect(server.requests.length).toBeLessThan(150);
  });
});

describe('a slice that fails', () => {
  const readings = steadyReadings(NOON, 30_000, 28_800);
  const secondPageFails: Partial<ServerBehavior> = {
    maxPageRows: 65,
    intercept: ({ params }) =>
      params.siguiente ? { kind: 'status', status: 500, body: { error: 'disk' } } : undefined,
  };
  const TWO_HOURS = { fromEpochMs: NOON, toEpochMs: NOON + 2 * HOUR };

  it.each([
    ['ascending', { ...TWO_HOURS, fromEpochMs: NOON + 65 * MINUTE }, [0, 10, 20, 30, 40, 50]],
    ['descending', { ...TWO_HOURS, toEpochMs: NOON + 55 * MINUTE }, [60, 70, 80, 90, 100, 110]],
    ['newestPageFirst', { ...TWO_HOURS, toEpochMs: NOON + 55 * MINUTE }, [60, 70, 80, 90, 100, 110]],
    ['shuffled', TWO_HOURS, []],
  ] as const)(
    'reports the part that was not received, and leaves out incomplete steps: %s rows',
    async (order, missing, steps) => {
      const { rows, fetched } = await load(readings, createPlan(2 * HOUR, TEN_MINUTES), { ...secondPageFails, order })
        .loaded;
      expect(fetched.missing).toMatchObject([{ ...missing, error: { kind: 'server', detail: 'disk' } }]);
      expect(Array.from(rows.timeEpochMs, (time) => (time - NOON) / MINUTE)).toEqual(steps);
    }
  );

  it.each(['ascending', 'descending', 'newestPageFirst'] as const)(
    'reports all of it when the rows of a single page show no order of pages: %s',
    async (order) => {
      const inside = readings.filter(({ atEpochMs }) => atEpochMs >= NOON + MINUTE && atEpochMs < NOON + 119 * MINUTE);
      const { rows, fetched } = await load(inside, createPlan(2 * HOUR, TEN_MINUTES), { ...secondPageFails, order })
        .loaded;
      expect(fetched.missing).toMatchObject([TWO_HOURS]);
      expect(rowCount(rows)).toBe(0);
    }
  );

  it.each(['ascending', 'descending', 'newestPageFirst'] as const)(
    'reports the part that follows the last page when two pages show their order: %s',
    async (order) => {
      const inside = readings.filter(({ atEpochMs }) => atEpochMs >= NOON + MINUTE && atEpochMs < NOON + 119 * MINUTE);
      const { fetched } = await load(inside, createPlan(2 * HOUR, TEN_MINUTES), {
        order,
        maxPageRows: 40,
        intercept: (_, number) => (number === 3 ? { kind: 'status', status: 500 } : undefined),
      }).loaded;
      const missing = {
        ascending: { ...TWO_HOURS, fromEpochMs: NOON + 81 * MINUTE },
        descending: { ...TWO_HOURS, toEpochMs: NOON + 39 * MINUTE },
        // Two ascending pages, the later one first, are in no order.
        newestPageFirst: TWO_HOURS,
      };
      expect(fetched.missing).toMatchObject([missing[order]]);
    }
  );

  it('does not affect the other slices', async () => {
    const { rows, fetched } = await load(readings, createPlan(10 * DAY, { interval: { kind: 'level', level: '1m' } }), {
      intercept: ({ params }) =>
        Date.parse(params.desde!) === NOON + 5000 * MINUTE ? { kind: 'status', status: 403 } : undefined,
    }).loaded;
    const missing = { fromEpochMs: NOON + 5000 * MINUTE, toEpochMs: NOON + 10_000 * MINUTE };
    expect(fetched.missing).toMatchObject([{ ...missing, error: { kind: 'forbidden' } }]);
    expect(rowCount(rows)).toBe(14_400 - 5000);
  });

  it('rejects the load if nothing else was received', async () => {
    const { loaded } = load(readings, createPlan(2 * HOUR, TEN_MINUTES), {
      intercept: () => ({ kind: 'status', status: 404 }),
    });
    await expect(loaded).rejects.toMatchObject({ kind: 'notFound', path: 'v1/lecturas' });
  });

  it('can be caused by a repeated cursor; the rows received before it are kept', async () => {
    const { rows, fetched } = await load(readings, createPlan(2 * HOUR, TEN_MINUTES), {
      maxPageRows: 30,
      repeatsCursorOfPage: 2,
    }).loaded;
    expect(fetched.missing).toMatchObject([{ fromEpochMs: NOON + 90 * MINUTE, error: { kind: 'protocol' } }]);
    expect(rowCount(rows)).toBe(9);
  });
});

describe('when the caller aborts', () => {
  it.each([
    ['buckets', createPlan(90 * DAY, { interval: { kind: 'level', level: '1m' } }), '1m'],
    ['the first readings', createPlan(4 * HOUR), 'crudo'],
    ['the counts of readings', createPlan(4 * HOUR), '1m'],
  ])('aborts every request for %s, including queued ones', async (_, plan, hangs) => {
    const controller = new AbortController();
    const { history, server } = createTestClient(singleSeriesData(steadyReadings(NOON, 1000, 12_000)), {
      intercept: (request) => (hasLevel(request, hangs) ? { kind: 'hang' } : undefined),
    });
    const loaded = loadSeries(history.forSeries(PUMP_PRESSURE, testContext(controller.signal)), plan);
    const outcome = expect(loaded).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const sent = server.requests.length;
    controller.abort();
    await outcome;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.traffic.inFlight).toBe(0);
    expect(server.requests).toHaveLength(sent);
  });
});

test('unusable rows are skipped and counted', async () => {
  const datos = [
    { ts: new Date(NOON).toISOString(), valor: 1 },
    { ts: 'yesterday', valor: 2 },
    { ts: new Date(NOON + 1000).toISOString(), valor: 'off' },
    { ts: new Date(NOON + 2000).toISOString(), valor: null },
    null,
    { ts: new Date(NOON + 3000).toISOString(), valor: 4 },
    { ts: new Date(NOON + HOUR).toISOString(), valor: 5 },
    { ts: new Date(NOON).toISOString(), valor: 1 },
  ];
  const { rows, fetched } = await load([], createPlan(MINUTE), { intercept: () => ({ kind: 'body', body: { datos } }) })
    .loaded;
  expect(Array.from(rows.avg)).toEqual([1, 4]);
  expect(fetched).toMatchObject({ receivedRows: 8, unusableRows: 4, outsideRows: 1, duplicateRows: 1 });
});
