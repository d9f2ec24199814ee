import { type Rows, rowCount } from '../api/rows';
import { BUCKET_MS, type BucketLevel } from '../time/level';
import type { TimeWindow } from '../time/window';
import { hasCounts } from './reaggregate';
import type { WindowRead } from './windowRead';

/** How many readings a window holds. Buckets at its ends may reach out of it, which leaves a margin. */
export interface ReadingCount {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Adds up the `n` of buckets; undefined when a part of them is missing or does not tell. */
export function countReadings(counted: WindowRead, level: BucketLevel, window: TimeWindow): ReadingCount | undefined {
  if (counted.missing.length > 0 || !hasCounts(counted.rows)) {
    return undefined;
  }
  const atMost = counted.rows.n.reduce((sum, n) => sum + n, 0);
  return { atLeast: countInside(counted.rows, level, window), atMost };
}

/** The readings of the buckets that lie in the window with all their length. */
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
 * The readings that were counted before the first of those that came: servers keep buckets for longer than readings.
 * @param read what came of the window, in order
 * @param counts buckets of the window
 */
export function countLost(read: WindowRead, counts: Rows, level: BucketLevel, window: TimeWindow): number {
  const isSure = read.missing.length === 0 && read.unusableRows === 0 && hasCounts(counts);
  const firstEpochMs = read.rows.timeEpochMs[0] ?? window.toEpochMs;
  return isSure ? countInside(counts, level, { fromEpochMs: window.fromEpochMs, toEpochMs: firstEpochMs }) : 0;
}
