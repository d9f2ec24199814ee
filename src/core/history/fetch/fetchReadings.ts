import { OPERATIONS } from '../../api/operations';
import { onAbort } from '../../concurrency/onAbort';
import { isAbort } from '../../api/telemetryError';
import { BUCKET_MS, type BucketLevel } from '../../time/step';
import { type TimeWindow, windowMs } from '../../time/window';
import { gapThresholdMs } from '../gaps';
import type { BucketWindow } from '../levelGrid';
import type { RawPlan } from '../plan/planHistory';
import type { HistoryPage } from '../historyPage';
import { countReadings, hasCounts, isAscending, type Rows, rowCount, rowsBetween } from '../rows';
import { type FetchPart, type FetchResult, joinPages, joinParts, type OnProgress, requireRows } from './fetchResult';
import { fetchBuckets, fetchSlice, rawSlices, RowBudget } from './fetchSlices';
import type { CachedParts, SeriesPages } from './pageSource';

/**
 * The readings of a window, or why they cannot be rendered one by one.
 * - `tooMany`: more than the plan allows. `readings`: how many at least; undefined if the server does not report it
 * - `expired`: the server no longer retains the beginning. `readings`: how many are counted but no longer retained
 *
 * `counts` are those of the whole window, where they were fetched.
 */
export type ReadingsOutcome =
  | { readonly kind: 'readings'; readonly result: FetchResult }
  | { readonly kind: 'tooMany'; readonly readings: number | undefined; readonly counts: FetchResult | undefined }
  | {
      readonly kind: 'expired';
      readonly readings: number;
      readonly result: FetchResult;
      readonly counts: FetchResult | undefined;
    };

/**
 * Fetches raw readings if there are no more than the plan allows. Cached ranges are not requested, and nothing is when
 * cached counts show that there are too many.
 * @throws TelemetryError when nothing at all was received
 */
export async function fetchReadings(
  source: SeriesPages,
  plan: RawPlan,
  onProgress?: OnProgress<FetchResult>
): Promise<ReadingsOutcome> {
  const cached = source.cached('raw', plan.window);
  const cachedRows = countCachedRows(cached);
  const knownReadings = Math.max(cachedRows, cached.uncached.length > 0 ? countCached(source, plan) : 0);
  if (knownReadings > plan.maxRows) {
    return { kind: 'tooMany', readings: knownReadings, counts: undefined };
  }

  const heads = await Promise.all(
    cached.uncached.map((range) => fetchHead(source, plan, range, probablyFitsPage(cached, range)))
  );
  const counts = cached.parts.length === 0 ? heads[0]?.counts?.result : undefined;
  const total = countAll(cachedRows, heads);
  if (total === undefined || total.atLeast > plan.maxRows) {
    return { kind: 'tooMany', readings: total?.atLeast, counts };
  }

  // Counts can be wrong, and the buckets at the ends count only part of the window: received rows are counted again.
  const budget = new RowBudget(2 * plan.maxRows + OPERATIONS.history.maxRows);
  const parts = [...cached.parts, ...heads.flatMap((head) => fetchRest(source, head, budget))];
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

/** The first page of a range of readings, and how many readings the range holds. */
interface ReadingsHead {
  readonly range: TimeWindow;
  readonly firstPage: HistoryPage;
  /** The rows of the first page. */
  readonly first: FetchResult;
  /** Undefined when they were not needed: the first page is the only one, and begins where it should. */
  readonly counts: CountBuckets | undefined;
  /** Undefined: the server does not report it. */
  readonly readings: ReadingCount | undefined;
}

/** Buckets whose `n` count readings. */
interface CountBuckets {
  readonly level: BucketLevel;
  readonly result: FetchResult;
}

/** How many readings a window holds. Buckets at its ends may extend beyond it, which leaves a margin. */
interface ReadingCount {
  readonly atLeast: number;
  readonly atMost: number;
}

/**
 * Requests the first page of a range of readings and, concurrently, coarse buckets whose `n` add up to how many readings
 * there are. If no page follows, the counts are dropped and have cost no extra round trip. Otherwise they decide
 * whether the rest is fetched, and where to cut it into slices that are fetched concurrently.
 * @param range a part of the plan's window that is not cached
 * @param probablyOnePage true: the counts are requested only if more pages follow the first
 * @throws TelemetryError when the first page or the counts cannot be fetched
 */
async function fetchHead(
  source: SeriesPages,
  plan: RawPlan,
  range: TimeWindow,
  probablyOnePage: boolean
): Promise<ReadingsHead> {
  const counting = new AbortController();
  const endWaiting = onAbort(source.signal, () => counting.abort(source.signal.reason));
  const buckets = bucketsCounting(range, plan);
  const fetchCounts = async (): Promise<CountBuckets> => ({
    level: buckets.level,
    result: await fetchBuckets(source.withSignal(counting.signal), buckets),
  });
  const earlyCounts = probablyOnePage ? undefined : fetchCounts();
  // They are dropped when they turn out not to be needed.
  earlyCounts?.catch(() => undefined);
  try {
    const firstPage = await source.pages('raw', range)();
    const first = joinPages([firstPage], range, 'raw');
    const head = { range, firstPage, first };
    if (firstPage.nextCursor === undefined) {
      const rows = rowCount(first.rows);
      const readings = { atLeast: rows, atMost: rows };
      const mayBeExpired = range.fromEpochMs === plan.window.fromEpochMs && beginsLate(first.rows, range);
      return { ...head, readings, counts: mayBeExpired ? await ifAvailable(earlyCounts ?? fetchCounts()) : undefined };
    }
    const counts = await (earlyCounts ?? fetchCounts());
    requireRows(counts.result);
    return { ...head, counts, readings: boundsOf(counts, range) };
  } finally {
    endWaiting();
    counting.abort();
  }
}

/**
 * Fetches the readings of a range that are not on its first page. The counts decide how: the slices around what the first
 * page is proven to hold are fetched concurrently; where nothing is proven, the cursors are followed.
 * @param budget for all ranges of the series together
 * @returns parts that tile the range, the first page included
 */
function fetchRest(source: SeriesPages, head: ReadingsHead, budget: RowBudget): FetchPart[] {
  const { range, firstPage, first, counts } = head;
  if (firstPage.nextCursor === undefined) {
    cacheIfComplete(source, head, first);
    return [{ window: range, result: first }];
  }
  const proven = counts && isAscending(firstPage.rows) ? provenRange(first, counts, range) : undefined;
  if (counts === undefined || proven === undefined) {
    const fetched = fetchSlice(source, 'raw', range, budget, firstPage);
    return [{ window: range, result: fetched.then((result) => cacheIfComplete(source, head, result)) }];
  }
  const result = { ...first, rows: rowsBetween(first.rows, proven) };
  source.put('raw', proven, result);
  const fetchAndCache = async (window: TimeWindow) => {
    const fetched = await fetchSlice(source, 'raw', window, budget);
    source.put('raw', window, fetched);
    return fetched;
  };
  const around = slicesAround(proven, range, counts).map((window) => ({ window, result: fetchAndCache(window) }));
  return [{ window: proven, result }, ...around];
}

/** Expired readings are missing without a failure, so a range that lacks them must not be cached as complete. */
function cacheIfComplete(source: SeriesPages, { range, counts }: ReadingsHead, result: FetchResult): FetchResult {
  if (countExpired(result, counts, range) === 0) {
    source.put('raw', range, result);
  }
  return result;
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

/**
 *     range        [──────────────────────────────────)
 *     buckets   [─────)[─────)[─────)[─────)[─────)[─────)
 *     first page   [··········proven·····)
 *     slices       [──)                  [─────────)[─)      the first one lies in a bucket that proves nothing
 */
function slicesAround(proven: TimeWindow, range: TimeWindow, { level, result }: CountBuckets): TimeWindow[] {
  const before = { fromEpochMs: range.fromEpochMs, toEpochMs: proven.fromEpochMs };
  const after = { fromEpochMs: proven.toEpochMs, toEpochMs: range.toEpochMs };
  // The first bucket that counts readings of `after` may begin before it.
  const countsFrom = after.fromEpochMs - BUCKET_MS[level] + 1;
  const countsAfter = rowsBetween(result.rows, { ...after, fromEpochMs: countsFrom });
  return [...(before.fromEpochMs < before.toEpochMs ? [before] : []), ...rawSlices(after, countsAfter)];
}

/** The buckets that count the readings of a range of the plan's window. */
function bucketsCounting(range: TimeWindow, { window, countedBy, grid }: RawPlan): BucketWindow {
  if (range.fromEpochMs === window.fromEpochMs && range.toEpochMs === window.toEpochMs) {
    return countedBy;
  }
  return grid.bucketsOver(range, countedBy.level);
}

/**
 * Estimated from the sampling interval of the cached readings. A right guess saves the request for counts, a wrong one costs
 * a round trip, so it is true only when half a page would do.
 */
export function probablyFitsPage(cached: CachedParts, range: TimeWindow): boolean {
  const cachedMs = cached.parts.reduce((sum, { window }) => sum + windowMs(window), 0);
  return cachedMs > 0 && (countCachedRows(cached) / cachedMs) * windowMs(range) <= OPERATIONS.history.maxRows / 2;
}

/** True when the sampling interval does not explain why there are no readings at the beginning. */
function beginsLate(rows: Rows, range: TimeWindow): boolean {
  const [first] = rows.timeEpochMs;
  const gapMs = gapThresholdMs(rows, undefined);
  return first === undefined || !Number.isFinite(gapMs) || first - range.fromEpochMs > gapMs;
}

/** Readings that were received are not lost because their counts, which only verify them, cannot be fetched. */
async function ifAvailable<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    return undefined;
  }
}

function countCachedRows({ parts }: CachedParts): number {
  return parts.reduce((sum, { result }) => sum + rowCount(result.rows), 0);
}

/** The readings that cached buckets count inside the window. */
function countCached(source: SeriesPages, { countedBy, window }: RawPlan): number {
  const { parts } = source.cached(countedBy.level, countedBy.window);
  return parts.reduce((sum, { result }) => sum + countInside(result.rows, countedBy.level, window), 0);
}

/** Adds up the readings of all ranges; undefined when those of one cannot be counted. */
function countAll(cachedRows: number, heads: readonly ReadingsHead[]): ReadingCount | undefined {
  let total: ReadingCount = { atLeast: cachedRows, atMost: cachedRows };
  for (const { readings } of heads) {
    if (readings === undefined) {
      return undefined;
    }
    total = { atLeast: total.atLeast + readings.atLeast, atMost: total.atMost + readings.atMost };
  }
  return total;
}

/** Adds up the `n` of buckets; undefined when a part of them is missing or one has no usable `n`. */
function boundsOf({ level, result }: CountBuckets, window: TimeWindow): ReadingCount | undefined {
  if (result.missing.length > 0 || !hasCounts(result.rows)) {
    return undefined;
  }
  const atMost = countReadings(result.rows);
  return { atLeast: countInside(result.rows, level, window), atMost };
}

/** The readings of the buckets that lie completely inside the window. */
function countInside(buckets: Rows, level: BucketLevel, window: TimeWindow): number {
  let readings = 0;
  for (let row = 0; row < rowCount(buckets); row++) {
    const start = buckets.timeEpochMs[row]!;
    if (start >= window.fromEpochMs && start + BUCKET_MS[level] <= window.toEpochMs) {
      readings += buckets.n[row]!;
    }
  }
  return readings;
}

/** Only the start of the window can be before the server's retention cutoff; what is cached was retained. */
function countExpiredAtStart(result: FetchResult, [head]: readonly ReadingsHead[], window: TimeWindow): number {
  const isAtStart = head?.range.fromEpochMs === window.fromEpochMs;
  return head !== undefined && isAtStart ? countExpired(result, head.counts, head.range) : 0;
}

/**
 * How many readings the buckets count before the first one received: servers retain buckets for longer than readings.
 * 0 where that cannot be known.
 * @param readings of the window
 */
function countExpired(
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
