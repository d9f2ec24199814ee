import { OPERATIONS } from '../../api/operations';
import { BUCKET_LEVELS } from '../../time/step';
import { covers, type EpochMs, hullOf, mergeWindows, sortedByStart, type TimeWindow } from '../../time/window';
import type { BucketSpan, LevelGrid } from '../levelGrid';
import { countReadings, firstOfLast, hasCounts, type Rows, rowsBetween } from '../rows';
import { probablyFitsPage } from './fetchReadings';
import { fetchBuckets, fetchSlice, rawSlices, RowBudget } from './fetchSlices';
import { fetchCountedReadings } from './finerRows';
import type { SeriesPages } from './pageSource';

/** Readings of one request. */
const PAGE = OPERATIONS.history.maxRows;

/** How many buckets before the first window are searched for the readings before it. 300 minutes hold four of a tag that is read every hour. */
const LEAD_BUCKETS = 300;

export interface TogetherPlan {
  readonly grid: LevelGrid;
  /** A window with more is left to whoever loads it. */
  readonly maxReadings: number;
  /** So many of the readings before a window are wanted, too, if they are not long before it. */
  readonly readingsBefore: number;
}

/**
 * Requests the readings of several windows in as few pages as hold them, so that whoever loads one of the windows finds them cached.
 * Buckets count how many there are, for one request. If all but the end of a single window is cached, the end is requested without
 * counting. Nothing is requested while caches are bypassed. What fails is left to whoever loads a window.
 * @throws only when aborted
 */
export async function fetchTogether(
  source: SeriesPages,
  windows: readonly TimeWindow[],
  plan: TogetherPlan
): Promise<void> {
  const uncached = sortedByStart(windows.filter((window) => source.cached('raw', window).uncached.length > 0));
  if (!source.isCaching || uncached.length === 0) {
    return;
  }
  const end = uncached.length === 1 ? uncachedEnd(source, uncached[0]!) : undefined;
  if (end !== undefined) {
    source.put('raw', end, await fetchSlice(source, 'raw', end, new RowBudget(PAGE)));
    return;
  }
  const span = bucketsToCount(uncached, plan.grid);
  if (span === undefined) {
    return;
  }
  const { rows, missing, unusable } = await fetchBuckets(source, span);
  if (
    missing.length > 0 ||
    unusable.length > 0 ||
    !hasCounts(rows) ||
    !plan.grid.areEdges(rows.timeEpochMs, span.level)
  ) {
    return;
  }
  const together = joinedWindows(uncached, rows, span, plan);
  const buckets = [...rows.timeEpochMs].map((fromEpochMs, row) => ({
    ...{ fromEpochMs, toEpochMs: plan.grid.bucketEnd(fromEpochMs, span.level) },
    n: rows.n[row]!,
  }));
  const inside = together.flatMap((window) => {
    const counted = buckets.filter((bucket) => covers(window, bucket));
    return counted.length > 0 ? counted : [{ ...window, n: 0 }];
  });
  await fetchCountedReadings(source, together, inside);
}

/** The uncached end of a window, if the cached readings show that it fits a page. */
function uncachedEnd(source: SeriesPages, window: TimeWindow): TimeWindow | undefined {
  const cached = source.cached('raw', window);
  const [end, ...others] = cached.uncached;
  const isAtEnd = end?.toEpochMs === window.toEpochMs && end.fromEpochMs > window.fromEpochMs;
  return isAtEnd && others.length === 0 && probablyFitsPage(cached, end) ? end : undefined;
}

/** The finest buckets that cover all of the windows, and some time before them, on one page. */
function bucketsToCount(windows: readonly TimeWindow[], grid: LevelGrid): BucketSpan | undefined {
  const hull = hullOf(windows);
  return BUCKET_LEVELS.map((level) => {
    const { window } = grid.bucketsOver(hull, level);
    const leadMs = LEAD_BUCKETS * (grid.bucketEnd(window.fromEpochMs, level) - window.fromEpochMs);
    return grid.bucketsOver({ ...hull, fromEpochMs: window.fromEpochMs - leadMs }, level);
  }).find(({ expectedRows }) => expectedRows <= PAGE);
}

/**
 *     windows   [────)  [───)                 [────)
 *     joined    [───────────)                 [────)      the first two, with what is between them, are fewer pages than each for itself
 *
 * @param windows ascending by their starts
 * @param counts the buckets over them
 * @returns ascending, without overlap, from and to edges of buckets
 */
function joinedWindows(
  windows: readonly TimeWindow[],
  counts: Rows,
  { level }: BucketSpan,
  { grid, maxReadings, readingsBefore }: TogetherPlan
): TimeWindow[] {
  const pagesOf = (window: TimeWindow) => rawSlices(window, rowsBetween(counts, window)).length;
  const joined: TimeWindow[] = [];
  for (const one of windows) {
    const { window } = grid.bucketsOver(one, level);
    if (countReadings(rowsBetween(counts, window)) > maxReadings) {
      continue;
    }
    const next = { ...window, fromEpochMs: startWithReadings(counts, window.fromEpochMs, readingsBefore) };
    const last = joined.at(-1);
    const both = last && hullOf([last, next]);
    if (both !== undefined && pagesOf(both) < pagesOf(last!) + pagesOf(next)) {
      joined[joined.length - 1] = both;
    } else {
      joined.push(next);
    }
  }
  // The readings before a window may be those of the one before it.
  return mergeWindows(joined);
}

/** Where the bucket begins from which on so many readings are counted before an edge; the edge itself if there are not so many. */
function startWithReadings(counts: Rows, edgeEpochMs: EpochMs, readings: number): EpochMs {
  const before = rowsBetween(counts, { fromEpochMs: -Infinity, toEpochMs: edgeEpochMs });
  return countReadings(before) < readings ? edgeEpochMs : before.timeEpochMs[firstOfLast(before, readings)]!;
}
