import { type EpochMs, HOUR_MS } from '../../../time/window';
import type { Meter } from '../../../inventory/meter';
import { type Rows, rowCount } from '../../rows';

/** How a counter usually counts. */
export interface Course {
  /** The most that it counts in an hour; Infinity where too little is known. */
  readonly perHour: number;
  /** The least that it counts at once. */
  readonly resolution: number;
  /** What it counts in so many hours, it may count at once. */
  readonly jumpHours: number;
  /** The end of its register; undefined: one of the usual ones, if any. */
  readonly rolloverAt: number | undefined;
}

/** Fewer hours in which the counter counted tell nothing. */
const MIN_HOURS = 10;

/**
 * In one stretch between two readings, a counter counts at most what it would in so many hours at its highest rate, or in the time
 * between them, if that is longer. So much, because a jump has to show in the buckets of a day, too.
 */
export const JUMP_HOURS = 72;

/** So many hours may themselves hold jumps: the others show what is usual. */
const MAX_JUMPS = 2;

/** More than the hours of any day: a day that is within the limit is not looked at more closely. */
const LIMITED_JUMP_HOURS = 25;

/**
 * What is known of a counter without its hours: what its settings say, or that everything is plausible. What it counts in an hour may be
 * counted at once.
 */
export function courseOfMeter({ rolloverAt, maxPerHour }: Meter): Course {
  return maxPerHour === undefined
    ? { perHour: Infinity, resolution: 0, jumpHours: JUMP_HOURS, rolloverAt }
    : { perHour: maxPerHour, resolution: maxPerHour, jumpHours: LIMITED_JUMP_HOURS, rolloverAt };
}

/** What hourly buckets around an instant tell of a counter: hours in which it fell tell nothing. @param unknown where they tell nothing */
export function courseOf(hours: Rows, unknown: Course): Course {
  const gains: number[] = [];
  const rates: number[] = [];
  for (let row = 1; row < rowCount(hours); row++) {
    const gain = hours.max[row]! - hours.max[row - 1]!;
    if (gain > 0 && hours.min[row]! >= hours.max[row - 1]!) {
      gains.push(gain);
      rates.push(gain / hoursOf(hours.timeEpochMs[row]! - hours.timeEpochMs[row - 1]!, 1));
    }
  }
  if (rates.length < MIN_HOURS) {
    return unknown;
  }
  const mostPerHour = JUMP_HOURS * usualRate(rates);
  const perHour = Math.max(...rates.filter((rate) => rate <= mostPerHour));
  return { ...unknown, perHour, resolution: Math.min(...gains) };
}

/** The highest rate, but for those that may be of jumps; 0 if there are no others. */
export function usualRate(rates: readonly number[]): number {
  const highest: number[] = [];
  for (const rate of rates) {
    if (rate > (highest[MAX_JUMPS] ?? 0)) {
      highest.push(rate);
      highest.sort((a, b) => b - a);
      highest.length = Math.min(highest.length, MAX_JUMPS + 1);
    }
  }
  return highest[MAX_JUMPS] ?? 0;
}

/** The most that is plausible between two readings: what the counter counts at its highest rate in that time, or in some hours. */
export function plausibleGain(
  { perHour, resolution }: Pick<Course, 'perHour' | 'resolution'>,
  elapsedMs: number,
  leastHours: number
): number {
  return Math.max(resolution, perHour * hoursOf(elapsedMs, leastHours));
}

function hoursOf(ms: number, least: number): number {
  return Math.max(least, ms / HOUR_MS);
}

/** What an odd reading means that stays: how much was counted with it; NaN where that is not known. */
export interface Verdict {
  /** `pace`: the counter runs faster than around. */
  readonly kind: 'restart' | 'rollover' | 'pace' | 'unknown';
  readonly gain: number;
}

/** Within one hour, the rate can be so many times that of the hour. */
const RATE_SLACK = 3;

/** A counter that is further from the end of its register than this part of it has not rolled over. */
const NEAR_END = 0.25;

/**
 * - A rollover: the value before was near the end of its register, and both parts together are plausible in the time between them.
 * - A restart at 0: the value after it is plausible.
 */
export function judgeFall(last: number, value: number, course: Course, elapsedMs: number): Verdict {
  const limit = plausibleGain(course, elapsedMs, 1);
  const atOnce = plausibleGain(course, RATE_SLACK * elapsedMs, 0);
  const [rollover] = rolloverGains(last, value, course);
  // Only the course shows which of the usual registers a counter has, if any.
  const mayRollOver = limit < Infinity || course.rolloverAt !== undefined;
  if (rollover !== undefined && mayRollOver && rollover <= atOnce) {
    return { kind: 'rollover', gain: rollover };
  }
  return value >= 0 && value <= limit ? { kind: 'restart', gain: value } : { kind: 'unknown', gain: NaN };
}

/** Whether the course may show that a counter rolled over. */
export function nearsRegisterEnd(last: number, value: number, course: Pick<Course, 'rolloverAt'>): boolean {
  return rolloverGains(last, value, course).length > 0;
}

/** How far a counter counted if it rolled over, the least first. */
function rolloverGains(last: number, value: number, { rolloverAt }: Pick<Course, 'rolloverAt'>): number[] {
  const registers = rolloverAt === undefined ? REGISTERS : [{ end: rolloverAt, start: 0 }];
  return registers
    .flatMap(({ end, start }) => {
      const gain = end - last + (value - start);
      return end >= last && value >= start && gain <= NEAR_END * end ? [gain] : [];
    })
    .sort((a, b) => a - b);
}

interface Register {
  /** The first value that it does not have. */
  readonly end: number;
  /** The value in its place. */
  readonly start: number;
}

/** What many a counter reaches that is reset in each shift. */
const LEAST_END = 1000;

/** Of 16 and 32 bits with and without sign, also with decimals; and counters of four digits and more. */
const REGISTERS: readonly Register[] = [
  ...[15, 16, 31, 32].flatMap((bits) =>
    Array.from({ length: 7 }, (_, decimals) => 2 ** bits / 10 ** decimals)
      .filter((end) => end >= LEAST_END)
      .flatMap((end) => [{ end, start: 0 }, ...(bits % 2 === 1 ? [{ end, start: -end }] : [])])
  ),
  ...Array.from({ length: 9 }, (_, zeros) => ({ end: 10 ** (zeros + 4), start: 0 })),
];

/** A stretch between two readings. */
export interface ReadingPair {
  readonly fromEpochMs: EpochMs;
  readonly toEpochMs: EpochMs;
  readonly last: number;
  readonly value: number;
}
