import { OPERATIONS } from '../../api/operations';
import type { EpochMs, TimeWindow } from '../../time/window';
import { rowCount } from '../rows';
import type { FetchResult } from './fetchResult';
import { fetchSlice, RowBudget } from './fetchSlices';
import type { SeriesPages } from './pageSource';

/** The last reading before an instant as far as readings are cached up to it, and where that begins. */
export interface CachedBefore {
  readonly reading: { readonly atEpochMs: EpochMs; readonly value: number } | undefined;
  readonly knownFromEpochMs: EpochMs;
}

export function cachedBefore(source: SeriesPages, beforeEpochMs: EpochMs, lookBackMs: number): CachedBefore {
  const { parts } = source.cached('raw', { fromEpochMs: beforeEpochMs - lookBackMs, toEpochMs: beforeEpochMs });
  let knownFromEpochMs = beforeEpochMs;
  for (const { window, result } of [...parts].reverse()) {
    if (window.toEpochMs < knownFromEpochMs) {
      break;
    }
    knownFromEpochMs = window.fromEpochMs;
    const last = rowCount(result.rows) - 1;
    if (last >= 0) {
      const reading = { atEpochMs: result.rows.timeEpochMs[last]!, value: result.rows.avg[last]! };
      return { reading, knownFromEpochMs };
    }
  }
  return { reading: undefined, knownFromEpochMs };
}

/** Readings of some minutes are never more. */
const MAX_READINGS = 20 * OPERATIONS.history.maxRows;

/**
 * The readings at the end of a window, for one request mostly: where the cache has some up to the end, these.
 * @param maxReadings more are not received: the rest is missing
 */
export async function fetchLastReadings(
  source: SeriesPages,
  window: TimeWindow,
  maxReadings = MAX_READINGS
): Promise<FetchResult> {
  const cached = source.cached('raw', window).parts.at(-1);
  if (cached?.window.toEpochMs === window.toEpochMs && rowCount(cached.result.rows) > 0) {
    return cached.result;
  }
  const result = await fetchSlice(source, 'raw', window, new RowBudget(maxReadings));
  const [first] = result.rows.timeEpochMs;
  if (first !== undefined) {
    // The server may no longer retain what was before the first reading, which must not be cached as complete.
    source.put('raw', { fromEpochMs: Math.floor(first), toEpochMs: window.toEpochMs }, result);
  }
  return result;
}
