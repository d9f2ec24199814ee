import { type EpochMs, firstAfter, mergeWindows, type TimeWindow } from '../../../time/window';
import { absentWindows } from '../../fetch/fetchResult';
import { type Rows, rowCount } from '../../rows';
import type { LoadedSeries } from '../toSteps';

/**
 * The value of the last reading before an instant. Undefined if there is no earlier reading: the increase of the next one is 0.
 * NaN if it is unknown: so is the increase of the next one.
 */
export type LastReading = number | undefined;

/** The readings that the increases of buckets need. */
export interface CounterReadings {
  /** The reading before the first bucket. */
  readonly before: LastReading;
  /** The readings of buckets in which the counter fell, by the bucket's start. */
  readonly byBucket: ReadonlyMap<EpochMs, Rows>;
}

/** Only the buckets are known: increases that need readings are left out. */
export const NO_READINGS: CounterReadings = { before: NaN, byBucket: new Map() };

/**
 * The series with the increases of its rows.
 * @param readings as far as the increases need them
 */
export function withIncrease(loaded: LoadedSeries, readings: CounterReadings = NO_READINGS): LoadedSeries {
  const { fetched, rows, edges, level } = loaded;
  const absent = absentWindows(fetched);
  const increase =
    level === 'raw'
      ? readingIncreases(fetched.rows, absent, readings.before)
      : bucketIncreases(fetched.rows, absent, readings).increase;
  const isReaggregated = edges !== undefined && rows !== fetched.rows;
  return {
    ...loaded,
    increase: isReaggregated ? sumBySteps(increase, fetched.rows.timeEpochMs, rows.timeEpochMs, edges) : increase,
  };
}

/** The increases of buckets, as far as they are known. */
export interface BucketIncreases {
  /** By row; NaN where it is not known. */
  readonly increase: Float64Array;
  /** The rows whose increase would be known from their readings. */
  readonly unresolved: readonly number[];
}

/**
 * The increase of each reading: what the counter counted since the reading before it.
 * @param absent windows of which readings may be missing
 */
export function readingIncreases(
  { timeEpochMs, avg }: Rows,
  absent: readonly TimeWindow[],
  before: LastReading
): Float64Array {
  const increase = new Float64Array(timeEpochMs.length);
  const isInterrupted = interruptions(absent);
  let last = before;
  for (let row = 0; row < increase.length; row++) {
    if (isInterrupted(timeEpochMs[row - 1] ?? -Infinity, timeEpochMs[row]!)) {
      last = NaN;
    }
    increase[row] = increaseBetween(last, avg[row]!);
    last = avg[row]!;
  }
  return increase;
}

/**
 * The increase of each bucket. While the counter only rises, the highest value of a bucket is its last, and the increase is
 * the distance between the highest values of two neighbours. A bucket whose lowest value is below the last one before it
 * shows that the counter fell, but not how far it had counted by then, which only its readings show.
 * @param absent windows of which buckets may be missing
 */
export function bucketIncreases(
  { timeEpochMs, min, max, n }: Rows,
  absent: readonly TimeWindow[],
  { before, byBucket }: CounterReadings
): BucketIncreases {
  const increase = new Float64Array(timeEpochMs.length);
  const unresolved: number[] = [];
  const isInterrupted = interruptions(absent);
  let last = before;
  // At least the last reading: a bucket whose min is not below it shows no reset.
  let highest = before ?? NaN;
  for (let row = 0; row < increase.length; row++) {
    const start = timeEpochMs[row]!;
    if (isInterrupted(timeEpochMs[row - 1] ?? -Infinity, start)) {
      // What is absent may have been higher, so it is unknown whether the counter fell in this bucket.
      last = highest = NaN;
    }
    const readings = byBucket.get(start);
    if (readings !== undefined) {
      increase[row] = totalIncrease(readings, last);
      last = highest = readings.avg[rowCount(readings) - 1]!;
    } else if (n[row] === 1) {
      increase[row] = increaseBetween(last, max[row]!);
      last = highest = max[row]!;
    } else if (min[row]! >= highest) {
      increase[row] = increaseBetween(last, max[row]!);
      last = highest = max[row]!;
    } else {
      unresolved.push(row);
      increase[row] = NaN;
      last = NaN;
      highest = max[row]!;
    }
  }
  return { increase, unresolved };
}

/**
 * Adds the increases of rows up to those of steps; a step is not known when one of its rows is not.
 * @param steps the starts of the steps that hold any rows
 * @param edges of all steps
 */
export function sumBySteps(
  increase: Float64Array,
  timeEpochMs: Float64Array,
  steps: Float64Array,
  edges: Float64Array
): Float64Array {
  let row = 0;
  return steps.map((start) => {
    const end = edges[firstAfter(edges, start)] ?? Infinity;
    while (row < timeEpochMs.length && timeEpochMs[row]! < start) {
      row++;
    }
    let sum = 0;
    for (; row < timeEpochMs.length && timeEpochMs[row]! < end; row++) {
      sum += increase[row]!;
    }
    return sum;
  });
}

/** A counter that is lower than before has restarted at 0. */
function increaseBetween(last: LastReading, value: number): number {
  if (last === undefined) {
    return 0;
  }
  return Number.isNaN(last) ? NaN : value >= last ? value - last : value;
}

function totalIncrease(readings: Rows, before: LastReading): number {
  return readingIncreases(readings, [], before).reduce((sum, increase) => sum + increase, 0);
}

/**
 * Returns whether a part between two neighbouring rows is absent; called in ascending order. A part that is absent although
 * some of its rows were received was sent in no known order, so rows may be missing anywhere in it.
 */
function interruptions(absent: readonly TimeWindow[]): (previousEpochMs: EpochMs, epochMs: EpochMs) => boolean {
  const windows = mergeWindows(absent);
  let next = 0;
  return (previousEpochMs, epochMs) => {
    while (next < windows.length && windows[next]!.toEpochMs <= previousEpochMs) {
      next++;
    }
    return next < windows.length && windows[next]!.fromEpochMs < epochMs;
  };
}
