import { LevelGrid } from '../levelGrid';
import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { createFakeClock } from '../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../testSupport/specServer/specData';
import { CACHE_LIMITS, createTestClient, testContext } from '../../../testSupport/testClient';
import type { Rows } from '../rows';
import { parseStep } from '../../time/step';
import { loadSeries } from './loadSeries';
import { planHistory, type RequestedInterval } from '../plan/planHistory';

const START = Date.UTC(2026, 2, 28, 9, 17);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A reading, and its delay until it reaches the server, which is at most the late-arrival window. */
interface Arrival extends Reading {
  readonly delayMs: number;
}

const arrivals = fc
  .array(
    fc.record({
      at: fc.integer({ min: -30 * HOUR, max: 3 * HOUR }),
      everyMs: fc.constantFrom(0, 1000, 61_000, 17 * MINUTE),
      values: fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 20 }),
      delayMs: fc.constantFrom(0, 0, 3000, CACHE_LIMITS.lateArrivalMs),
    }),
    { minLength: 1, maxLength: 12 }
  )
  .map((bursts) =>
    bursts.flatMap(({ at, everyMs, values, delayMs }) =>
      values.map((value, index): Arrival => ({ atEpochMs: START + at + index * everyMs, value, delayMs }))
    )
  );

/** The user waits, then requests a time range that ends close to now. */
const userRequest = fc.record({
  waitMs: fc.constantFrom(0, 5000, MINUTE, 7 * MINUTE, 70 * MINUTE),
  endsBeforeNowMs: fc.constantFrom(0, 0, 0, MINUTE, 3 * HOUR, 11 * HOUR, -HOUR),
  lengthMs: fc.constantFrom(10 * MINUTE, HOUR, 6 * HOUR, 25 * HOUR),
  interval: fc.constantFrom<RequestedInterval>(
    { kind: 'auto' },
    { kind: 'level', level: 'raw' },
    { kind: 'level', level: '1m' },
    { kind: 'step', step: parseStep('1d')! },
    { kind: 'step', step: parseStep('15m')! },
    { kind: 'step', step: parseStep('2h')! }
  ),
  points: fc.constantFrom(10, 1000),
  noCache: fc.constantFrom(false, false, false, true),
});

const behavior: fc.Arbitrary<Partial<ServerBehavior>> = fc.record({
  order: fc.constantFrom('ascending', 'descending', 'newestPageFirst'),
  maxPageRows: fc.constantFrom(7, 100, Infinity),
  rowsOutside: fc.boolean(),
  dayBucketZone: fc.constantFrom('UTC', 'Europe/Madrid'),
});

test('a cached history returns what the server has now, whatever was requested before', async () => {
  await fc.assert(
    fc.asyncProperty(
      arrivals,
      fc.array(userRequest, { minLength: 2, maxLength: 8 }),
      behavior,
      async (readings, userRequests, serverBehavior) => {
        const clock = createFakeClock(START);
        const arrived = () =>
          singleSeriesData(readings.filter(({ atEpochMs, delayMs }) => atEpochMs + delayMs <= clock.nowEpochMs()));
        const { history } = createTestClient(arrived, serverBehavior, { clock });
        for (const { waitMs, endsBeforeNowMs, lengthMs, interval, points, noCache } of userRequests) {
          clock.advance(waitMs);
          const toEpochMs = clock.nowEpochMs() - endsBeforeNowMs;
          const plan = planHistory({
            window: { fromEpochMs: toEpochMs - lengthMs, toEpochMs },
            points,
            minStepMs: 0,
            interval,
            zone: 'Europe/Madrid',
            offsetMs: 0,
            grid: new LevelGrid(serverBehavior.dayBucketZone ?? 'UTC'),
            maxRows: 500_000,
            maxAutoRawRows: 40,
            prefersReadings: false,
          });
          if (plan.kind === 'rejected') {
            throw new Error(`rejected: ${JSON.stringify(plan)}`);
          }
          const cached = await loadSeries(history.forSeries(PUMP_PRESSURE, { ...testContext(), noCache }), plan);
          const uncached = await loadSeries(
            createTestClient(arrived, serverBehavior).history.forSeries(PUMP_PRESSURE, testContext()),
            plan
          );
          expect(cached.level).toBe(uncached.level);
          expect(sortedRows(cached.rows)).toEqual(sortedRows(uncached.rows));
          expect(cached.fetched.missing).toEqual([]);
        }
      }
    ),
    cases(300)
  );
});

/** The order of readings at the same instant does not matter. */
function sortedRows(rows: Rows): number[][] {
  return Array.from(rows.timeEpochMs, (time, row) => [
    time,
    rows.avg[row]!,
    rows.min[row]!,
    rows.max[row]!,
    rows.n[row]!,
  ]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
}
