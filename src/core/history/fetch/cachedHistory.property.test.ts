import fc from 'fast-check';
import { createFakeClock } from '../../../testSupport/fakeClock';
import type { ServerBehavior } from '../../../testSupport/serverBehavior';
import { PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../testSupport/specData';
import { CACHE_LIMITS, createTestClient, testContext } from '../../../testSupport/testClient';
import type { Rows } from '../rows';
import { parseStep } from '../../time/step';
import { loadSeries } from '../series/loadSeries';
import { planHistory, type RequestedInterval } from '../plan/planHistory';

const START = Date.UTC(2026, 2, 28, 9, 17);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A reading, and how long it takes to reach the server: never longer than late readings are awaited. */
interface Arrival extends Reading {
  readonly lateMs: number;
}

const arrivals = fc
  .array(
    fc.record({
      at: fc.integer({ min: -30 * HOUR, max: 3 * HOUR }),
      everyMs: fc.constantFrom(0, 1000, 61_000, 17 * MINUTE),
      values: fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 20 }),
      lateMs: fc.constantFrom(0, 0, 3000, CACHE_LIMITS.lateArrivalMs),
    }),
    { minLength: 1, maxLength: 12 }
  )
  .map((bursts) =>
    bursts.flatMap(({ at, everyMs, values, lateMs }) =>
      values.map((value, index): Arrival => ({ atEpochMs: START + at + index * everyMs, value, lateMs }))
    )
  );

/** What somebody does next: waits, and looks at some range up to about now. */
const look = fc.record({
  waitMs: fc.constantFrom(0, 5000, MINUTE, 7 * MINUTE, 70 * MINUTE),
  endsBeforeNowMs: fc.constantFrom(0, 0, 0, MINUTE, 3 * HOUR, 11 * HOUR, -HOUR),
  lengthMs: fc.constantFrom(10 * MINUTE, HOUR, 6 * HOUR, 25 * HOUR),
  interval: fc.constantFrom<RequestedInterval>(
    { kind: 'auto' },
    { kind: 'level', level: 'raw' },
    { kind: 'level', level: '1m' },
    { kind: 'level', level: '1d' },
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

test('whatever was looked at before, what is drawn is what the server has now', async () => {
  await fc.assert(
    fc.asyncProperty(
      arrivals,
      fc.array(look, { minLength: 2, maxLength: 8 }),
      behavior,
      async (readings, looks, chosen) => {
        const clock = createFakeClock(START);
        const arrived = () =>
          singleSeriesData(readings.filter(({ atEpochMs, lateMs }) => atEpochMs + lateMs <= clock.nowEpochMs()));
        const { history } = createTestClient(arrived, chosen, { clock });
        for (const { waitMs, endsBeforeNowMs, lengthMs, interval, points, noCache } of looks) {
          clock.advance(waitMs);
          const toEpochMs = clock.nowEpochMs() - endsBeforeNowMs;
          const plan = planHistory({
            window: { fromEpochMs: toEpochMs - lengthMs, toEpochMs },
            points,
            minStepMs: 0,
            interval,
            zone: 'Europe/Madrid',
            offsetMs: 0,
            dayBucketZone: chosen.dayBucketZone ?? 'UTC',
            maxRows: 500_000,
            maxAutoRawRows: 40,
          });
          if (plan.kind === 'rejected') {
            throw new Error(`refused: ${JSON.stringify(plan)}`);
          }
          const remembered = await loadSeries(history, PUMP_PRESSURE, plan, { ...testContext(), noCache });
          const asked = await loadSeries(createTestClient(arrived, chosen).history, PUMP_PRESSURE, plan, testContext());
          expect(remembered.level).toBe(asked.level);
          expect(listed(remembered.rows)).toEqual(listed(asked.rows));
          expect(remembered.fetched.missing).toEqual([]);
        }
      }
    ),
    { numRuns: 300 }
  );
}, 60_000);

/** Readings of one instant may come in either order. */
function listed(rows: Rows): number[][] {
  return Array.from(rows.timeEpochMs, (time, row) => [
    time,
    rows.avg[row]!,
    rows.min[row]!,
    rows.max[row]!,
    rows.n[row]!,
  ]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
}
