import { OPERATIONS } from '../../api/operations';
import { MAX_PAGES_WITHOUT_NEW_ITEMS, readPages } from '../../api/pages';
import { isAbort, TelemetryError } from '../../api/telemetryError';
import { BUCKET_MS, type Level } from '../../time/level';
import { intersect, mergeWindows, type TimeWindow } from '../../time/window';
import type { HistoryPage } from '../historyPage';
import type { BucketRange } from '../plan/planHistory';
import { concatRows, isAscending, isDescending, type Rows, rowCount } from '../rows';
import type { CacheLookup } from './coverageCache';
import { EMPTY_RESULT, type FetchPart, type FetchResult, joinParts, type OnProgress } from './fetchResult';
import type { FetchPage, SeriesSource } from './historySource';
import { orderRows } from './orderRows';
import { bucketSlices } from './slices';

/** The buckets of a range: what is cached, and the rest fetched in concurrent slices. */
export function fetchBuckets(
  source: SeriesSource,
  { window, level, expectedRows }: BucketRange,
  onProgress?: OnProgress<FetchResult>
): Promise<FetchResult> {
  const cached = source.cached(level, window);
  const slices = cached.missing.flatMap((part) => bucketSlices(part, level));
  // The number of buckets is known in advance. Duplicates and empty pages are tolerated within reason.
  const budget = new RowBudget(4 * expectedRows + 100 * slices.length);
  return joinParts([...cachedParts(cached), ...fetchSlices(source, level, slices, budget)], onProgress);
}

/** Cached ranges as parts of a fetch. */
export function cachedParts({ ranges, name, unit }: CacheLookup): FetchPart[] {
  return ranges.map(({ fromEpochMs, toEpochMs, rows, unusable, asOfEpochMs }) => ({
    window: { fromEpochMs, toEpochMs },
    result: { ...EMPTY_RESULT, rows, name, unit, unusable, cachedRows: rowCount(rows), asOfEpochMs },
  }));
}

/**
 * Fetches slices of one series concurrently, each to the end of its own cursors. A slice that fails affects neither the
 * others nor the pages it has received: its result names what is missing.
 * @param budget for all slices together
 */
export function fetchSlices(
  source: SeriesSource,
  level: Level,
  slices: readonly TimeWindow[],
  budget: RowBudget
): FetchPart[] {
  return slices.map((window) => {
    const fetchPage = withinBudget(source.pages(level, window), budget);
    return { window, result: cacheWhenFetched(source, level, window, followCursors(window, level, fetchPage)) };
  });
}

async function cacheWhenFetched(
  source: SeriesSource,
  level: Level,
  window: TimeWindow,
  fetched: Promise<FetchResult>
): Promise<FetchResult> {
  const result = await fetched;
  source.put(level, window, result);
  return result;
}

/** How many more rows may be received, shared by slices whose rows together are limited. */
export class RowBudget {
  constructor(private rowsLeft: number) {}

  get isExceeded(): boolean {
    return this.rowsLeft < 0;
  }

  take(rows: number): void {
    this.rowsLeft -= rows;
  }
}

/**
 * Stops a chain of pages that brings more than it can or may. A page counts as at least one row, so that an endless chain
 * of empty pages is stopped too.
 */
export function withinBudget(fetchPage: FetchPage, budget: RowBudget): FetchPage {
  return async (cursor) => {
    const page = await fetchPage(cursor);
    budget.take(Math.max(1, page.receivedRows));
    if (budget.isExceeded) {
      throw new TelemetryError('protocol', {
        path: OPERATIONS.history.path,
        detail: 'more rows were sent than there can be',
      });
    }
    return page;
  };
}

/**
 * Follows the cursors of one slice to the end.
 * @throws only when aborted; any other failure is a missing span of the result
 */
export async function followCursors(slice: TimeWindow, level: Level, fetchPage: FetchPage): Promise<FetchResult> {
  const pages: HistoryPage[] = [];
  let emptyPages = 0;
  try {
    for await (const page of readPages(fetchPage)) {
      pages.push(page);
      emptyPages = page.receivedRows > 0 ? 0 : emptyPages + 1;
      if (emptyPages >= MAX_PAGES_WITHOUT_NEW_ITEMS && page.nextCursor !== undefined) {
        throw new TelemetryError('protocol', {
          path: OPERATIONS.history.path,
          detail: `${MAX_PAGES_WITHOUT_NEW_ITEMS} pages in a row were empty`,
        });
      }
    }
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    return resultOfPages(pages, slice, level, { error });
  }
  return resultOfPages(pages, slice, level);
}

/** @param failure why there are no more pages than these, if they are not all */
export function resultOfPages(
  pages: readonly HistoryPage[],
  slice: TimeWindow,
  level: Level,
  failure?: { readonly error: unknown }
): FetchResult {
  const received = concatRows(pages.map((page) => page.rows));
  const ordered = orderRows(received, slice, level);
  return {
    ...EMPTY_RESULT,
    ...ordered,
    name: pages.find((page) => page.name)?.name ?? '',
    unit: pages.find((page) => page.unit)?.unit ?? '',
    receivedRows: sum(pages, (page) => page.receivedRows),
    unusableRows: sum(pages, (page) => page.unusableRows),
    unusable: level === 'raw' ? [] : unusableWindows(pages, received, slice, BUCKET_MS[level]),
    missing: failure
      ? [{ window: missingPart(pages, received, ordered.rows, slice, level), error: failure.error }]
      : [],
    // The oldest page decides: what arrived at the server after it may be missing.
    asOfEpochMs: pages.length === 0 ? -Infinity : Math.min(...pages.map((page) => page.asOfEpochMs)),
  };
}

/**
 * Where the buckets are that cannot be used, except those that are sent again with usable numbers. The start of a bucket is
 * enough, because no step edge cuts a bucket. One without a usable time lies between its neighbours if the rows are in order;
 * else it may be anywhere in the slice.
 */
function unusableWindows(
  pages: readonly HistoryPage[],
  received: Rows,
  slice: TimeWindow,
  bucketMs: number
): TimeWindow[] {
  if (pages.every((page) => page.unusableBuckets.length === 0)) {
    return [];
  }
  const starts = new Set(received.timeEpochMs);
  const isOnOnePage = pages.filter((page) => page.receivedRows > 0).length === 1;
  const order = isOnOnePage || showPageOrder(pages) ? orderOf(received) : undefined;
  const windows: TimeWindow[] = [];
  let rowsBeforePage = 0;
  for (const page of pages) {
    for (const { startEpochMs, rowsBefore } of page.unusableBuckets) {
      const window =
        startEpochMs === undefined
          ? gapAround(received, order, rowsBeforePage + rowsBefore, bucketMs)
          : { fromEpochMs: startEpochMs, toEpochMs: startEpochMs + 1 };
      const inside = intersect(window, slice);
      if (inside !== undefined && !starts.has(startEpochMs ?? NaN)) {
        windows.push(inside);
      }
    }
    rowsBeforePage += rowCount(page.rows);
  }
  return mergeWindows(windows);
}

/** What lies between the rows before and after an index; everything when the rows are in no known order. */
function gapAround(received: Rows, order: RowOrder | undefined, index: number, bucketMs: number): TimeWindow {
  if (order === undefined) {
    return { fromEpochMs: -Infinity, toEpochMs: Infinity };
  }
  const neighbours = [received.timeEpochMs[index - 1], received.timeEpochMs[index]];
  const [earlier, later] = order === 'ascending' ? neighbours : neighbours.reverse();
  return { fromEpochMs: (earlier ?? -Infinity) + bucketMs, toEpochMs: later ?? Infinity };
}

type RowOrder = 'ascending' | 'descending';

/** Undefined when the rows are in no order, or are too few to show one. */
function orderOf(rows: Rows): RowOrder | undefined {
  const { timeEpochMs } = rows;
  if (rowCount(rows) === 0 || timeEpochMs[0] === timeEpochMs[rowCount(rows) - 1]) {
    return undefined;
  }
  return isAscending(rows) ? 'ascending' : isDescending(rows) ? 'descending' : undefined;
}

/** The rows of a single page show no order of pages: a server may send the latest page first and rows ascending on each. */
function showPageOrder(pages: readonly HistoryPage[]): boolean {
  return pages.filter((page) => rowCount(page.rows) > 0).length > 1;
}

/** The part of a slice that was not received: what follows the last page in the order of pages, everything where none shows. */
function missingPart(
  pages: readonly HistoryPage[],
  received: Rows,
  rows: Rows,
  slice: TimeWindow,
  level: Level
): TimeWindow {
  const order = orderOf(received);
  const first = rows.timeEpochMs[0];
  const last = rows.timeEpochMs.at(-1);
  if (order === undefined || first === undefined || last === undefined || first === last) {
    return slice;
  }
  // Another reading of the last instant may be missing; a bucket is received whole.
  const endEpochMs = level === 'raw' ? last : Math.min(last + BUCKET_MS[level], slice.toEpochMs);
  const after = { ...slice, fromEpochMs: endEpochMs };
  const before = { ...slice, toEpochMs: first };
  if (showPageOrder(pages)) {
    return order === 'ascending' ? after : before;
  }
  // A page with the first bucket of the slice lacks only later ones, and one with the last bucket only earlier ones.
  if (level !== 'raw' && first === slice.fromEpochMs) {
    return after;
  }
  return level !== 'raw' && endEpochMs === slice.toEpochMs ? before : slice;
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
