import fc from 'fast-check';
import { stepEdges } from '../core/time/stepEdges';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/time/window';
import type { Reading } from './specServer/specData';

/** A reading of a counter, relative to the one before it. */
export interface Count {
  readonly afterMs: number;
  readonly counted: number;
  /** `restarts`: at 0 or 1. `dips`: is 0 for one to five readings. `isCorrected`: is set back a little. */
  readonly event: 'counts' | 'restarts' | 'dips' | 'isCorrected';
}

/** @param afterMs the time from one reading to the next */
export function counts(afterMs: fc.Arbitrary<number>): fc.Arbitrary<Count[]> {
  return fc.array(
    fc.record({
      afterMs,
      counted: fc.integer({ min: 0, max: 9 }),
      event: fc.oneof(
        { weight: 16, arbitrary: fc.constant<Count['event']>('counts') },
        { weight: 4, arbitrary: fc.constantFrom<Count['event']>('restarts', 'dips', 'isCorrected') }
      ),
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

/** Whether a counter may fall to a value at an instant. */
type MayFall = (earlier: readonly Reading[], atEpochMs: number, value: number) => boolean;

/** At odd milliseconds, so that none is at the edge of a step or bucket. */
export function counterReadings(list: readonly Count[], firstEpochMs: number, mayFall: MayFall): Reading[] {
  const readings: Reading[] = [];
  let atEpochMs = firstEpochMs;
  let value = 1000;
  const read = (next: number) => {
    const at = 2 * Math.floor(atEpochMs / 2) + 1;
    const isSeen = next >= value || mayFall(readings, at, next);
    // The same value twice at one instant is one reading that was sent twice.
    if (isSeen && !readings.some((earlier) => earlier.atEpochMs === at && earlier.value === next)) {
      readings.push({ atEpochMs: at, value: next });
    }
    return isSeen ? next : value;
  };
  for (const { afterMs, counted, event } of list) {
    atEpochMs += afterMs;
    switch (event) {
      case 'counts':
        value = read(value + counted);
        break;
      case 'restarts':
        value = read(counted % 2);
        break;
      case 'isCorrected':
        value = read(value - Math.floor(value / 20));
        break;
      case 'dips':
        for (let times = 0; times <= counted % 5; times++) {
          read(0);
          atEpochMs += afterMs;
        }
    }
  }
  return readings;
}

interface Gain extends Reading {
  readonly gain: number;
  readonly isRestart: boolean;
}

/**
 * The definition of how far a counter counted with each reading: looks ahead where the product keeps a state.
 * @param readings ascending; several at one instant in any order
 */
export function gainsOf(readings: readonly Reading[]): Gain[] {
  const sorted = [...readings].sort((a, b) => a.atEpochMs - b.atEpochMs || a.value - b.value);
  let last = sorted[0]?.value ?? 0;
  let leftOut = 0;
  return sorted.map((reading, index) => {
    const tenth = Math.abs(last) / 10;
    const isFall = ({ value }: Reading) => value < last - tenth;
    if (leftOut > 0 || isFall(reading)) {
      const back = sorted.slice(index).findIndex((later) => !isFall(later));
      const low = sorted.slice(index, index + back);
      const isMomentary =
        back > 0 && back <= 3 && low.every(({ value }, after) => after === 0 || value - reading.value < tenth);
      if (leftOut > 0 || isMomentary) {
        leftOut = leftOut > 0 ? leftOut - 1 : back - 1;
        return { ...reading, gain: 0, isRestart: false };
      }
      last = reading.value;
      return { ...reading, gain: reading.value, isRestart: true };
    }
    const gain = reading.value - last;
    last = reading.value;
    return { ...reading, gain, isRestart: false };
  });
}

/**
 * Whether buckets show a fall at an instant. They do if it is below what is known of the time before its bucket: at every level,
 * because the reading before the window may be looked up at any. At the start of a window, that is the last reading before it.
 * @param dayZones the zones in which the `1d` buckets of the test may begin, besides UTC
 */
export function seenInBuckets(dayZones: readonly string[]): MayFall {
  return (earlier, atEpochMs, value) => {
    const instant = { fromEpochMs: atEpochMs, toEpochMs: atEpochMs + 1 };
    const starts = [
      ...[MINUTE_MS, HOUR_MS, DAY_MS].map((bucketMs) => Math.floor(atEpochMs / bucketMs) * bucketMs),
      ...dayZones.map((zone) => stepEdges(instant, { count: 1, unit: 'd' }, zone)[0]!),
    ];
    return starts.every((start) => {
      const last = earlier.filter((reading) => reading.atEpochMs < start).at(-1);
      return last === undefined || last.value > value;
    });
  };
}
