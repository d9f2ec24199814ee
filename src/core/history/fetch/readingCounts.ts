import { BUCKET_MS, type BucketLevel } from '../../time/level';
import type { TimeWindow } from '../../time/window';
import { hasCounts, type Rows, rowCount } from '../rows';
import type { FetchResult } from './fetchResult';

/** Buckets whose `n` count readings. */
export interface CountBuckets {
  readonly level: BucketLevel;
  readonly result: FetchResult;
}

/** How many readings a window holds. Buckets at its ends may extend beyond it, which leaves a margin. */
export interface ReadingCount {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Adds up the `n` of buckets; undefined when a part of them is missing or one has no usable `n`. */
export function countReadings({ level, result }: CountBuckets, window: TimeWindow): ReadingCount | undefined {
  if (result.missing.length > 0 || !hasCounts(result.rows)) {
    return undefined;
  }
  const atMost = result.rows.n.reduce((sum, n) => sum + n, 0);
  return { atLeast: countInside(result.rows, level, window), atMost };
}

/** The readings of the buckets that lie completely inside the window. */
export function countInside(buckets: Rows, level: BucketLevel, window: TimeWindow): number {
  let readings = 0;
  for (let row = 0; row < rowCount(buckets); row++) {
    const start = buckets.timeEpochMs[row]!;
    if (start >= window.fromEpochMs && start + BUCKET_MS[level] <= window.toEpochMs) {
      readings += buckets.n[row]!;
    }
  }
  return readings;
}

/**
 * How many readings the buckets count before the first one received: servers retain buckets for longer than readings.
 * 0 where that cannot be known.
 * @param readings of the window
 */
export function countExpired(
  readings: FetchResult,
  counts: CountBuckets | undefined,
  { fromEpochMs, toEpochMs }: TimeWindow
): number {
  if (counts === undefined || readings.missing.length > 0 || readings.unusableRows > 0) {
    return 0;
  }
  const buckets = counts.result.rows;
  const firstEpochMs = readings.rows.timeEpochMs[0] ?? toEpochMs;
  return hasCounts(buckets) ? countInside(buckets, counts.level, { fromEpochMs, toEpochMs: firstEpochMs }) : 0;
}
