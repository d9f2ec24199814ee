import { BUCKET_MS } from '../../time/level';
import type { TimeWindow } from '../../time/window';
import { isAscending, rowCount, rowsBetween } from '../rows';
import type { FetchPart, FetchResult } from './fetchResult';
import { fetchSlices, followCursors, type RowBudget, withinBudget } from './fetchSlices';
import type { SeriesSource } from './historySource';
import { type CountBuckets, countExpired, countInside } from './readingCounts';
import type { ReadingsHead } from './readingsHead';
import { rawSlices } from './slices';

/**
 * How the readings that the first page does not hold are fetched.
 * - `none`: the first page is the only one;
 * - `slices`: the first page holds every reading of `proven`; the slices around it are fetched concurrently;
 * - `cursors`: the cursors are followed from the first page on, because the counts do not agree with it.
 */
type RestStrategy =
  | { readonly kind: 'none' }
  | { readonly kind: 'slices'; readonly proven: TimeWindow; readonly slices: readonly TimeWindow[] }
  | { readonly kind: 'cursors' };

/**
 * Fetches what the first page of a range left over. The parts tile the range, the first page included.
 * @param budget for all ranges of the series together
 */
export function fetchRest(source: SeriesSource, head: ReadingsHead, budget: RowBudget): FetchPart[] {
  const { range, firstPage, first } = head;
  const strategy = chooseStrategy(head);
  switch (strategy.kind) {
    case 'none':
      cacheIfComplete(source, head, first);
      return [{ window: range, result: first }];
    case 'slices': {
      const { proven, slices } = strategy;
      const result = { ...first, rows: rowsBetween(first.rows, proven) };
      source.put('raw', proven, result);
      return [{ window: proven, result }, ...fetchSlices(source, 'raw', slices, budget)];
    }
    case 'cursors': {
      const fetchNext = withinBudget(source.pages('raw', range), budget);
      const chain = followCursors(range, 'raw', async (cursor) =>
        cursor === undefined ? firstPage : fetchNext(cursor)
      );
      const result = chain.then((fetched) => cacheIfComplete(source, head, fetched));
      return [{ window: range, result }];
    }
  }
}

/** Expired readings are missing without a failure, so a range that lacks them must not be cached as complete. */
function cacheIfComplete(source: SeriesSource, { range, counts }: ReadingsHead, result: FetchResult): FetchResult {
  if (countExpired(result, counts, range) === 0) {
    source.put('raw', range, result);
  }
  return result;
}

/**
 *     range        [──────────────────────────────────)
 *     buckets   [─────)[─────)[─────)[─────)[─────)[─────)
 *     first page   [··········proven·····)
 *     slices       [──)                  [─────────)[─)      the first one lies in a bucket that proves nothing
 */
function chooseStrategy({ range, firstPage, first, counts }: ReadingsHead): RestStrategy {
  if (firstPage.nextCursor === undefined) {
    return { kind: 'none' };
  }
  const proven = counts && isAscending(firstPage.rows) ? provenRange(first, counts, range) : undefined;
  if (counts === undefined || proven === undefined) {
    return { kind: 'cursors' };
  }
  const before = { fromEpochMs: range.fromEpochMs, toEpochMs: proven.fromEpochMs };
  const after = { fromEpochMs: proven.toEpochMs, toEpochMs: range.toEpochMs };
  // The first bucket that counts readings of `after` may begin before it.
  const countsFrom = after.fromEpochMs - BUCKET_MS[counts.level] + 1;
  const countsAfter = rowsBetween(counts.result.rows, { ...after, fromEpochMs: countsFrom });
  const slices = [...(before.fromEpochMs < before.toEpochMs ? [before] : []), ...rawSlices(after, countsAfter)];
  return { kind: 'slices', proven, slices };
}

/**
 * The part of the range of which an ascending first page holds every reading: proven when it has exactly as many readings as
 * the whole buckets before its end. A page without a whole bucket proves nothing. The specification does not promise an
 * order of rows, so the first page may as well be the last of the range.
 */
function provenRange(first: FetchResult, counts: CountBuckets, range: TimeWindow): TimeWindow | undefined {
  const last = first.rows.timeEpochMs[rowCount(first.rows) - 1];
  if (last === undefined) {
    return undefined;
  }
  const bucketMs = BUCKET_MS[counts.level];
  const fromEpochMs = Math.ceil(range.fromEpochMs / bucketMs) * bucketMs;
  const buckets = { fromEpochMs, toEpochMs: Math.floor(last / bucketMs) * bucketMs };
  const readings = rowCount(rowsBetween(first.rows, buckets));
  if (readings === 0 || readings !== countInside(counts.result.rows, counts.level, buckets)) {
    return undefined;
  }
  // The last instant may have more readings on the next page; requests are cut at whole milliseconds.
  return { fromEpochMs, toEpochMs: Math.floor(last) };
}
