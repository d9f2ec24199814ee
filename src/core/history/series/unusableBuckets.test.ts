import fc from 'fast-check';
import { exactAggregate } from '../../../testSupport/exactAggregate';
import { createFakeClock } from '../../../testSupport/fakeClock';
import type { ServerBehavior } from '../../../testSupport/serverBehavior';
import { PUMP_PRESSURE, steadyReadings, singleSeriesData } from '../../../testSupport/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import type { HistoryPlan } from '../plan/historyPlan';
import { planHistory, type RequestedInterval } from '../plan/planHistory';
import { loadSeries } from './loadSeries';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 2, 3, 12);
/** Four hours, with a reading every 20 s. */
const READINGS = steadyReadings(NOON, 20_000, 720);

function planOf(interval: RequestedInterval, lengthMs = 4 * HOUR): HistoryPlan {
  const plan = planHistory({
    window: { fromEpochMs: NOON, toEpochMs: NOON + lengthMs },
    points: 1000,
    minStepMs: 0,
    interval,
    zone: 'UTC',
    offsetMs: 0,
    dayBucketZone: 'UTC',
    maxRows: 500_000,
    maxAutoRawRows: 50_000,
  });
  if (plan.kind === 'rejected') {
    throw new Error('rejected');
  }
  return plan;
}

const everyMinutes = (count: number) => planOf({ kind: 'step', step: { count, unit: 'm' } });

/** A client whose clock is long after the readings, so that all of them can be cached. */
function clientOf(behavior: Partial<ServerBehavior>) {
  return createTestClient(singleSeriesData(READINGS), behavior, { clock: createFakeClock(NOON + 24 * HOUR) });
}

const unusableMinutes = (minutes: ReadonlySet<number>) => ({
  isUnusableBucket: (start: number) => minutes.has((start - NOON) / MINUTE),
});

test('a step is exact if all of its buckets are usable, and left out otherwise, from the server and from the cache', async () => {
  const scenario = fc.record({
    minutes: fc.uniqueArray(fc.integer({ min: 0, max: 239 }), { maxLength: 40 }),
    length: fc.constantFrom(2, 5, 10, 30),
    order: fc.constantFrom('ascending' as const, 'descending' as const, 'shuffled' as const),
    maxPageRows: fc.constantFrom(7, 60, Infinity),
    overlapRows: fc.constantFrom(0, 3),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ minutes, length, ...behavior }) => {
      const unusable = new Set(minutes);
      const { history, server } = clientOf({ ...behavior, ...unusableMinutes(unusable) });
      const starts = Array.from({ length: 240 / length }, (_, step) => step * length);
      const complete = starts.filter((start) => {
        return !Array.from({ length }, (_, minute) => start + minute).some((minute) => unusable.has(minute));
      });
      for (const source of ['server', 'cache']) {
        const requestsBefore = server.requests.length;
        const { rows, fetched } = await loadSeries(history, PUMP_PRESSURE, everyMinutes(length), testContext());
        expect(server.requests.length === requestsBefore).toBe(source === 'cache');
        expect(fetched.unusableBuckets).toEqual([...minutes].sort((a, b) => a - b).map((at) => NOON + at * MINUTE));
        expect(Array.from(rows.timeEpochMs)).toEqual(complete.map((start) => NOON + start * MINUTE));
        complete.forEach((start, row) => {
          const values = READINGS.slice(start * 3, (start + length) * 3).map(({ value }) => value);
          const { avg, min, max, n } = exactAggregate(values);
          expect([rows.min[row], rows.max[row], rows.n[row]]).toEqual([min, max, n]);
          expect(Math.abs(rows.avg[row]! - avg)).toBeLessThanOrEqual(Math.abs(avg) * 1e-12);
        });
      }
    }),
    { numRuns: 60 }
  );
});

it('a bucket is usable if a later row has its numbers', async () => {
  const ts = new Date(NOON).toISOString();
  const datos = [
    { ts, avg: null, min: null, max: null, n: 3 },
    { ts, avg: 1, min: 1, max: 1, n: 3 },
  ];
  const { history } = clientOf({ intercept: () => ({ kind: 'body', body: { datos } }) });
  const { rows, fetched } = await loadSeries(history, PUMP_PRESSURE, everyMinutes(5), testContext());
  expect(fetched.unusableBuckets).toEqual([]);
  expect(Array.from(rows.avg)).toEqual([1]);
});

it('a level is loaded without its unusable buckets', async () => {
  const { history } = clientOf(unusableMinutes(new Set([3])));
  const plan = planOf({ kind: 'level', level: '1m' });
  const { rows, fetched } = await loadSeries(history, PUMP_PRESSURE, plan, testContext());
  expect(rows.n.length).toBe(239);
  expect(fetched.unusableBuckets).toEqual([NOON + 3 * MINUTE]);
});
