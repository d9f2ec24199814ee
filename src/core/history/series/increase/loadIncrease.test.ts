import { createFakeClock } from '../../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../../testSupport/specServer/serverBehavior';
import {
  PUMP_PRESSURE,
  type Reading,
  singleSeriesData,
  steadyReadings,
} from '../../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../../testSupport/testClient';
import { testPlan } from '../../../../testSupport/testPlan';
import type { ApiRequest } from '../../../api/transport';
import type { PlanRequest } from '../../plan/planHistory';
import { loadSeries } from '../loadSeries';
import type { LoadedSeries } from '../loadedSeries';
import type { OnProgress } from '../../fetch/fetchResult';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 2, 3, 12);
/** Six hours with a reading every 20 s, each 1 higher than the one before, from an hour before noon on. */
const RISING = steadyReadings(NOON - HOUR, 20_000, 1080, (index) => 1000 + index);
/** The same, restarting at 0 at the given minutes after noon. */
const restarting = (...minutes: number[]) =>
  RISING.map(({ atEpochMs, value }): Reading => {
    const last = minutes.map((minute) => NOON + minute * MINUTE).filter((at) => at <= atEpochMs);
    return { atEpochMs, value: last.length === 0 ? value : (atEpochMs - last.at(-1)!) / 20_000 };
  });

const EVERY_TEN_MINUTES: Partial<PlanRequest> = { interval: { kind: 'step', step: { count: 10, unit: 'm' } } };

/** Buckets decide, whatever they hold. */
const NEVER_FEW = { readings: 0, perStep: 0 };
/** Readings decide. */
const FEW = { readings: 2000, perStep: 15 };

function client(readings: readonly Reading[], behavior: Partial<ServerBehavior> = {}) {
  return createTestClient(singleSeriesData(readings), behavior, { clock: createFakeClock(NOON + 48 * HOUR) });
}

/** Loads the hour after noon in steps of ten minutes, unless stated otherwise. */
async function load(
  { history }: ReturnType<typeof client>,
  change: Partial<PlanRequest> = {},
  window = { fromEpochMs: NOON, toEpochMs: NOON + HOUR },
  few = NEVER_FEW,
  onProgress?: OnProgress<LoadedSeries>
) {
  const planned = testPlan(window, { ...EVERY_TEN_MINUTES, withIncrease: true, ...change });
  const plan = { ...planned, increase: planned.increase && { ...planned.increase, few } };
  const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan, onProgress);
  return { ...loaded, increases: Array.from(loaded.increase?.rows.avg ?? []) };
}

const requestText = ({ params: { intervalo, desde, hasta } }: ApiRequest) =>
  `${intervalo} ${desde?.slice(11, 16)}–${hasta?.slice(11, 16)}`;

it('requests nothing more when the increase is not wanted', async () => {
  const plant = client(restarting(15));
  const { increase } = await load(plant, { withIncrease: false });
  expect(increase).toBeUndefined();
  expect(plant.server.requests.map(requestText)).toEqual(['1m 12:00–13:00']);
});

it('of a counter that only rises costs one request more, for the buckets before, and none when they are cached', async () => {
  const plant = client(RISING);
  expect((await load(plant)).increases).toEqual([30, 30, 30, 30, 30, 30]);
  expect(plant.server.requests.map(requestText).sort()).toEqual(['1m 10:00–12:00', '1m 12:00–13:00']);
  await load(plant);
  expect(plant.server.requests).toHaveLength(2);
});

it('of a counter that restarts costs the readings of the buckets that show it, once', async () => {
  const plant = client(restarting(15, 40));
  const expected = [30, 29, 30, 30, 29, 30];
  expect((await load(plant)).increases).toEqual(expected);
  const readingRequests = plant.server.requests.map(requestText).filter((text) => text.startsWith('crudo'));
  expect(readingRequests.sort()).toEqual(['crudo 12:15–12:16', 'crudo 12:40–12:41']);
  const requests = plant.server.requests.length;
  expect((await load(plant)).increases).toEqual(expected);
  expect(plant.server.requests).toHaveLength(requests);
});

it('leaves out the steps of a bucket whose readings cannot be fetched, and of the one after', async () => {
  const plant = client(restarting(19), {
    intercept: ({ params }) => (params.intervalo === 'crudo' ? { kind: 'status', status: 400 } : undefined),
  });
  expect((await load(plant)).increases).toEqual([30, NaN, NaN, 30, 30, 30]);
});

it('leaves out the step of a bucket whose readings the server no longer retains', async () => {
  const plant = client(restarting(15), { retentionCutoffEpochMs: NOON + 15 * MINUTE + 1 });
  for (const _ of ['server', 'cache']) {
    expect((await load(plant)).increases).toEqual([30, NaN, 30, 30, 30, 30]);
  }
  expect(plant.cache.get(PUMP_PRESSURE, 'raw', { fromEpochMs: NOON, toEpochMs: NOON + HOUR }).ranges).toEqual([]);
});

it('leaves out the step after one with an unusable bucket, because its last value is not known', async () => {
  const plant = client(RISING, { isUnusableBucket: (start) => start === NOON + 19 * MINUTE });
  const { rows, increases } = await load(plant);
  expect(Array.from(rows.timeEpochMs, (time) => (time - NOON) / MINUTE)).toEqual([0, 20, 30, 40, 50]);
  expect(increases).toEqual([30, NaN, 30, 30, 30]);
});

it('leaves out the first step when the buckets before cannot be fetched', async () => {
  const plant = client(RISING, {
    intercept: ({ params }) =>
      params.hasta === new Date(NOON).toISOString() ? { kind: 'status', status: 400 } : undefined,
  });
  expect((await load(plant)).increases).toEqual([NaN, 30, 30, 30, 30, 30]);
});

it('is not known where the newest page comes first and the page before it cannot be fetched', async () => {
  const everyTenMinutes = steadyReadings(NOON + 10 * MINUTE, 10 * MINUTE, 4, (index) => 1000 + index);
  const plant = client(everyTenMinutes, {
    order: 'newestPageFirst',
    maxPageRows: 3,
    intercept: ({ params }) => (params.siguiente ? { kind: 'status', status: 400 } : undefined),
  });
  // The page holds the readings from 12:20 on, and the first of them is not the first ever.
  const { fetched, increases } = await load(plant, { interval: { kind: 'level', level: '1m' } });
  expect(fetched.rows.timeEpochMs).toHaveLength(3);
  expect(increases).toEqual([]);
});

it('counts what was counted during a year without readings', async () => {
  const before = { atEpochMs: NOON - 365 * 24 * HOUR, value: 900 };
  const plant = client([before, ...RISING.filter(({ atEpochMs }) => atEpochMs >= NOON)]);
  expect((await load(plant)).increases).toEqual([1180 - 900 + 29, 30, 30, 30, 30, 30]);
});

it('of buckets without counts is known until the counter restarts', async () => {
  const plant = client(restarting(15), { counts: 'absent' });
  const { increases, substitution } = await load(plant);
  expect(substitution?.kind).toBe('unknownCounts');
  expect(increases.flatMap((increase, minute) => (Number.isNaN(increase) ? [minute] : []))).toEqual([15, 16]);
  expect(increases[14]).toBe(3);
});

it('of a tag that falls all the time is an error, and costs none of its readings', async () => {
  const plant = client(RISING.map(({ atEpochMs }, index) => ({ atEpochMs, value: index % 2 })));
  await expect(load(plant, { maxRows: 100 })).rejects.toMatchObject({ kind: 'notACounter' });
  expect(plant.server.requests.map(requestText).filter((text) => text.startsWith('crudo 12'))).toEqual([]);
});

it('on auto is that of steps, or of the 1m buckets that replace too many readings', async () => {
  const auto: Partial<PlanRequest> = { interval: { kind: 'auto' }, points: 100 };
  const readings = restarting(15);
  const window = { fromEpochMs: NOON + 5_000, toEpochMs: NOON + 40 * MINUTE };
  const few = await load(client(readings), { ...auto, window });
  expect([few.level, few.step]).toEqual(['raw', { count: 30, unit: 's' }]);
  const many = await load(client(readings), { ...auto, window, maxAutoRawRows: 50 });
  expect([many.level, many.substitution?.kind]).toEqual(['1m', 'tooManyReadings']);
  const total = (increases: readonly number[]) => increases.reduce((sum, increase) => sum + increase, 0);
  expect([total(few.increases), total(many.increases)]).toEqual([119, 119]);
});

it('while it is loading, what is shown so far is exact', async () => {
  const plant = client(restarting(300));
  const window = { fromEpochMs: NOON - HOUR, toEpochMs: NOON + 7 * 24 * HOUR };
  const seen: number[] = [];
  await load(plant, {}, window, NEVER_FEW, ({ partial }) => {
    seen.push(...Array.from(partial().increase?.rows.avg ?? []).filter((increase) => !Number.isNaN(increase)));
  });
  expect(new Set(seen)).toEqual(new Set([30]));
});

it('shows nothing while it is loading where the readings, which are still to come, decide', async () => {
  const plant = client(RISING);
  const window = { fromEpochMs: NOON - HOUR, toEpochMs: NOON + 7 * 24 * HOUR };
  let parts = 0;
  await load(plant, {}, window, FEW, ({ partial }) => {
    parts++;
    expect(partial().increase).toBeUndefined();
  });
  expect(parts).toBeGreaterThan(1);
});

it('of a few readings costs a request for them, and none when they are cached', async () => {
  const plant = client(RISING);
  expect((await load(plant, {}, undefined, FEW)).increases).toEqual([30, 30, 30, 30, 30, 30]);
  expect(plant.server.requests.map(requestText).sort()).toEqual([
    '1m 10:00–12:00',
    '1m 12:00–13:00',
    'crudo 12:00–13:00',
  ]);
  await load(plant, {}, undefined, FEW);
  expect(plant.server.requests).toHaveLength(3);
});

describe('of a range that ends now', () => {
  /** What the second of two loads of the last hour requests, a minute after the first. */
  async function requestsALittleLater(interval: PlanRequest['interval']): Promise<string[]> {
    const clock = createFakeClock(NOON + 17_000);
    const plant = createTestClient(
      singleSeriesData(steadyReadings(NOON - 5 * HOUR, 20_000, 1080, (index) => index)),
      {},
      { clock }
    );
    const loadLastHour = () => {
      const now = clock.nowEpochMs();
      return load(plant, { interval }, { fromEpochMs: now - HOUR, toEpochMs: now }, FEW);
    };
    await loadLastHour();
    const first = plant.server.requests.length;
    clock.advance(MINUTE);
    await loadLastHour();
    return plant.server.requests.slice(first).map(requestText).sort();
  }

  it.each<[string, PlanRequest['interval'], string[]]>([
    ['readings', { kind: 'level', level: 'raw' }, ['crudo 11:50–12:01']],
    ['steps of readings', { kind: 'step', step: { count: 30, unit: 's' } }, ['crudo 11:50–12:01']],
    ['few readings beside buckets', { kind: 'level', level: '1m' }, ['1m 11:49–12:02', 'crudo 11:50–12:02']],
  ])('a load a minute later requests what is new, once: %s', async (_, interval, expected) => {
    expect(await requestsALittleLater(interval)).toEqual(expected);
  });
});

it('requests only those of a few readings again that the server no longer retains', async () => {
  const plant = client(RISING, { retentionCutoffEpochMs: NOON + 15 * MINUTE });
  const interval: PlanRequest['interval'] = { kind: 'level', level: '1m' };
  await load(plant, { interval }, undefined, FEW);
  const first = plant.server.requests.length;
  await load(plant, { interval }, undefined, FEW);
  expect(plant.server.requests.slice(first).map(requestText)).toEqual(['crudo 12:00–12:15']);
});

it('does not request the readings of a bucket again that shows a restart and whose readings are no longer retained', async () => {
  const plant = client(restarting(5), { retentionCutoffEpochMs: NOON + 15 * MINUTE });
  const { increases } = await load(plant, { interval: { kind: 'level', level: '1m' } }, undefined, FEW);
  expect(increases.flatMap((increase, minute) => (Number.isNaN(increase) ? [minute] : []))).toEqual([5, 6, 7]);
  expect(plant.server.requests.map(requestText).filter((text) => text.startsWith('crudo'))).toEqual([
    'crudo 12:00–13:00',
  ]);
});

it('does not name readings before the range that fall and are back', async () => {
  const dip = NOON + 20_000;
  const plant = client(RISING.map((reading) => (reading.atEpochMs === dip ? { ...reading, value: 0 } : reading)));
  const ofRange = { interval: { kind: 'range' } } as const;
  const momentaryFrom = async (fromEpochMs: number) =>
    (await load(plant, ofRange, { fromEpochMs, toEpochMs: NOON + HOUR })).increase?.momentary;
  expect([await momentaryFrom(NOON + 10_000), await momentaryFrom(NOON + 30_000)]).toEqual([[dip], []]);
});

it('is not known at the end of the range if the reading there cannot be fetched', async () => {
  const plant = client(RISING, {
    intercept: ({ params }) =>
      params.desde === new Date(NOON + HOUR).toISOString() ? { kind: 'status', status: 400 } : undefined,
  });
  const { increases } = await load(plant, { interval: { kind: 'step', step: { count: 30, unit: 's' } } });
  expect(increases.slice(-2)).toEqual([1, NaN]);
});

describe('a meter that is read once an hour, at the full hour', () => {
  /** 50 kWh from 14:00 to 15:00, 1 in each other hour. */
  const hourly = steadyReadings(NOON - 3 * HOUR, HOUR, 12, (index) => 1000 + index + (index >= 6 ? 49 : 0));
  const counted = (loaded: LoadedSeries) =>
    Object.fromEntries(
      Array.from(loaded.increase!.rows.timeEpochMs, (start, row) => [
        new Date(start).toISOString().slice(11, 16),
        loaded.increase!.rows.avg[row],
      ])
    );
  const window = { fromEpochMs: NOON, toEpochMs: NOON + 4 * HOUR };

  it.each<[PlanRequest['interval'], Record<string, number>]>([
    [
      { kind: 'level', level: '1h' },
      { '12:00': 1, '13:00': 1, '14:00': 50, '15:00': 1 },
    ],
    [
      { kind: 'step', step: { count: 2, unit: 'h' } },
      { '12:00': 2, '14:00': 51 },
    ],
    [
      { kind: 'step', step: { count: 30, unit: 'm' } },
      { '12:30': 1, '13:30': 1, '14:30': 50, '15:30': 1 },
    ],
    [{ kind: 'range' }, { '12:00': 53 }],
  ])('counts in the hour that each reading ends: %j', async (interval, expected) => {
    expect(counted(await load(client(hourly), { interval }, window, FEW))).toEqual(expected);
  });

  it('counts in the hour of the reading where the server no longer retains readings', async () => {
    const plant = client(hourly, { retentionCutoffEpochMs: NOON + 24 * HOUR });
    const loaded = await load(plant, { interval: { kind: 'level', level: '1h' } }, window, FEW);
    expect(counted(loaded)).toEqual({ '12:00': 1, '13:00': 1, '14:00': 1, '15:00': 50 });
  });
});

it('names the readings that fall and are back, and the step after a gap', async () => {
  const readings = RISING.filter((_, index) => index < 240 || index >= 330).map((reading, index) =>
    index === 200 ? { ...reading, value: 0 } : reading
  );
  const { increase, increases } = await load(client(readings));
  expect(increases).toEqual([30, 30, 120]);
  expect(increase?.momentary).toEqual([readings[200]!.atEpochMs]);
  expect(increase?.afterGap).toEqual([{ fromEpochMs: NOON + 50 * MINUTE, toEpochMs: NOON + HOUR }]);
});

it('names the step in which the first reading after a gap counts', async () => {
  const hourly = steadyReadings(NOON - 24 * HOUR, HOUR, 30, (index) => 1000 + index);
  const plant = client(hourly.filter((_, index) => index < 20 || index >= 26));
  const window = { fromEpochMs: NOON - 20 * HOUR, toEpochMs: NOON + 5 * HOUR };
  const { increase } = await load(plant, { interval: { kind: 'level', level: '1h' } }, window, FEW);
  expect(increase?.afterGap).toEqual([{ fromEpochMs: NOON + HOUR, toEpochMs: NOON + 2 * HOUR }]);
});

it.each<[string, number[], number[]]>([
  ['reports when it counts, and stood still for the night', [1, 2, 3, 4, 5, 6], [7, 8, 9]],
  ['restarts with each shift', [1, 2, 3, 4, 5, 6], [0, 1, 2]],
])('does not name the step after a gap of a counter that %s', async (_, evening, morning) => {
  const everyMinute = (fromEpochMs: number) => (value: number, index: number) => ({
    atEpochMs: fromEpochMs + index * MINUTE,
    value,
  });
  const plant = client([...evening.map(everyMinute(NOON)), ...morning.map(everyMinute(NOON + 8 * HOUR))]);
  const { increase } = await load(plant, {}, { fromEpochMs: NOON, toEpochMs: NOON + 9 * HOUR }, FEW);
  expect(increase?.afterGap).toEqual([]);
});

it('of a tag that falls with each reading is an error at any length', async () => {
  const plant = client(RISING.map(({ atEpochMs, value }) => ({ atEpochMs, value: 9000 - value })));
  for (const lengthMs of [10 * MINUTE, HOUR, 5 * HOUR]) {
    const window = { fromEpochMs: NOON, toEpochMs: NOON + lengthMs };
    await expect(load(plant, {}, window)).rejects.toMatchObject({ kind: 'falling' });
  }
});

it('stops looking at the buckets before when nobody waits any more', async () => {
  const { history, server } = client(RISING, { intercept: () => ({ kind: 'hang' }) });
  const controller = new AbortController();
  const window = { fromEpochMs: NOON, toEpochMs: NOON + HOUR };
  const plan = testPlan(window, { ...EVERY_TEN_MINUTES, withIncrease: true });
  const loaded = loadSeries(history.forSeries(PUMP_PRESSURE, testContext(controller.signal)), plan);
  setTimeout(() => controller.abort(), 20);
  await expect(loaded).rejects.toMatchObject({ name: 'AbortError' });
  expect(server.traffic).toMatchObject({ inFlight: 0, aborted: 2 });
});
