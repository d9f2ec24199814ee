import { LevelGrid } from '../levelGrid';
import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { counterReadings, counts, distances, gainsOf, seenInBuckets } from '../../../testSupport/counter';
import { exactAggregate } from '../../../testSupport/exactAggregate';
import { createFakeClock } from '../../../testSupport/testClocks';
import { type ServerBehavior, TIME_FORMATS } from '../../../testSupport/specServer/serverBehavior';
import { PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { testPlan } from '../../../testSupport/testPlan';
import { TelemetryError } from '../../api/telemetryError';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type TimeWindow } from '../../time/window';
import { rowCount } from '../rows';
import { loadSeries } from './loadSeries';
import type { LoadedSeries } from './loadedSeries';

/** Long after all readings, so that everything can be cached. */
const NOW = Date.UTC(2027, 11, 1);

const behavior: fc.Arbitrary<Partial<ServerBehavior>> = fc.record({
  order: fc.constantFrom('ascending', 'descending', 'newestPageFirst', 'shuffled'),
  maxPageRows: fc.constantFrom(7, 60, Infinity),
  emptyPages: fc.constantFrom(0, 0, 1),
  overlapRows: fc.constantFrom(0, 0, 3),
  sendsRowsOutsideWindow: fc.boolean(),
  formatTime: fc.constantFrom(TIME_FORMATS.utc, TIME_FORMATS.twoHoursEast),
  dayBucketZone: fc.constantFrom('UTC', 'Europe/Madrid', 'Asia/Kolkata'),
});

/** Ends at arbitrary instants, at minutes, at hours and at days; some of them around DST changes of Europe. */
const window: fc.Arbitrary<TimeWindow> = fc
  .record({
    start: fc.oneof(
      fc.constantFrom(Date.UTC(2026, 2, 28, 20), Date.UTC(2026, 9, 24, 12)),
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 8, 1) })
    ),
    lengthMs: fc.oneof(
      fc.integer({ min: 1, max: 3 * MINUTE_MS }),
      fc.integer({ min: MINUTE_MS, max: 5 * HOUR_MS }),
      fc.integer({ min: HOUR_MS, max: 9 * DAY_MS }),
      fc.integer({ min: DAY_MS, max: 300 * DAY_MS })
    ),
    unitsMs: fc.tuple(...[0, 1].map(() => fc.constantFrom(1, 1, 1, SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS))),
  })
  .map(({ start, lengthMs, unitsMs: [fromUnit = 1, toUnit = 1] }) => {
    const fromEpochMs = Math.floor(start / fromUnit) * fromUnit;
    return { fromEpochMs, toEpochMs: Math.ceil((fromEpochMs + lengthMs) / toUnit) * toUnit };
  });

const isVisible = seenInBuckets(['Europe/Madrid', 'Asia/Kolkata']);

/** The readings of a counter, of which a part is before an end of the window. */
const scenario = fc
  .record({
    window,
    list: fc
      .constantFrom(SECOND_MS, 20 * SECOND_MS, 10 * MINUTE_MS, 2 * HOUR_MS)
      .chain((usualMs) => counts(distances(usualMs))),
    around: fc.constantFrom<keyof TimeWindow>('fromEpochMs', 'toEpochMs'),
    skipped: fc.double({ min: 0, max: 1, noNaN: true }),
    behavior,
  })
  .map(({ list, around, skipped, ...parts }) => {
    const before = Math.floor(skipped * list.length);
    const leadMs = list.slice(0, before).reduce((sum, { afterMs }) => sum + afterMs, 0);
    return { ...parts, readings: counterReadings(list, parts.window[around] - leadMs, isVisible) };
  });

/** Of the readings in [from, to), and what those in (from, to] counted. */
function computeExpected(readings: readonly Reading[], { fromEpochMs, toEpochMs }: TimeWindow) {
  const inside = readings.filter(({ atEpochMs }) => atEpochMs >= fromEpochMs && atEpochMs < toEpochMs);
  // At the end of the range, a fall is a restart, whatever comes after it.
  const known = readings.filter(({ atEpochMs }) => atEpochMs <= toEpochMs);
  const counted = gainsOf(known).filter(({ atEpochMs }) => atEpochMs > fromEpochMs);
  const increase = counted.length === 0 ? [] : [counted.reduce((sum, { gain }) => sum + gain, 0)];
  if (inside.length === 0) {
    return { rows: [], increase };
  }
  const { avg, ...exact } = exactAggregate(inside.map(({ value }) => value));
  return { rows: [{ time: fromEpochMs, ...exact, avg: expect.closeTo(avg, 6) as number }], increase };
}

function listActual({ rows, increase }: LoadedSeries) {
  const columns = Array.from(rows.timeEpochMs, (time, row) => ({
    time,
    min: rows.min[row],
    max: rows.max[row],
    n: rows.n[row],
    avg: rows.avg[row],
  }));
  return { rows: columns, increase: [...increase!.rows.avg] };
}

test('a range is of exactly the readings in it, whatever its ends are, from the server and from the cache', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ window: range, readings, behavior: server }) => {
      const { history } = createTestClient(singleSeriesData(readings), server, { clock: createFakeClock(NOW) });
      const plan = testPlan(range, {
        interval: { kind: 'range' },
        grid: new LevelGrid(server.dayBucketZone ?? 'UTC'),
        withIncrease: true,
      });
      const withoutIncrease = testPlan(range, {
        interval: { kind: 'range' },
        grid: new LevelGrid(server.dayBucketZone ?? 'UTC'),
      });
      const expected = computeExpected(readings, range);
      for (const noCache of [false, false, true]) {
        const source = history.forSeries(PUMP_PRESSURE, { ...testContext(), noCache });
        const loaded = await loadSeries(source, plan);
        expect(loaded.substitution).toBeUndefined();
        expect(listActual(loaded)).toEqual(expected);
        const { rows } = await loadSeries(source, withoutIncrease);
        expect([rowCount(rows), ...rows.n]).toEqual([expected.rows.length, ...expected.rows.map(({ n }) => n)]);
        expect([...rows.avg]).toEqual(expected.rows.map(({ avg }) => avg));
      }
    }),
    cases(150)
  );
});

test('a value is left out or said to be of a wider range, never wrong, when buckets are unusable, requests fail or readings are gone', async () => {
  const faults = fc.record({
    unusable: fc.integer({ min: 1, max: 9 }),
    failing: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
    cutoff: fc.double({ min: -1, max: 1.5, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, faults, async ({ window: range, readings, behavior: server }, parts) => {
      const { unusable, failing, cutoff } = parts;
      const { history } = createTestClient(
        singleSeriesData(readings),
        {
          ...server,
          isUnusableBucket: (bucket) => Math.floor(bucket / MINUTE_MS) % 10 === unusable,
          retentionCutoffEpochMs: range.fromEpochMs + cutoff * (range.toEpochMs - range.fromEpochMs),
          intercept: (_, number) => (failing.includes(number) ? { kind: 'status', status: 400 } : undefined),
        },
        { clock: createFakeClock(NOW) }
      );
      const plan = testPlan(range, {
        interval: { kind: 'range' },
        grid: new LevelGrid(server.dayBucketZone ?? 'UTC'),
        withIncrease: true,
      });
      for (const _ of ['server', 'cache']) {
        const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan).catch(ifTelemetryError);
        if (loaded !== undefined) {
          const widened = loaded.substitution?.kind === 'widenedRange' ? loaded.substitution.window : range;
          const expected = computeExpected(readings, widened);
          const { rows, increase } = listActual(loaded);
          expect(rows).toEqual(rows.length > 0 ? expected.rows : []);
          increase.forEach((value) => expect([NaN, ...expected.increase]).toContainEqual(value));
        }
      }
    }),
    cases(150)
  );
});

/** Nothing at all was received. */
function ifTelemetryError(error: unknown): undefined {
  if (!(error instanceof TelemetryError)) {
    throw error;
  }
}
