import { LevelGrid } from '../levelGrid';
import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { type Aggregate, exactAggregate } from '../../../testSupport/exactAggregate';
import { type ServerBehavior, TIME_FORMATS } from '../../../testSupport/specServer/serverBehavior';
import { PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { rowCount } from '../rows';
import { parseStep } from '../../time/step';
import type { TimeWindow } from '../../time/window';
import type { LoadedSeries } from './loadedSeries';
import { loadSeries } from './loadSeries';
import { planHistory, type PlanRequest, type RequestedInterval } from '../plan/planHistory';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Zones with offsets of whole, half and quarter hours, in both hemispheres, and one whose clocks change at midnight. */
const zone = fc.constantFrom(
  'UTC',
  'Europe/Madrid',
  'America/Santiago',
  'America/Havana',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns'
);

/** Half of all windows begin near a daylight saving change. */
const windowStart = fc.oneof(
  fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2035, 0, 1) }),
  fc
    .record({
      change: fc.constantFrom(
        Date.UTC(2026, 2, 29, 1),
        Date.UTC(2025, 9, 26, 1),
        Date.UTC(2025, 10, 2, 5),
        Date.UTC(2026, 3, 4, 15)
      ),
      before: fc.integer({ min: 0, max: 2 * DAY }),
    })
    .map(({ change, before }) => change - before)
);

const windowLength = fc.oneof(
  fc.integer({ min: 1, max: 10 * MINUTE }),
  fc.integer({ min: 10 * MINUTE, max: DAY }),
  fc.integer({ min: DAY, max: 40 * DAY })
);

const value = fc.oneof(
  fc.double({ min: -1e3, max: 1e3, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1e300, -1e300, 1.7e308, -1.7e308, 5e-324, 0, 0.1)
);

/** Bursts of readings in and around the window. With `everyMs: 0`, all readings have the same time. */
const bursts = fc.array(
  fc.record({
    at: fc.double({ min: -0.2, max: 1.2, noNaN: true }),
    everyMs: fc.constantFrom(0, 1, 7, 1000, 61_000, 3_601_000),
    values: fc.array(value, { minLength: 1, maxLength: 25 }),
  }),
  { maxLength: 8 }
);

const interval: fc.Arbitrary<RequestedInterval> = fc.oneof(
  fc.constant({ kind: 'auto' as const }),
  fc.constantFrom('raw' as const, '1m' as const, '1h' as const).map((level) => ({
    kind: 'level' as const,
    level,
  })),
  fc
    .constantFrom('10s', '1m', '5m', '15m', '1h', '2h', '8h', '24h', '3d', '1w', '1M')
    .map((text) => ({ kind: 'step' as const, step: parseStep(text)! }))
);

const behavior: fc.Arbitrary<Partial<ServerBehavior>> = fc.record({
  order: fc.constantFrom('ascending', 'descending', 'newestPageFirst', 'shuffled'),
  maxPageRows: fc.constantFrom(1, 2, 7, 60, Infinity),
  emptyPages: fc.constantFrom(0, 0, 1),
  overlapRows: fc.constantFrom(0, 0, 1, 3),
  rowsOutside: fc.boolean(),
  emptyBuckets: fc.constantFrom('absent', 'absent', 'zero'),
  end: fc.constantFrom('null', 'absent'),
  writeTime: fc.constantFrom(TIME_FORMATS.utc, TIME_FORMATS.twoHoursEast, TIME_FORMATS.microseconds),
});

const scenario = fc.record({ zone, windowStart, windowLength, bursts, interval, behavior }).chain((parts) =>
  fc.record({
    request: fc.record({
      window: fc.constant({
        fromEpochMs: parts.windowStart,
        toEpochMs: parts.windowStart + parts.windowLength,
      }),
      points: fc.integer({ min: 1, max: 2000 }),
      minStepMs: fc.constantFrom(0, 0, 10_000, HOUR),
      interval: fc.constant(parts.interval),
      zone: fc.constant(parts.zone),
      offsetMs: fc.constantFrom(0, 0, 6 * HOUR),
      grid: fc.constantFrom('UTC', 'Europe/Madrid').map((zone) => new LevelGrid(zone)),
      maxRows: fc.constant(500_000),
      maxAutoRawRows: fc.constantFrom(20, 50_000),
      prefersReadings: fc.boolean(),
    }),
    readings: fc.constant(createReadings(parts.bursts, parts.windowStart, parts.windowLength)),
    // One page per empty minute of a month would take far too long.
    behavior: fc.constant(
      parts.behavior.emptyBuckets === 'zero' ? { ...parts.behavior, maxPageRows: Infinity } : parts.behavior
    ),
  })
);

function createReadings(
  list: ReadonlyArray<{ at: number; everyMs: number; values: readonly number[] }>,
  start: number,
  length: number
): Reading[] {
  return list.flatMap(({ at, everyMs, values }) =>
    values.map((reading, index) => ({ atEpochMs: Math.round(start + at * length) + index * everyMs, value: reading }))
  );
}

test('every point aggregates exactly the readings of its step: none is lost, none counts twice, and the band has every spike', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ request, readings, behavior: serverBehavior }) => {
      const { history } = createTestClient(singleSeriesData(readings), {
        ...serverBehavior,
        dayBucketZone: request.grid.dayZone,
      });
      const plan = planHistory(request);
      if (plan.kind === 'rejected') {
        throw new Error(`rejected: ${JSON.stringify(plan)}`);
      }
      const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
      expect(loaded.fetched.missing).toEqual([]);
      expect([undefined, 'tooManyReadings']).toContain(loaded.substitution?.kind);
      expectExact(loaded, readings, request);
    }),
    cases(200)
  );
});

function expectExact(loaded: LoadedSeries, readings: readonly Reading[], request: PlanRequest): void {
  const { rows, edges, level } = loaded;
  if (edges === undefined) {
    const expected = inside(distinct(readings), request.window).map(({ atEpochMs, value: v }) => [atEpochMs, v + 0]);
    const actual = Array.from(rows.timeEpochMs, (time, row) => [time, rows.avg[row]! + 0]);
    expect(actual.sort(byTimeThenValue)).toEqual(expected.sort(byTimeThenValue));
    return;
  }
  expect(edges[0]).toBeLessThanOrEqual(request.window.fromEpochMs);
  expect(edges[edges.length - 1]).toBeGreaterThanOrEqual(request.window.toEpochMs);
  const countedReadings = level === 'raw' ? distinct(readings) : readings;
  const expected = steps(countedReadings, edges);
  expect(Array.from(rows.timeEpochMs)).toEqual(expected.map(({ start }) => start));
  for (let row = 0; row < rowCount(rows); row++) {
    const { avg, min, max, n } = expected[row]!.aggregate;
    expect([rows.n[row], rows.min[row], rows.max[row]]).toEqual([n, min, max]);
    const largest = Math.max(Math.abs(min), Math.abs(max));
    expect(Math.abs(rows.avg[row]! / 2 - avg / 2)).toBeLessThanOrEqual(largest * 1e-12);
  }
}

function steps(readings: readonly Reading[], edges: Float64Array): Array<{ start: number; aggregate: Aggregate }> {
  return Array.from(edges.subarray(0, -1), (start, index) => ({
    start,
    values: inside(readings, { fromEpochMs: start, toEpochMs: edges[index + 1]! }).map((reading) => reading.value + 0),
  }))
    .filter(({ values }) => values.length > 0)
    .map(({ start, values }) => ({ start, aggregate: exactAggregate(values) }));
}

function inside(readings: readonly Reading[], { fromEpochMs, toEpochMs }: TimeWindow): Reading[] {
  return readings.filter(({ atEpochMs }) => atEpochMs >= fromEpochMs && atEpochMs < toEpochMs);
}

/** Two readings with the same time and value are one reading. */
function distinct(readings: readonly Reading[]): Reading[] {
  return [...new Map(readings.map((reading) => [`${reading.atEpochMs} ${reading.value + 0}`, reading])).values()];
}

function byTimeThenValue(a: readonly number[], b: readonly number[]): number {
  return a[0]! - b[0]! || a[1]! - b[1]!;
}
