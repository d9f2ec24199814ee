import { LevelGrid } from '../../levelGrid';
import fc from 'fast-check';
import { cases } from '../../../../testSupport/fuzz';
import { counterReadings, counts, distances, gainsOf, seenInBuckets } from '../../../../testSupport/counter';
import { createFakeClock } from '../../../../testSupport/testClocks';
import { type ServerBehavior, TIME_FORMATS } from '../../../../testSupport/specServer/serverBehavior';
import { PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../../testSupport/testClient';
import { testPlan } from '../../../../testSupport/testPlan';
import { TelemetryError } from '../../../api/telemetryError';
import { firstAtOrAfter, type TimeWindow } from '../../../time/window';
import { parseStep } from '../../../time/step';
import type { HistoryPlan, PlanRequest, RequestedInterval } from '../../plan/planHistory';
import { loadSeries } from '../loadSeries';
import type { LoadedSeries } from '../loadedSeries';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Long after all readings, so that everything can be cached. */
const NOW = Date.UTC(2026, 11, 1);

const isVisible = seenInBuckets(['Europe/Madrid']);

const level = (name: '1m' | '1h'): RequestedInterval => ({ kind: 'level', level: name });
const step = (text: string): RequestedInterval => ({ kind: 'step', step: parseStep(text)! });

const behavior: fc.Arbitrary<Partial<ServerBehavior>> = fc.record({
  order: fc.constantFrom('ascending', 'descending', 'newestPageFirst', 'shuffled'),
  maxPageRows: fc.constantFrom(7, 60, Infinity),
  emptyPages: fc.constantFrom(0, 0, 1),
  overlapRows: fc.constantFrom(0, 0, 3),
  sendsRowsOutsideWindow: fc.boolean(),
  formatTime: fc.constantFrom(TIME_FORMATS.utc, TIME_FORMATS.twoHoursEast),
  dayBucketZone: fc.constantFrom('UTC', 'Europe/Madrid'),
});

/** Around both DST changes of Europe, and elsewhere. */
const windowStart = fc.oneof(
  fc.constantFrom(Date.UTC(2026, 2, 28, 20), Date.UTC(2026, 9, 24, 12)),
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 8, 1) })
);

/** The window begins somewhere among the readings. */
const scenario = fc
  .record({
    start: windowStart,
    lengthMs: fc.constantFrom(3 * HOUR, 26 * HOUR, 9 * DAY),
    list: fc.constantFrom(20 * SECOND, 10 * MINUTE, 2 * HOUR).chain((usualMs) => counts(distances(usualMs))),
    skipped: fc.double({ min: 0, max: 1, noNaN: true }),
    interval: fc.constantFrom(level('1m'), level('1h'), step('10m'), step('1h'), step('8h'), step('24h')),
    few: fc.boolean(),
    behavior,
  })
  .map((parts) => {
    const before = Math.floor(parts.skipped * parts.list.length);
    const leadMs = parts.list.slice(0, before).reduce((sum, { afterMs }) => sum + afterMs, 0);
    return { ...parts, counts: parts.list, firstEpochMs: parts.start - leadMs };
  });

/** What was counted in (from, to] of each step, or with each reading of the window. */
function expectedIncreases(
  readings: readonly Reading[],
  edges: Float64Array | undefined,
  window: TimeWindow
): Array<[number, number]> {
  const gains = gainsOf(readings);
  if (edges === undefined) {
    return gains
      .filter(({ atEpochMs }) => atEpochMs > window.fromEpochMs && atEpochMs <= window.toEpochMs)
      .map(({ atEpochMs, gain }): [number, number] => [atEpochMs, gain]);
  }
  const sums = new Map<number, number>();
  for (const { atEpochMs, gain } of gains) {
    const start = edges[firstAtOrAfter(edges, atEpochMs) - 1];
    if (start !== undefined && atEpochMs <= edges.at(-1)!) {
      sums.set(start, (sums.get(start) ?? 0) + gain);
    }
  }
  return [...sums];
}

function listIncreases({ increase }: LoadedSeries): Array<[number, number]> {
  const { timeEpochMs, avg } = increase!.rows;
  return Array.from(timeEpochMs, (time, row) => [time, avg[row]!]);
}

/** The plan for what buckets show, or for series that are counted reading by reading. */
function increasePlan(window: TimeWindow, request: Partial<PlanRequest>, few: boolean): HistoryPlan {
  const plan = testPlan(window, { ...request, withIncrease: true });
  return few ? plan : { ...plan, increase: { ...plan.increase!, few: { readings: 0, perStep: 0 } } };
}

test('the increase of every step is exact over restarts, gaps and DST changes, from the server and from the cache', async () => {
  await fc.assert(
    fc.asyncProperty(
      scenario,
      async ({ start, lengthMs, counts: list, firstEpochMs, interval, few, behavior: server }) => {
        const window = { fromEpochMs: start, toEpochMs: start + lengthMs };
        const readings = counterReadings(list, firstEpochMs, isVisible);
        const clock = createFakeClock(NOW);
        const { history } = createTestClient(singleSeriesData(readings), server, { clock });
        const zones = { zone: 'Europe/Madrid', grid: new LevelGrid(server.dayBucketZone ?? 'UTC') };
        const plan = increasePlan(window, { interval, ...zones }, few);
        for (const noCache of [false, false, true]) {
          const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, { ...testContext(), noCache }), plan);
          expect(listIncreases(loaded)).toEqual(expectedIncreases(readings, loaded.edges, window));
        }
      }
    ),
    cases(200)
  );
});

test('the increase of readings is exact wherever the counter restarts', async () => {
  const near = fc.record({
    start: windowStart,
    list: counts(fc.constantFrom(1, 300, SECOND, 9 * SECOND)),
    interval: fc.constantFrom<RequestedInterval>({ kind: 'auto' }, { kind: 'level', level: 'raw' }, step('10s')),
    behavior,
  });
  await fc.assert(
    fc.asyncProperty(near, async ({ start, list, interval, behavior: server }) => {
      const window = { fromEpochMs: start, toEpochMs: start + 10 * MINUTE };
      const readings = counterReadings(list, start - 90 * SECOND, () => true);
      const { history } = createTestClient(singleSeriesData(readings), server, { clock: createFakeClock(NOW) });
      const plan = testPlan(window, { interval, withIncrease: true });
      for (const noCache of [false, false, true]) {
        const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, { ...testContext(), noCache }), plan);
        expect(listIncreases(loaded)).toEqual(expectedIncreases(readings, loaded.edges, window));
      }
    }),
    cases(150)
  );
});

test('readings at the edges of steps belong to the step that they end where there are few, whatever the interval', async () => {
  const sparse = fc.record({
    start: windowStart.map((start) => Math.floor(start / HOUR) * HOUR),
    everyMs: fc.constantFrom(5 * MINUTE, 15 * MINUTE, HOUR, DAY),
    list: counts(fc.constant(0)),
    skipped: fc.integer({ min: 0, max: 8 }),
    lengthMs: fc.constantFrom(3 * HOUR, 26 * HOUR, 9 * DAY),
    interval: fc.constantFrom<RequestedInterval>(
      ...[level('1m'), level('1h'), step('10m'), step('1h'), step('8h'), step('24h'), step('30s')],
      { kind: 'level', level: 'raw' },
      { kind: 'range' }
    ),
    behavior,
  });
  await fc.assert(
    fc.asyncProperty(sparse, async ({ start, everyMs, list, skipped, lengthMs, interval, behavior: server }) => {
      const window = { fromEpochMs: start, toEpochMs: start + lengthMs };
      const readings = counterReadings(list, start, () => true).map(({ value }, index) => ({
        atEpochMs: start + (index - skipped) * everyMs,
        value,
      }));
      const { history } = createTestClient(singleSeriesData(readings), server, { clock: createFakeClock(NOW) });
      const zones = { zone: 'Europe/Madrid', grid: new LevelGrid(server.dayBucketZone ?? 'UTC') };
      const plan = increasePlan(window, { interval, ...zones }, true);
      for (const noCache of [false, false, true]) {
        const source = history.forSeries(PUMP_PRESSURE, { ...testContext(), noCache });
        const loaded = await loadSeries(source, plan).catch(ifFalling);
        if (loaded !== undefined) {
          expect(listIncreases(loaded)).toEqual(expectedIncreases(readings, loaded.edges, window));
        }
      }
    }),
    cases(150)
  );
});

/** A tag that falls more often than it rises is no counter. */
function ifFalling(error: unknown): undefined {
  if (!(error instanceof TelemetryError && error.kind === 'falling')) {
    throw error;
  }
}

test('an increase is left out, never wrong, when buckets are unusable, requests fail or readings are gone', async () => {
  const faults = fc.record({
    unusable: fc.integer({ min: 1, max: 9 }),
    failing: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 6 }),
    cutoff: fc.double({ min: -1, max: 1.5, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, faults, async (parts, { unusable, failing, cutoff }) => {
      const { start, lengthMs, counts: list, firstEpochMs, interval, few, behavior: server } = parts;
      const window = { fromEpochMs: start, toEpochMs: start + lengthMs };
      const readings = counterReadings(list, firstEpochMs, isVisible);
      const { history } = createTestClient(
        singleSeriesData(readings),
        {
          ...server,
          isUnusableBucket: (bucket) => Math.floor(bucket / MINUTE) % 10 === unusable,
          retentionCutoffEpochMs: start + cutoff * lengthMs,
          intercept: (_, number) => (failing.includes(number) ? { kind: 'status', status: 400 } : undefined),
        },
        { clock: createFakeClock(NOW) }
      );
      const zones = { zone: 'Europe/Madrid', grid: new LevelGrid(server.dayBucketZone ?? 'UTC') };
      const plan = increasePlan(window, { interval, ...zones }, few);
      for (const _ of ['server', 'cache']) {
        const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan).catch(ifTelemetryError);
        const expected = new Map(expectedIncreases(readings, loaded?.edges, window));
        const known = (loaded === undefined ? [] : listIncreases(loaded)).filter(
          ([, increase]) => !Number.isNaN(increase)
        );
        expect(known).toEqual(known.map(([time]) => [time, expected.get(time)]));
      }
    }),
    cases(200)
  );
});

/** Nothing at all was received. */
function ifTelemetryError(error: unknown): undefined {
  if (!(error instanceof TelemetryError)) {
    throw error;
  }
}
