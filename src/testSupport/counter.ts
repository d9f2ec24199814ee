import fc from 'fast-check';
import { stepEdges } from '../core/time/stepEdges';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/time/window';
import type { Reading } from './specServer/specData';

/** A reading of a counter, relative to the one before it. */
export interface Count {
  readonly afterMs: number;
  readonly counted: number;
  readonly restarts: boolean;
}

/** @param afterMs the time from one reading to the next */
export function counts(afterMs: fc.Arbitrary<number>): fc.Arbitrary<Count[]> {
  return fc.array(
    fc.record({
      afterMs,
      counted: fc.integer({ min: 0, max: 9 }),
      restarts: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    }),
    { maxLength: 120 }
  );
}

/** Mostly steady, with bursts and with gaps of up to a year. */
export function distances(usualMs: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: usualMs / 2, max: 2 * usualMs }) },
    { weight: 10, arbitrary: fc.constantFrom(1, 700, 5 * SECOND_MS) },
    { weight: 2, arbitrary: fc.integer({ min: HOUR_MS, max: 2 * DAY_MS }) },
    { weight: 1, arbitrary: fc.constantFrom(10 * DAY_MS, 365 * DAY_MS) }
  );
}

type MayRestart = (earlier: readonly Reading[], atEpochMs: number) => boolean;

/** @param mayRestart whether the counter may restart at an instant */
export function counterReadings(list: readonly Count[], firstEpochMs: number, mayRestart: MayRestart): Reading[] {
  const readings: Reading[] = [];
  let atEpochMs = firstEpochMs;
  let value = 1000;
  for (const { afterMs, counted, restarts } of list) {
    atEpochMs += afterMs;
    value = restarts && mayRestart(readings, atEpochMs) ? counted % 2 : value + counted;
    readings.push({ atEpochMs, value });
  }
  return readings;
}

/**
 * Whether buckets show a restart at an instant. They do if it is below what is known of the time before its bucket: at every level,
 * because the reading before the window may be looked up at any. At the start of a window, that is the last reading before it.
 * @param dayZones the zones in which the `1d` buckets of the test may begin, besides UTC
 */
export function seenInBuckets(dayZones: readonly string[]): MayRestart {
  return (earlier, atEpochMs) => {
    const instant = { fromEpochMs: atEpochMs, toEpochMs: atEpochMs + 1 };
    const starts = [
      ...[MINUTE_MS, HOUR_MS, DAY_MS].map((bucketMs) => Math.floor(atEpochMs / bucketMs) * bucketMs),
      ...dayZones.map((zone) => stepEdges(instant, { count: 1, unit: 'd' }, zone)[0]!),
    ];
    return starts.every((start) => {
      const last = earlier.filter((reading) => reading.atEpochMs < start).at(-1);
      return last === undefined || last.value > 1;
    });
  };
}
