import { OPERATIONS } from '../../api/operations';
import type { BucketWindow } from '../levelGrid';
import { covers, mergeWindows, overlaps, subtractWindows, type TimeWindow } from '../../time/window';
import { bucketRows, countReadings, type Rows, rowCount, rowsBetween } from '../rows';
import { absentWindows, type FetchPart, type FetchResult, joinParts } from './fetchResult';
import { fetchBuckets, fetchSlice, rawSlices, RowBudget } from './fetchSlices';
import type { SeriesPages } from './pageSource';

/** A bucket, and how many readings it counts; NaN where the server sent no usable count. */
export interface CountedBucket extends TimeWindow {
  readonly n: number;
}

/** The readings of windows, or their finer buckets, and the buckets of which they have every reading. */
export interface FinerRows {
  readonly result: FetchResult;
  readonly complete: readonly CountedBucket[];
}

/** More than this is not requested where nothing shows how many readings there are. */
const MAX_UNCOUNTED_READINGS = 20 * OPERATIONS.history.maxRows;

/**
 * Fetches the readings of windows, of which buckets count how many there are: they show where to cut the windows into slices,
 * and whether the server still retains every reading. What is cached is not requested.
 * @param windows ascending, without overlap
 * @param buckets ascending; readings outside them are not expected
 * @throws only when aborted
 */
export async function fetchCountedReadings(
  source: SeriesPages,
  windows: readonly TimeWindow[],
  buckets: readonly CountedBucket[]
): Promise<FinerRows> {
  const counts = bucketsAsRows(buckets);
  const total = buckets.reduce((sum, { n }) => sum + n, 0);
  const expected = Number.isNaN(total) || buckets.length === 0 ? MAX_UNCOUNTED_READINGS : 2 * total;
  const budget = new RowBudget(expected + OPERATIONS.history.maxRows);
  const cached = windows.map((window) => source.cached('raw', window));
  const slices = cached
    .flatMap(({ uncached }) => uncached)
    .flatMap((range) => rawSlices(range, rowsBetween(counts, range)));
  const fetched = slices.map((window): FetchPart => ({ window, result: fetchSlice(source, 'raw', window, budget) }));
  const result = await joinParts([...cached.flatMap(({ parts }) => parts), ...fetched]);
  const complete = completeBuckets(
    buckets,
    result,
    mergeWindows(cached.flatMap(({ parts }) => parts.map(({ window }) => window)))
  );
  const received = new Set(complete);
  const incomplete = buckets.filter((bucket) => !received.has(bucket));
  await cacheComplete(source, fetched, complete, incomplete);
  return { result, complete };
}

/**
 * The buckets of which every reading was received. What is cached was counted when it was received. Of others, fewer than a bucket
 * counts are a sign that the server no longer retains them, unless it sent readings twice, which it may have counted twice.
 */
function completeBuckets(
  buckets: readonly CountedBucket[],
  { rows, missing, duplicateRows }: FetchResult,
  cached: readonly TimeWindow[]
): CountedBucket[] {
  const received = buckets.filter((bucket) => !missing.some((span) => covers(span, bucket)));
  const lacking = (bucket: CountedBucket) =>
    cached.some((window) => covers(window, bucket)) ? 0 : bucket.n - rowCount(rowsBetween(rows, bucket));
  const lackingInAll = received.reduce((sum, bucket) => sum + Math.max(0, lacking(bucket)), 0);
  return lackingInAll <= duplicateRows ? received : received.filter((bucket) => !(lacking(bucket) > 0));
}

/** Caches what was fetched of complete buckets, and of the time between them. */
async function cacheComplete(
  source: SeriesPages,
  fetched: readonly FetchPart[],
  complete: readonly TimeWindow[],
  incomplete: readonly TimeWindow[]
): Promise<void> {
  const proven = mergeWindows(complete);
  for (const { window, result } of fetched) {
    const parts = subtractWindows(window, incomplete).filter((part) => proven.some((other) => overlaps(other, part)));
    for (const part of parts) {
      source.put('raw', part, await result);
    }
  }
}

/**
 * Fetches finer buckets of a window in place of its buckets.
 * @param buckets ascending
 * @returns with the buckets of which the finer ones count every reading: the server may no longer retain all of them
 * @throws only when aborted
 */
export async function fetchFinerBuckets(
  source: SeriesPages,
  span: BucketWindow,
  buckets: readonly CountedBucket[]
): Promise<FinerRows> {
  const result = await fetchBuckets(source, span);
  const absent = absentWindows(result);
  const complete = buckets.filter((bucket) => {
    const readings = countReadings(rowsBetween(result.rows, bucket));
    return !(readings < bucket.n) && !absent.some((part) => overlaps(part, bucket));
  });
  return { result, complete };
}

/** The buckets as rows, of which only time and count mean anything. */
function bucketsAsRows(buckets: readonly CountedBucket[]): Rows {
  const rows = bucketRows(buckets.length);
  buckets.forEach(({ fromEpochMs, n }, index) => {
    rows.timeEpochMs[index] = fromEpochMs;
    rows.n[index] = n;
  });
  return rows;
}
