import { OPERATIONS } from '../../api/operations';
import { type TimeWindow, windowMs } from '../../time/window';
import type { RawPlan } from '../plan/planHistory';
import { rowCount } from '../rows';
import type { CacheLookup } from './coverageCache';
import { type FetchResult, joinParts, type OnProgress, requireRows } from './fetchResult';
import { cachedParts, RowBudget } from './fetchSlices';
import type { SeriesSource } from './historySource';
import { countExpired, countInside, type ReadingCount } from './readingCounts';
import { fetchHead, type ReadingsHead } from './readingsHead';
import { fetchRest } from './readingsRest';

/** The readings of a window, or why they cannot be rendered one by one. */
export type ReadingsOutcome =
  { readonly kind: 'readings'; readonly result: FetchResult } | TooManyReadings | ExpiredReadings;

export interface TooManyReadings {
  readonly kind: 'tooMany';
  /** How many there are at least; undefined: the server does not report it. */
  readonly readings: number | undefined;
  /** The counts of the whole window, where they were fetched. */
  readonly counts: FetchResult | undefined;
}

/** The server no longer retains the readings at the beginning of the window. */
export interface ExpiredReadings {
  readonly kind: 'expired';
  /** How many readings are counted but no longer retained. */
  readonly readings: number;
  /** The readings that are retained. */
  readonly result: FetchResult;
  /** The counts of the whole window, where they were fetched. */
  readonly counts: FetchResult | undefined;
}

/**
 * Fetches raw readings if there are no more than the plan allows. Cached ranges are not requested, and nothing is when
 * cached counts show that there are too many.
 * @throws TelemetryError when nothing at all was received
 */
export async function fetchReadings(
  source: SeriesSource,
  plan: RawPlan,
  onProgress?: OnProgress<FetchResult>
): Promise<ReadingsOutcome> {
  const cached = source.cached('raw', plan.window);
  const cachedRows = rowsIn(cached);
  const knownReadings = Math.max(cachedRows, cached.missing.length > 0 ? countCached(source, plan) : 0);
  if (knownReadings > plan.maxRows) {
    return { kind: 'tooMany', readings: knownReadings, counts: undefined };
  }

  const heads = await Promise.all(
    cached.missing.map((range) => fetchHead(source, plan, range, probablyFitsPage(cached, range)))
  );
  const counts = cached.ranges.length === 0 ? heads[0]?.counts?.result : undefined;
  const total = totalOf(cachedRows, heads);
  if (total === undefined || total.atLeast > plan.maxRows) {
    return { kind: 'tooMany', readings: total?.atLeast, counts };
  }

  // Counts can be wrong, and the buckets at the ends count only part of the window: received rows are counted again.
  const budget = new RowBudget(2 * plan.maxRows + OPERATIONS.history.maxRows);
  const parts = [...cachedParts(cached), ...heads.flatMap((head) => fetchRest(source, head, budget))];
  const result = await joinParts(parts, onProgress);
  if (budget.isExceeded || rowCount(result.rows) > plan.maxRows) {
    return { kind: 'tooMany', readings: Math.max(total.atMost, cachedRows + result.receivedRows), counts };
  }

  const expired = countExpiredAtStart(result, heads, plan.window);
  if (expired > 0) {
    return { kind: 'expired', readings: expired, result, counts };
  }
  return { kind: 'readings', result: requireRows(result) };
}

/** The readings that cached buckets count inside the window. */
function countCached(source: SeriesSource, { counts, window }: RawPlan): number {
  const { ranges } = source.cached(counts.level, counts.window);
  return ranges.reduce((sum, { rows }) => sum + countInside(rows, counts.level, window), 0);
}

/**
 * Estimated from the sampling interval of the cached readings. A right guess saves the request for counts, a wrong one costs
 * a round trip, so it is true only when half a page would do.
 */
function probablyFitsPage(cached: CacheLookup, range: TimeWindow): boolean {
  const cachedMs = cached.ranges.reduce((sum, part) => sum + windowMs(part), 0);
  return cachedMs > 0 && (rowsIn(cached) / cachedMs) * windowMs(range) <= OPERATIONS.history.maxRows / 2;
}

function rowsIn({ ranges }: CacheLookup): number {
  return ranges.reduce((sum, { rows }) => sum + rowCount(rows), 0);
}

/** Undefined when the readings of one range cannot be counted. */
function totalOf(cachedRows: number, heads: readonly ReadingsHead[]): ReadingCount | undefined {
  let total: ReadingCount = { atLeast: cachedRows, atMost: cachedRows };
  for (const { readings } of heads) {
    if (readings === undefined) {
      return undefined;
    }
    total = { atLeast: total.atLeast + readings.atLeast, atMost: total.atMost + readings.atMost };
  }
  return total;
}

/** Only the start of the window can be before the server's retention cutoff; what is cached was retained. */
function countExpiredAtStart(result: FetchResult, [head]: readonly ReadingsHead[], window: TimeWindow): number {
  const isAtStart = head?.range.fromEpochMs === window.fromEpochMs;
  return head !== undefined && isAtStart ? countExpired(result, head.counts, head.range) : 0;
}
