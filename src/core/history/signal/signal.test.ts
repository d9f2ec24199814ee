import { listSpans } from '../../../testSupport/listSpans';
import { createFakeClock } from '../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import {
  arrivingData,
  PUMP_PRESSURE,
  type Reading,
  singleSeriesData,
  type SpecData,
  steadyReadings,
} from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type TimeWindow, toIso } from '../../time/window';
import { createCondition } from './condition';
import type { Answered } from '../mosaic/mosaic';
import { loadSignal } from './signal';
import { provenTrueMs } from './periods';
import { LevelGrid } from '../levelGrid';
import { planSignal, type Continuation } from '../plan/planSignal';
import { ConditionQuestion } from './questions';
import { type Spans, TRUE, UNDECIDED } from './spans';

const MONDAY = Date.UTC(2026, 2, 2);
const LONG_AFTER = MONDAY + 400 * DAY_MS;
const CONTINUATION: Continuation = { interpolation: 'hold', holdMs: 2 * HOUR_MS };
const LIMITS = { maxRequests: 500, maxRows: 500_000 };
const NO_PERIOD_RULES = { minDurationMs: 0, joinWithinMs: 0 };

interface Setup {
  readonly window?: TimeWindow;
  readonly continuation?: Partial<Continuation>;
  readonly limits?: { readonly maxRequests?: number; readonly maxRows?: number };
  /** Of the days that the plan expects. */
  readonly zone?: string;
}

const WEEK = { fromEpochMs: MONDAY, toEpochMs: MONDAY + 7 * DAY_MS };

/** From Sunday to the Monday after, every ten seconds 10 bar, or 20 bar in some windows. */
function pressure(high: readonly TimeWindow[]): Reading[] {
  const isHigh = (at: number) => high.some(({ fromEpochMs, toEpochMs }) => at >= fromEpochMs && at < toEpochMs);
  return steadyReadings(MONDAY - DAY_MS, 10 * SECOND_MS, 9 * 8640).map(({ atEpochMs }) => ({
    atEpochMs,
    value: isHigh(atEpochMs) ? 20 : 10,
  }));
}

function at(day: number, hour: number, minute = 0): number {
  return MONDAY + day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;
}

/** 08:15 to 08:45 on Tuesday, and 20:30 on Thursday to 03:20 on Friday. */
const HIGH = [
  { fromEpochMs: at(1, 8, 15), toEpochMs: at(1, 8, 45) },
  { fromEpochMs: at(3, 20, 30), toEpochMs: at(4, 3, 20) },
];
const FOUND = [
  'true from 03-03 08:15 to 03-03 08:45', //
  'true from 03-05 20:30 to 03-06 03:20',
];

type Client = ReturnType<typeof createTestClient>;

function connect(data: SpecData | (() => SpecData), behavior: Partial<ServerBehavior> = {}, nowEpochMs = LONG_AFTER) {
  return createTestClient(data, behavior, { clock: createFakeClock(nowEpochMs) });
}

/** When the pressure is above 15 bar. */
async function above({ history }: Client, { window = WEEK, continuation, limits, zone = 'UTC' }: Setup = {}) {
  const plan = planSignal(window, { ...CONTINUATION, ...continuation, ...LIMITS, ...limits }, new LevelGrid(zone));
  const signal = await loadSignal(history.forSeries(PUMP_PRESSURE, testContext()), plan);
  return signal.ask(() => new ConditionQuestion(createCondition('>', [15]), window));
}

/** Such as `true from 03-03 08:15 to 03-03 08:45`; everything but the time in which the condition is false. */
function texts({ answer }: Answered<Spans>): string[] {
  return listSpans(answer)
    .filter(({ value }) => value !== 0)
    .map(({ fromEpochMs, toEpochMs, value }) => {
      const state = value === TRUE ? 'true' : value === UNDECIDED ? 'undecided' : 'unknown';
      const [from, to] = [fromEpochMs, toEpochMs].map((epochMs) => toIso(epochMs).slice(5, 16).replace('T', ' '));
      return `${state} from ${from} to ${to}`;
    });
}

function proven({ answer }: Answered<Spans>): string {
  const { atLeastMs, atMostMs } = provenTrueMs(answer, NO_PERIOD_RULES, WEEK);
  return `at least ${atLeastMs / MINUTE_MS} min, at most ${atMostMs / MINUTE_MS} min`;
}

/** Such as `1h 03-01 22:00 to 03-09 02:00`, for each request. */
function requestsOf({ server }: Client): string[] {
  return server.requests.map(({ params }) => {
    const time = (text = '') => text.slice(5, 16).replace('T', ' ');
    return `${params.intervalo} ${time(params.desde)} to ${time(params.hasta)}`;
  });
}

it('reads the readings of the hours alone that buckets do not decide', async () => {
  const client = connect(singleSeriesData(pressure(HIGH)));
  const found = await above(client);
  expect(texts(found)).toEqual(FOUND);
  expect(found).toMatchObject({ isDecided: true, undecidedBecause: undefined, missing: [] });
  expect(requestsOf(client)).toEqual([
    '1h 03-01 22:00 to 03-09 02:00',
    'crudo 03-06 03:00 to 03-06 04:00',
    'crudo 03-05 20:00 to 03-05 21:00',
    'crudo 03-03 08:00 to 03-03 09:00',
  ]);
});

describe('the present', () => {
  const open = [{ fromEpochMs: at(3, 8, 30), toEpochMs: at(6, 0) }];

  it('ends what is known: what lies after it is unknown', async () => {
    const now = at(3, 10, 20);
    const client = connect(
      arrivingData(pressure(open), () => now),
      {},
      now
    );
    expect(texts(await above(client))).toEqual([
      'true from 03-05 08:30 to 03-05 10:20',
      'unknown from 03-05 10:20 to 03-09 00:00',
    ]);
  });

  it('lets the bucket in progress decide until now, without its readings', async () => {
    const now = at(3, 10, 20);
    const client = connect(
      arrivingData(pressure(open), () => now),
      {},
      now
    );
    await above(client);
    expect(requestsOf(client).slice(1)).toEqual(['crudo 03-05 08:00 to 03-05 09:00']);
  });
});

describe('late readings', () => {
  it('are found by the next load, as long as they can be expected', async () => {
    let readings = pressure([]).filter(({ atEpochMs }) => atEpochMs < at(3, 10));
    const client = connect(() => singleSeriesData(readings), {}, at(3, 10));
    expect(texts(await above(client))).toEqual(['unknown from 03-05 10:00 to 03-09 00:00']);
    client.clock.advance(MINUTE_MS);
    readings = readings.map((reading) => (reading.atEpochMs >= at(3, 9, 55) ? { ...reading, value: 20 } : reading));
    expect(texts(await above(client))).toEqual([
      'true from 03-05 09:55 to 03-05 10:01',
      'unknown from 03-05 10:01 to 03-09 00:00',
    ]);
  });

  it('that arrive while buckets are looked at more closely are part of the answer', async () => {
    let readings = pressure(HIGH).filter(({ atEpochMs }) => atEpochMs < at(1, 8, 20) || atEpochMs >= at(1, 8, 40));
    const client = connect(() => singleSeriesData(readings), {
      intercept: ({ params }) => {
        if (params.intervalo === 'crudo') {
          readings = pressure(HIGH);
        }
        return undefined;
      },
    });
    expect(texts(await above(client, { continuation: { holdMs: HOUR_MS } }))).toEqual(FOUND);
  });
});

describe('readings that the server no longer retains', () => {
  const retention = { retentionCutoffEpochMs: at(2, 0) };

  it('leave undecided what not even minutes decide, and the interval stays', async () => {
    const found = await above(connect(singleSeriesData(pressure(HIGH)), retention));
    expect(texts(found)).toEqual([
      'undecided from 03-03 08:15 to 03-03 08:16',
      'true from 03-03 08:16 to 03-03 08:45',
      'undecided from 03-03 08:45 to 03-03 08:46',
      FOUND[1],
    ]);
    expect(found).toMatchObject({ isDecided: false, undecidedBecause: 'expired', missing: [] });
    expect(proven(found)).toBe('at least 439 min, at most 441 min');
  });

  it('are requested once, and not again by the next question', async () => {
    const client = connect(singleSeriesData(pressure(HIGH)), retention);
    const plan = planSignal(WEEK, { ...CONTINUATION, ...LIMITS }, new LevelGrid('UTC'));
    const signal = await loadSignal(client.history.forSeries(PUMP_PRESSURE, testContext()), plan);
    const ask = () => signal.ask(() => new ConditionQuestion(createCondition('>', [15]), WEEK));
    const first = await ask();
    const requests = client.server.requests.length;
    expect(await ask()).toEqual(first);
    expect(client.server.requests).toHaveLength(requests);
  });

  it('do not matter where buckets decide', async () => {
    const client = connect(singleSeriesData(pressure([])), { retentionCutoffEpochMs: LONG_AFTER });
    expect(await above(client)).toMatchObject({ isDecided: true, undecidedBecause: undefined });
    expect(requestsOf(client)).toEqual(['1h 03-01 22:00 to 03-09 02:00']);
  });
});

describe('buckets that cannot be used', () => {
  it('are replaced by finer rows', async () => {
    const isUnusableBucket = (start: number) => start === at(1, 10) || start === at(4, 1);
    const client = connect(singleSeriesData(pressure(HIGH)), { isUnusableBucket });
    const found = await above(client);
    expect(texts(found)).toEqual(FOUND);
    expect(found.isDecided).toBe(true);
  });

  it('are asked for readings where they are minutes', async () => {
    const isUnusableBucket = (start: number) => start >= at(1, 8) && start < at(1, 9);
    const found = await above(connect(singleSeriesData(pressure(HIGH)), { isUnusableBucket }));
    expect(texts(found)).toEqual(FOUND);
  });
});

describe('days of 23 and 25 hours', () => {
  it.each([
    ['23', Date.UTC(2026, 2, 28, 23)],
    ['25', Date.UTC(2026, 9, 24, 22)],
  ])('a day of %s hours is as long as it is', async (_, midnight) => {
    const readings = steadyReadings(midnight - 30 * DAY_MS, 6 * HOUR_MS, 4 * 90, () => 20);
    const window = { fromEpochMs: midnight - 20 * DAY_MS, toEpochMs: midnight + 100 * DAY_MS };
    const client = connect(singleSeriesData(readings), { dayBucketZone: 'Europe/Madrid' });
    const continuation = { holdMs: 3 * DAY_MS };
    const last = readings.at(-1)!.atEpochMs;
    const { answer, isDecided } = await above(client, { window, continuation, zone: 'Europe/Madrid' });
    expect(isDecided).toBe(true);
    expect(client.server.requests[0]?.params.intervalo).toBe('1d');
    expect(listSpans(answer)).toEqual([
      { fromEpochMs: window.fromEpochMs, toEpochMs: last + 3 * DAY_MS, value: TRUE },
      { fromEpochMs: last + 3 * DAY_MS, toEpochMs: window.toEpochMs, value: NaN },
    ]);
  });
});

it('does not believe days that begin elsewhere than the data source says', async () => {
  const window = { fromEpochMs: MONDAY, toEpochMs: MONDAY + 120 * DAY_MS };
  const readings = steadyReadings(MONDAY - DAY_MS, HOUR_MS, 24 * 130, (index) => (index === 100 ? 20 : 10));
  const client = connect(singleSeriesData(readings), { dayBucketZone: 'Europe/Madrid' });
  const found = await above(client, { window, continuation: { holdMs: 3 * DAY_MS }, zone: 'UTC' });
  expect(texts(found)).toEqual(['true from 03-05 04:00 to 03-05 05:00']);
  expect(found.isDecided).toBe(true);
});

describe('a page that fails', () => {
  const failing = (level: string, fromEpochMs: number): Partial<ServerBehavior> => ({
    intercept: ({ params }) =>
      params.intervalo === level && params.desde === toIso(fromEpochMs) ? { kind: 'status', status: 400 } : undefined,
  });

  it('of readings is named, and leaves undecided what minutes do not decide', async () => {
    const found = await above(connect(singleSeriesData(pressure(HIGH)), failing('crudo', at(1, 8))));
    expect(texts(found)).toEqual([
      'undecided from 03-03 08:15 to 03-03 08:16',
      'true from 03-03 08:16 to 03-03 08:45',
      'undecided from 03-03 08:45 to 03-03 08:46',
      FOUND[1],
    ]);
    expect(found.missing).toMatchObject([{ fromEpochMs: at(1, 8), toEpochMs: at(1, 9) }]);
    expect(found).toMatchObject({ isDecided: false, undecidedBecause: 'missing' });
  });

  it('of the first buckets leaves its part undecided, and the others are decided', async () => {
    const window = { fromEpochMs: MONDAY, toEpochMs: MONDAY + 300 * DAY_MS };
    const readings = steadyReadings(MONDAY - DAY_MS, HOUR_MS, 302 * 24, () => 20);
    const lastPageFrom = MONDAY - 2 * HOUR_MS + 5000 * HOUR_MS;
    const found = await above(connect(singleSeriesData(readings), failing('1h', lastPageFrom)), { window });
    expect(listSpans(found.answer)).toEqual([
      { fromEpochMs: window.fromEpochMs, toEpochMs: lastPageFrom, value: TRUE },
      { fromEpochMs: lastPageFrom, toEpochMs: window.toEpochMs, value: UNDECIDED },
    ]);
    expect(found.missing).toHaveLength(1);
    expect(found).toMatchObject({ isDecided: false, undecidedBecause: 'missing' });
  });

  it('is an error if it is the only one', async () => {
    const client = connect(singleSeriesData(pressure(HIGH)), failing('1h', at(0, -2)));
    await expect(above(client)).rejects.toMatchObject({ kind: 'badRequest' });
  });
});

it('asks a server that does not count readings for minutes first', async () => {
  const client = connect(singleSeriesData(pressure(HIGH)), { counts: 'absent' });
  const found = await above(client);
  expect(texts(found)).toEqual(FOUND);
  expect(found.isDecided).toBe(true);
  expect(requestsOf(client)).toEqual([
    '1h 03-01 22:00 to 03-09 02:00',
    '1m 03-05 20:00 to 03-06 04:00',
    '1m 03-03 08:00 to 03-03 09:00',
    'crudo 03-06 03:20 to 03-06 03:21',
    'crudo 03-05 20:30 to 03-05 20:31',
    'crudo 03-03 08:45 to 03-03 08:46',
    'crudo 03-03 08:15 to 03-03 08:16',
  ]);
});

describe('a budget', () => {
  it('decides the latest first, and says what ended the search', async () => {
    const client = connect(singleSeriesData(pressure(HIGH)));
    const found = await above(client, { limits: { maxRequests: 3 } });
    // The value that holds from 09:00 on is one of the hour before.
    expect(texts(found)).toEqual(['undecided from 03-03 08:00 to 03-03 10:00', FOUND[1]]);
    expect(found).toMatchObject({ isDecided: false, undecidedBecause: 'maxRequests', missing: [] });
    expect(proven(found)).toBe('at least 410 min, at most 530 min');
  });

  it('of rows ends the search, too', async () => {
    const client = connect(singleSeriesData(pressure(HIGH)));
    const found = await above(client, { limits: { maxRows: 600 } });
    expect(found).toMatchObject({ isDecided: false, undecidedBecause: 'maxRows' });
  });
});
