import { OPERATIONS } from '../../api/operations';
import { type EpochMs, mergeWindows, type TimeWindow } from '../../time/window';
import { type Rows, rowCount, rowsBetween } from '../rows';
import { type FetchPart, joinParts } from './fetchResult';
import { cachedParts, followCursors, RowBudget, withinBudget } from './fetchSlices';
import type { SeriesSource } from './historySource';
import { rawSlices } from './slices';

/**
 * Fetches the readings of single buckets; what is cached is not requested.
 * @param windows of the buckets
 * @param counts the same buckets, with usable `n`
 * @returns the readings by the bucket's start, of those buckets of which every reading was received
 * @throws only when aborted
 */
export async function readingsOfBuckets(
  source: SeriesSource,
  windows: readonly TimeWindow[],
  counts: Rows
): Promise<ReadonlyMap<EpochMs, Rows>> {
  const readings = counts.n.reduce((sum, n) => sum + n, 0);
  const budget = new RowBudget(2 * readings + OPERATIONS.history.maxRows);
  const cached = mergeWindows(windows).map((window) => source.cached('raw', window));
  const slices = cached
    .flatMap(({ missing }) => missing)
    .flatMap((missing) => rawSlices(missing, rowsBetween(counts, missing)));
  const fetched = slices.map((window): FetchPart => ({
    window,
    result: followCursors(window, 'raw', withinBudget(source.pages('raw', window), budget)),
  }));
  const result = await joinParts([...cached.flatMap(cachedParts), ...fetched]);
  const complete = new Map<EpochMs, Rows>();
  windows.forEach((window, index) => {
    const rows = rowsBetween(result.rows, window);
    // Fewer than the bucket counts: a part is missing, or the server no longer retains them.
    if (rowCount(rows) >= counts.n[index]!) {
      complete.set(window.fromEpochMs, rows);
    }
  });
  await cacheComplete(
    source,
    fetched,
    windows.filter(({ fromEpochMs }) => complete.has(fromEpochMs))
  );
  return complete;
}

/** Caches what was fetched of complete buckets. */
async function cacheComplete(
  source: SeriesSource,
  fetched: readonly FetchPart[],
  complete: readonly TimeWindow[]
): Promise<void> {
  const windows = mergeWindows(complete);
  for (const { window, result } of fetched) {
    const part = windows.find(({ fromEpochMs, toEpochMs }) => {
      return fromEpochMs <= window.fromEpochMs && window.toEpochMs <= toEpochMs;
    });
    if (part !== undefined) {
      source.put('raw', window, await result);
    }
  }
}
