import { type ServerBehavior, TIME_FORMATS } from '../../../testSupport/serverBehavior';
import { PUMP_PRESSURE, type Reading, steadyReadings, singleSeriesData } from '../../../testSupport/specData';
import { createFakeClock } from '../../../testSupport/fakeClock';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { rowCount } from '../rows';
import type { ApiRequest } from '../../api/transport';
import type { HistoryPlan } from '../plan/historyPlan';
import { planHistory, type PlanRequest } from '../plan/planHistory';
import { loadSeries } from './loadSeries';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function planOf(lengthMs: number, change: Partial<PlanRequest> = {}, fromEpochMs = NOON): HistoryPlan {
  const plan = planHistory({
    window: { fromEpochMs, toEpochMs: fromEpochMs + lengthMs },
    points: 1000,
    minStepMs: 0,
    interval: { kind: 'level', level: 'raw' },
    zone: 'UTC',
    offsetMs: 0,
    dayBucketZone: 'UTC',
    maxRows: 500_000,
    maxAutoRawRows: 50_000,
    ...change,
  });
  if (plan.kind === 'rejected') {
    throw new Error(`refused: ${JSON.stringify(plan)}`);
  }
  return plan;
}

function load(readings: readonly Reading[], plan: HistoryPlan, behavior: Partial<ServerBehavior> = {}) {
  const { history, server } = createTestClient(singleSeriesData(readings), behavior);
  return { server, loaded: loadSeries(history, PUMP_PRESSURE, plan, testContext()) };
}

function asksFor(request: ApiRequest, intervalo: string): boolean {
  return request.params.intervalo === intervalo;
}

const AUTO: Partial<PlanRequest> = { interval: { kind: 'auto' } };
const TEN_MINUTES: Partial<PlanRequest> = { interval: { kind: 'step', step: { count: 10, unit: 'm' } } };

describe('raw readings on several pages', () => {
  const everySecond = steadyReadings(NOON - 30_000, 1000, 12_000);

  it.each<[string, Partial<ServerBehavior>, Reading[]?]>([
    ['ascending', {}],
    ['ascending, short pages', { maxPageRows: 900 }],
    ['one row a page, descending', { order: 'descending', maxPageRows: 1 }, everySecond.slice(0, 300)],
    ['descending', { order: 'descending' }],
    ['the newest page first, each ascending', { order: 'newestPageFirst' }],
    ['the newest page first, a few more than it holds', { order: 'newestPageFirst' }, everySecond.slice(0, 5020)],
    ['unordered', { order: 'shuffled' }],
    ['pages that overlap', { overlapRows: 7 }],
    ['an empty page before each', { emptyPages: 2 }],
    ['more rows than asked for', { ignoresLimit: true }],
    [
      'between milliseconds',
      { formatTime: TIME_FORMATS.microseconds },
      everySecond.map(({ value }, index) => ({
        atEpochMs: NOON + Math.floor(index / 4) * 1000 + (index % 4) / 4,
        value,
      })),
    ],
    [
      'several at one instant',
      {},
      everySecond.map(({ atEpochMs, value }, index) => ({ atEpochMs: atEpochMs - (index % 3) * 1000, value })),
    ],
  ])('are all drawn, each once: %s', async (_, behavior, readings = everySecond) => {
    // The window begins inside a minute, whose count therefore says nothing about the window.
    const plan = planOf(4 * HOUR, {}, NOON - 30_000);
    const { rows, fetched } = await load(readings, plan, behavior).loaded;
    const expected = [...readings].sort((a, b) => a.atEpochMs - b.atEpochMs);
    expect(Array.from(rows.timeEpochMs)).toEqual(expected.map(({ atEpochMs }) => atEpochMs));
    expect(Array.from(rows.avg)).toEqual(expected.map(({ value }) => value));
    expect(fetched.missing).toEqual([]);
    expect(fetched.outsideRows).toBe(0);
  });

  it('are fetched side by side once the first page and the counts have come', async () => {
    const { server, loaded } = load(everySecond, planOf(4 * HOUR));
    await loaded;
    // The first page, the counts, and two slices: one of 5,000 and one of what is left.
    expect(server.requests).toHaveLength(4);
    expect(server.requests.slice(2).every(({ params }) => params.siguiente === undefined)).toBe(true);
  });
});

describe('raw readings on one page', () => {
  it('are drawn without waiting for the counts', async () => {
    const { server, loaded } = load(steadyReadings(NOON, 1000, 600), planOf(10 * MINUTE, AUTO), {
      intercept: (request) => (asksFor(request, '1m') ? { kind: 'hang' } : undefined),
    });
    expect(rowCount((await loaded).rows)).toBe(600);
    expect(server.requests).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.traffic).toMatchObject({ inFlight: 0, aborted: 1 });
  });
});

describe('more readings than may be drawn one by one', () => {
  const readings = steadyReadings(NOON, 1000, 12_000);

  it('become 1m averages that came along, and the reason is told', async () => {
    const { server, loaded } = load(readings, planOf(4 * HOUR, { ...AUTO, maxAutoRawRows: 11_999 }));
    const { level, rows, substitution } = await loaded;
    expect(level).toBe('1m');
    expect(rows.n.every((n) => n === 60)).toBe(true);
    expect(substitution).toEqual({ kind: 'tooManyReadings', readings: 12_000, maxRows: 11_999 });
    expect(server.requests).toHaveLength(2);
  });

  it('are drawn when they are just as many as may be', async () => {
    const { rows } = await load(readings, planOf(4 * HOUR, { ...AUTO, maxAutoRawRows: 12_000 })).loaded;
    expect(rowCount(rows)).toBe(12_000);
  });

  it('are drawn when only the buckets at the ends, which reach out of the window, make them too many', async () => {
    const dense = steadyReadings(NOON, 5, 24_000);
    const plan = planOf(30_000, { ...AUTO, maxAutoRawRows: 6000 }, NOON + 30_000);
    const { rows, substitution } = await load(dense, plan).loaded;
    expect(rowCount(rows)).toBe(6000);
    expect(substitution).toBeUndefined();
  });

  it('are refused where the user fixed the level', async () => {
    const { loaded } = load(readings, planOf(4 * HOUR, { maxRows: 11_999 }));
    await expect(loaded).rejects.toMatchObject({ kind: 'overBudget', detail: '12000' });
  });

  it('are not read to the end when the counts lied', async () => {
    const { server, loaded } = load(readings, planOf(4 * HOUR, { maxRows: 500 }), {
      maxPageRows: 100,
      intercept: (request) => (asksFor(request, '1m') ? { kind: 'body', body: { datos: [] } } : undefined),
    });
    await expect(loaded).rejects.toMatchObject({ kind: 'overBudget' });
    expect(server.requests.length).toBeLessThan(70);
  });

  it.each([
    ['nothing', { kind: 'body', body: { datos: [] } } as const],
    ['too little', undefined],
  ])('are found out though the counts said %s', async (_, interception) => {
    let now = readings.slice(0, 10_000);
    const { history } = createTestClient(() => singleSeriesData(now), {
      intercept: (request, number) => {
        // The counts are asked for first; then many readings arrive.
        now = number > 1 ? readings : now;
        return asksFor(request, '1m') ? interception : undefined;
      },
    });
    const loaded = loadSeries(history, PUMP_PRESSURE, planOf(4 * HOUR, { maxRows: 11_000 }), testContext());
    await expect(loaded).rejects.toMatchObject({ kind: 'overBudget', detail: expect.stringMatching(/^1[27]\d{3}$/) });
  });

  it('become averages when nobody says how many they are', async () => {
    const { loaded } = load(readings, planOf(4 * HOUR, AUTO), { counts: 'absent' });
    expect(await loaded).toMatchObject({ level: '1m', substitution: { kind: 'unknownReadings' } });
  });
});

describe('readings whose beginning the server does not keep any more', () => {
  const everyTenSeconds = steadyReadings(NOON, 10_000, 4 * 360);
  const everySecond = steadyReadings(NOON, 1000, 4 * 3600);
  const retentionCutoffEpochMs = NOON + 3 * HOUR;

  it.each([
    ['on one page', everyTenSeconds, {}],
    ['on several', everySecond, { maxPageRows: 1000 }],
    ['the newest page first', everySecond, { maxPageRows: 1000, order: 'newestPageFirst' as const }],
  ])('become 1m averages that are kept, and the reason is told: %s', async (_, readings, behavior) => {
    const { history } = createTestClient(singleSeriesData(readings), { retentionCutoffEpochMs, ...behavior });
    for (let look = 0; look < 2; look++) {
      const { level, rows, substitution } = await loadSeries(
        history,
        PUMP_PRESSURE,
        planOf(4 * HOUR, AUTO),
        testContext()
      );
      expect(level).toBe('1m');
      expect(rowCount(rows)).toBe(240);
      expect(substitution).toEqual({ kind: 'expiredReadings', readings: (readings.length * 3) / 4 });
    }
  });

  it('are drawn as far as they are kept where the user fixed the level, every time with the reason', async () => {
    const { history } = createTestClient(
      singleSeriesData(everyTenSeconds),
      { retentionCutoffEpochMs },
      { clock: createFakeClock(NOON + DAY) }
    );
    for (let look = 0; look < 2; look++) {
      const { level, rows, substitution } = await loadSeries(history, PUMP_PRESSURE, planOf(4 * HOUR), testContext());
      expect([level, rowCount(rows), substitution?.kind]).toEqual(['raw', 360, 'expiredReadings']);
    }
  });

  it('are no such thing where there were none', async () => {
    const { loaded, server } = load(everyTenSeconds, planOf(8 * HOUR, AUTO, NOON - 4 * HOUR));
    const { level, rows, substitution } = await loaded;
    expect([level, rowCount(rows), substitution]).toEqual(['raw', everyTenSeconds.length, undefined]);
    expect(server.requests).toHaveLength(2);
  });
});

describe('buckets', () => {
  const tenDays = steadyReadings(NOON, 30_000, 28_800);

  it('of ninety days at 1m are fetched in slices of a page, six at a time', async () => {
    const plan = planOf(90 * DAY, { interval: { kind: 'level', level: '1m' } });
    const { server, loaded } = load([], plan);
    await loaded;
    expect(server.requests).toHaveLength(26);
    expect(server.requests.every(({ params }) => params.limite === '5000')).toBe(true);
    expect(server.traffic.maxInFlight).toBe(6);
  });

  it('of slices that are answered in any order are put together in order of time', async () => {
    const plan = planOf(20 * DAY, { interval: { kind: 'level', level: '1m' } });
    const { rows, fetched } = await load(tenDays, plan, { delayMs: (number) => 20 - 3 * number }).loaded;
    expect(rowCount(rows)).toBe(14_400);
    expect(rows.timeEpochMs.every((time, row) => time === NOON + row * MINUTE)).toBe(true);
    expect(fetched.missing).toEqual([]);
  });

  it('without usable counts are drawn as they are, because averages of unknown weight must not be averaged', async () => {
    const { rows, step, substitution } = await load(tenDays, planOf(2 * HOUR, TEN_MINUTES), { counts: 'absent' })
      .loaded;
    expect(substitution).toEqual({ kind: 'unknownCounts' });
    expect(step).toEqual({ count: 1, unit: 'm' });
    expect(rowCount(rows)).toBe(120);
  });

  it('that begin elsewhere than the steps need are drawn as they are', async () => {
    const plan = planOf(8 * DAY, { interval: { kind: 'step', step: { count: 2, unit: 'd' } } });
    const readings = steadyReadings(NOON, 10 * MINUTE, 1440);
    const { rows, substitution } = await load(readings, plan, { dayBucketZone: 'Asia/Kolkata' }).loaded;
    expect(substitution).toEqual({ kind: 'unexpectedBuckets', level: '1d' });
    expect(new Set(Array.from(rows.timeEpochMs, (time) => time % DAY))).toEqual(new Set([18.5 * HOUR]));
  });

  it('of a server that sends rows without end are given up', async () => {
    const { loaded } = load(tenDays, planOf(HOUR, TEN_MINUTES), { neverEnds: true, maxPageRows: 50 });
    const { fetched } = await loaded;
    expect(fetched.missing).toMatchObject([{ error: { kind: 'protocol' } }]);
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
    ['shuffled', TWO_HOURS, []],
  ] as const)(
    'names what is missing where the rows are %s, and draws no step of a part',
    async (order, missing, steps) => {
      const { rows, fetched } = await load(readings, planOf(2 * HOUR, TEN_MINUTES), { ...secondPageFails, order })
        .loaded;
      expect(fetched.missing).toMatchObject([{ window: missing, error: { kind: 'server', detail: 'disk' } }]);
      expect(Array.from(rows.timeEpochMs, (time) => (time - NOON) / MINUTE)).toEqual(steps);
    }
  );

  it('does not cost the other slices', async () => {
    const { rows, fetched } = await load(readings, planOf(10 * DAY, { interval: { kind: 'level', level: '1m' } }), {
      intercept: ({ params }) =>
        Date.parse(params.desde!) === NOON + 5000 * MINUTE ? { kind: 'status', status: 403 } : undefined,
    }).loaded;
    const missing = { fromEpochMs: NOON + 5000 * MINUTE, toEpochMs: NOON + 10_000 * MINUTE };
    expect(fetched.missing).toMatchObject([{ window: missing, error: { kind: 'forbidden' } }]);
    expect(rowCount(rows)).toBe(14_400 - 5000);
  });

  it('is the error of the series when nothing else came', async () => {
    const { loaded } = load(readings, planOf(2 * HOUR, TEN_MINUTES), {
      intercept: () => ({ kind: 'status', status: 404 }),
    });
    await expect(loaded).rejects.toMatchObject({ kind: 'notFound', path: 'v1/lecturas' });
  });

  it('is one whose cursor comes again; what came before is drawn', async () => {
    const { rows, fetched } = await load(readings, planOf(2 * HOUR, TEN_MINUTES), {
      maxPageRows: 30,
      repeatsCursorOfPage: 2,
    }).loaded;
    expect(fetched.missing).toMatchObject([
      { window: { fromEpochMs: NOON + 90 * MINUTE }, error: { kind: 'protocol' } },
    ]);
    expect(rowCount(rows)).toBe(9);
  });
});

describe('nobody listening any more', () => {
  it.each([
    ['buckets', planOf(90 * DAY, { interval: { kind: 'level', level: '1m' } }), '1m'],
    ['the first readings', planOf(4 * HOUR), 'crudo'],
    ['the counts of readings', planOf(4 * HOUR), '1m'],
  ])('ends every request for %s, waiting ones included', async (_, plan, hangs) => {
    const controller = new AbortController();
    const { history, server } = createTestClient(singleSeriesData(steadyReadings(NOON, 1000, 12_000)), {
      intercept: (request) => (asksFor(request, hangs) ? { kind: 'hang' } : undefined),
    });
    const loaded = loadSeries(history, PUMP_PRESSURE, plan, testContext(controller.signal));
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

test('rows that cannot be used are left out and counted', async () => {
  const datos = [
    { ts: new Date(NOON).toISOString(), valor: 1 },
    { ts: 'yesterday', valor: 2 },
    { ts: new Date(NOON + 1000).toISOString(), valor: '3' },
    { ts: new Date(NOON + 2000).toISOString(), valor: null },
    null,
    { ts: new Date(NOON + 3000).toISOString(), valor: 4 },
    { ts: new Date(NOON + HOUR).toISOString(), valor: 5 },
    { ts: new Date(NOON).toISOString(), valor: 1 },
  ];
  const { rows, fetched } = await load([], planOf(MINUTE), { intercept: () => ({ kind: 'body', body: { datos } }) })
    .loaded;
  expect(Array.from(rows.avg)).toEqual([1, 4]);
  expect(fetched).toMatchObject({ receivedRows: 8, unusableRows: 4, outsideRows: 1, duplicateRows: 1 });
});
