import { DAY_MS } from '../../durations.ts';
import { BUCKETS, LEVELS, tableOf, type BucketLevel, type Level } from '../readings/levels.ts';
import { LATEST_MS } from '../readings/readings.ts';
import type { TimeRange } from '../readings/timeRange.ts';

/** Every time that a reading can have. */
export const ALL_TIMES: TimeRange = { fromMs: 0, toMs: LATEST_MS + 1 };

/** Imports wait for one step of a deletion: half a second. */
const STEP_READINGS = 100_000;
/** Each day is a partition, which a statement locks. */
const STEP_DAYS = 32;

/** A UTC day with the number of readings that its bucket counts. */
export interface CountedDay {
  readonly startMs: number;
  readonly n: number;
}

/**
 * Divides a range into parts that are deleted in a transaction each: whole days, except at both ends of the range, so that no bucket is in two of
 * them. Days without readings are left out.
 * @param days ascending
 */
export function deletionSteps({ fromMs, toMs }: TimeRange, days: readonly CountedDay[]): TimeRange[] {
  const steps: Array<TimeRange & { readonly n: number }> = [];
  for (const { startMs, n } of days) {
    const day = { fromMs: Math.max(fromMs, startMs), toMs: Math.min(toMs, startMs + DAY_MS), n };
    const last = steps.at(-1);
    if (last !== undefined && last.n + n <= STEP_READINGS && day.toMs - last.fromMs <= STEP_DAYS * DAY_MS) {
      steps[steps.length - 1] = { fromMs: last.fromMs, toMs: day.toMs, n: last.n + n };
    } else if (day.fromMs < day.toMs) {
      steps.push(day);
    }
  }
  return steps.map((step) => ({ fromMs: step.fromMs, toMs: step.toMs }));
}

/** Buckets that a range covers whole or in part, one after the other. */
export function bucketsOf({ fromMs, toMs }: TimeRange, lengthMs: number): TimeRange {
  return { fromMs: Math.floor(fromMs / lengthMs) * lengthMs, toMs: Math.ceil(toMs / lengthMs) * lengthMs };
}

/** A bucket that a range covers in part. */
export interface PartialBucket extends TimeRange {
  readonly level: BucketLevel;
  /** The finest level that still has the times of the bucket: what stays of it is computed from there. */
  readonly source: Level;
}

/** A bound of a deletion is inside a bucket of which no finer level is left to compute the rest from. */
export class DividedBucketError extends RangeError {
  override name = 'DividedBucketError';
}

/**
 * The buckets that a range covers in part, finest level first. A bucket from before the cutoff of its level is not one: retention drops it anyway.
 *
 *     range         |=====================|
 *     1h      |  .  |  :  |     |     |   :  |
 *                part ^                 ^ part
 *
 * @param cutoffsMs retention cutoffs; each is the start of a day
 * @throws DividedBucketError
 */
export function partialBuckets({ fromMs, toMs }: TimeRange, cutoffsMs: ReadonlyMap<Level, number>): PartialBucket[] {
  const isKept = (level: Level, startMs: number) => startMs >= (cutoffsMs.get(level) ?? 0);
  return BUCKETS.flatMap(({ level, lengthMs }) => {
    const starts = [fromMs, toMs]
      .filter((ms) => ms % lengthMs !== 0)
      .map((ms) => ({ ms, startMs: ms - (ms % lengthMs) }))
      .filter(({ startMs }) => isKept(level, startMs));
    const buckets = new Map<number, PartialBucket>();
    for (const { ms, startMs } of starts) {
      const source = LEVELS.slice(0, LEVELS.indexOf(level)).find((finer) => isKept(finer, startMs));
      if (source === undefined) {
        throw new DividedBucketError(describeDivided(ms, level, startMs, startMs + lengthMs));
      }
      buckets.set(startMs, { level, source, fromMs: startMs, toMs: startMs + lengthMs });
    }
    return [...buckets.values()];
  });
}

function describeDivided(ms: number, level: BucketLevel, startMs: number, endMs: number): string {
  const [at, start, end] = [ms, startMs, endMs].map((time) => new Date(time).toISOString());
  return (
    `A deletion cannot begin or end at ${at}: retention has deleted the readings of that time, and its ${level} bucket cannot be divided without ` +
    `them. Use ${start} or ${end}.`
  );
}

/** Rows of a table from before the cutoff of its level, which an interrupted run of retention, or a chunk of many days, has left. */
export interface ExpiredRows extends TimeRange {
  readonly level: Level;
  readonly table: string;
}

/** What may have expired in a range: no bucket of a day leads to it. */
export function expiredRows(range: TimeRange, cutoffsMs: ReadonlyMap<Level, number>): ExpiredRows[] {
  return LEVELS.flatMap((level) => {
    const lengthMs = BUCKETS.find((bucket) => bucket.level === level)?.lengthMs ?? 1;
    const { fromMs, toMs } = bucketsOf({ ...range, toMs: Math.min(range.toMs, cutoffsMs.get(level) ?? 0) }, lengthMs);
    return fromMs < toMs ? [{ level, table: tableOf(level), fromMs, toMs }] : [];
  });
}
