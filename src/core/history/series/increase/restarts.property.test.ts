import fc from 'fast-check';
import { counterReadings, counts, distances, gainsOf, seenInBuckets } from '../../../../testSupport/counter';
import { cases, FUZZ_TIMEOUT_MS } from '../../../../testSupport/fuzz';
import { createFakeClock } from '../../../../testSupport/testClocks';
import { arrivingData, PUMP_PRESSURE } from '../../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../../testSupport/testClient';
import { UNKNOWN_METER } from '../../../inventory/meter';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type TimeWindow } from '../../../time/window';
import { LevelGrid } from '../../levelGrid';
import { loadRestarts } from './restarts';

const START = Date.UTC(2026, 2, 28, 20);
const ZONE = 'Europe/Madrid';

const scenario = fc
  .record({
    usualMs: fc.constantFrom(20 * SECOND_MS, 10 * MINUTE_MS, 3 * HOUR_MS),
    lengthMs: fc.constantFrom(2 * HOUR_MS, 3 * DAY_MS, 150 * DAY_MS),
    leadMs: fc.constantFrom(0, HOUR_MS, 5 * DAY_MS),
    nowShare: fc.constantFrom(0.3, 1, 3),
    order: fc.constantFrom('ascending' as const, 'descending' as const, 'shuffled' as const),
    maxPageRows: fc.constantFrom(60, Infinity),
    dayBucketZone: fc.constantFrom('UTC', ZONE),
  })
  .chain((parts) => counts(distances(parts.usualMs)).map((list) => ({ ...parts, list })));

jest.setTimeout(FUZZ_TIMEOUT_MS);

test('a counter restarts where its readings say so, to the millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ list, leadMs, lengthMs, nowShare, order, maxPageRows, dayBucketZone }) => {
      const readings = counterReadings(list, START - leadMs, seenInBuckets([ZONE]));
      const window: TimeWindow = { fromEpochMs: START, toEpochMs: START + lengthMs };
      const nowEpochMs = START + Math.round(nowShare * lengthMs);
      const clock = createFakeClock(nowEpochMs);
      const { history } = createTestClient(
        arrivingData(readings, clock.nowEpochMs),
        { order, maxPageRows, dayBucketZone },
        { clock }
      );
      const { answer, isDecided } = await loadRestarts(history.forSeries(PUMP_PRESSURE, testContext()), window, {
        ...{ meter: UNKNOWN_METER, seenAroundMs: 20 * DAY_MS, maxRequests: 10_000, maxRows: 5_000_000 },
        grid: new LevelGrid(dayBucketZone),
      });
      expect(isDecided).toBe(true);
      const known = readings.filter(({ atEpochMs }) => atEpochMs < nowEpochMs);
      const expected = gainsOf(known).flatMap(({ atEpochMs, isRestart }) => (isRestart ? [atEpochMs] : []));
      const found = answer.stretches.flatMap(({ start, fromEpochMs }) => (start === 'known' ? [fromEpochMs] : []));
      const inWindow = (at: number) => at >= window.fromEpochMs && at < window.toEpochMs;
      expect(found.filter(inWindow)).toEqual(expected.filter(inWindow));
    }),
    cases(300)
  );
});
