import { OPERATIONS } from '../../api/operations';
import type { EpochMs, TimeWindow } from '../../time/window';
import { rowCount } from '../rows';
import { type FetchResult, joinResults } from './fetchResult';
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

export interface LastReadingsOptions {
  /** So many of the last readings are enough; 1 if it is left out. */
  readonly enough?: number;
  /** More are not received: the rest is missing. */
  readonly maxReadings?: number;
}

/** The readings at the end of a window, for one request mostly: where enough are cached up to the end, these. */
export async function fetchLastReadings(
  source: SeriesPages,
  window: TimeWindow,
  { enough = 1, maxReadings = MAX_READINGS }: LastReadingsOptions = {}
): Promise<FetchResult> {
  const { parts, uncached } = source.cached('raw', window);
  const uncachedUntilEpochMs = uncached.at(-1)?.toEpochMs ?? -Infinity;
  const atEnd = joinResults(
    parts.filter((part) => part.window.fromEpochMs >= uncachedUntilEpochMs).map(({ result }) => result)
  );
  if (rowCount(atEnd.rows) >= enough) {
    return atEnd;
  }
  const result = await fetchSlice(source, 'raw', window, new RowBudget(maxReadings));
  const [first] = result.rows.timeEpochMs;
  if (first !== undefined) {
    // The server may no longer retain what was before the first reading, which must not be cached as complete.
    source.put('raw', { fromEpochMs: Math.floor(first), toEpochMs: window.toEpochMs }, result);
  }
  return result;
}
