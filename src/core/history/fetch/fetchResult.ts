import { oldest, type Stopwatch } from '../../time/clock';
import { BUCKET_MS, type Level } from '../../time/step';
import { type EpochMs, intersect, mergeWindows, subtractWindows, type TimeWindow } from '../../time/window';
import type { HistoryPage } from '../historyPage';
import type { Undecided } from '../undecided';
import { concatRows, isAscending, isDescending, NO_ROWS, orderRows, type Rows, rowCount, rowsBetween } from '../rows';

/** The rows of a window, from the server or the cache, and everything that is wrong with them. */
export interface FetchResult {
  readonly rows: Rows;
  readonly name: string;
  readonly unit: string;
  /** Rows received from the server, used or not. */
  readonly receivedRows: number;
  readonly cachedRows: number;
  /** Received rows without a usable time or number. */
  readonly unusableRows: number;
  /** Where received buckets cannot be used: the steps that overlap these windows are incomplete. Ascending. */
  readonly unusable: readonly TimeWindow[];
  readonly duplicateRows: number;
  readonly outsideRows: number;
  /** The parts whose rows could not be received, each with its error. The others are kept. */
  readonly missing: readonly Undecided[];
  /** Parts not received yet; none once the fetch is over. */
  readonly pending: readonly TimeWindow[];
  /** The rows are as the server had them at this instant; of several parts, the latest. -Infinity when nothing was received. */
  readonly asOfEpochMs: EpochMs;
  /** Since the oldest of the received rows were requested; undefined if none was received, or all are from the cache. */
  readonly age: Stopwatch | undefined;
}

export const EMPTY_RESULT: FetchResult = {
  rows: NO_ROWS,
  name: '',
  unit: '',
  receivedRows: 0,
  cachedRows: 0,
  unusableRows: 0,
  unusable: [],
  duplicateRows: 0,
  outsideRows: 0,
  missing: [],
  pending: [],
  asOfEpochMs: -Infinity,
  age: undefined,
};

/** @throws the error of the first missing part when there are no rows at all */
export function requireRows(result: FetchResult): FetchResult {
  const [firstMissing] = result.missing;
  if (firstMissing !== undefined && rowCount(result.rows) === 0) {
    throw firstMissing.error;
  }
  return result;
}

/** The windows of which rows are missing, not received yet, or unusable. */
export function absentWindows({ missing, pending, unusable }: FetchResult): TimeWindow[] {
  return [...missing, ...pending, ...unusable];
}

/**
 * Adds what another look at the same series lacks: what both lack is reported once, and what is missing around the range only if
 * nothing in it is.
 */
export function withMissing(fetched: FetchResult, missing: readonly Undecided[], range: TimeWindow): FetchResult {
  const inRange = missing.flatMap((span) => {
    const inside = intersect(span, range);
    return inside === undefined ? [] : subtractWindows(inside, fetched.missing).map((part) => ({ ...span, ...part }));
  });
  const reported = [...fetched.missing, ...inRange];
  return { ...fetched, missing: reported.length > 0 ? reported : missing };
}

/** What a result has of a part of its window. The counts of what was wrong stay: a row without a time may belong to the part. */
export function clipResult(result: FetchResult, part: TimeWindow): FetchResult {
  return {
    ...result,
    rows: rowsBetween(result.rows, part),
    unusable: result.unusable.flatMap((window) => intersect(window, part) ?? []),
    missing: result.missing.flatMap((span) => {
      const inside = intersect(span, part);
      return inside === undefined ? [] : [{ ...span, ...inside }];
    }),
  };
}

/** A part of a window, and its result or the promise of it. */
export interface FetchPart {
  readonly window: TimeWindow;
  readonly result: FetchResult | Promise<FetchResult>;
}

export interface ReceivedPart extends FetchPart {
  readonly result: FetchResult;
}

/** A copy, earliest first. */
export function sortedParts<Part extends FetchPart>(parts: readonly Part[]): Part[] {
  return [...parts].sort((a, b) => a.window.fromEpochMs - b.window.fromEpochMs);
}

/** How many parts of a fetch have been received, and what they amount to. */
export interface Progress<T> {
  readonly receivedParts: number;
  readonly parts: number;
  /** What is loaded so far; computed on demand. */
  readonly partial: () => T;
}

export type OnProgress<T> = (progress: Progress<T>) => void;

/** Reports the progress of a load as that of what the loaded parts become. */
export function mapProgress<T, Part>(onProgress: OnProgress<T>, map: (part: Part) => T): OnProgress<Part> {
  return ({ partial, ...parts }) => onProgress({ ...parts, partial: () => map(partial()) });
}

/**
 * Waits for all parts of a window and joins them.
 * @param unordered the parts, which tile the window, in any order
 * @param onProgress called whenever a part has been received
 * @throws what the first failing part throws
 */
export async function joinParts(
  unordered: readonly FetchPart[],
  onProgress?: OnProgress<FetchResult>
): Promise<FetchResult> {
  const parts = sortedParts(unordered);
  const received = parts.map(({ result }) => (result instanceof Promise ? undefined : result));
  const partial = () =>
    joinResults(parts.map(({ window }, index) => received[index] ?? { ...EMPTY_RESULT, pending: [window] }));
  await Promise.all(
    parts.map(async ({ result }, index) => {
      if (result instanceof Promise) {
        received[index] = await result;
        onProgress?.({ receivedParts: received.filter(Boolean).length, parts: parts.length, partial });
      }
    })
  );
  return partial();
}

/** @param results of neighbouring windows, in ascending order */
export function joinResults(results: readonly FetchResult[]): FetchResult {
  return {
    rows: concatRows(results.map((result) => result.rows)),
    name: results.find((result) => result.name)?.name ?? '',
    unit: results.find((result) => result.unit)?.unit ?? '',
    receivedRows: sum(results, (result) => result.receivedRows),
    cachedRows: sum(results, (result) => result.cachedRows),
    unusableRows: sum(results, (result) => result.unusableRows),
    unusable: results.flatMap((result) => result.unusable),
    duplicateRows: sum(results, (result) => result.duplicateRows),
    outsideRows: sum(results, (result) => result.outsideRows),
    missing: results.flatMap((result) => result.missing),
    pending: results.flatMap((result) => result.pending),
    asOfEpochMs: results.reduce((latest, result) => Math.max(latest, result.asOfEpochMs), -Infinity),
    age: oldest(results.map((result) => result.age)),
  };
}

/**
 * The rows of a slice from its pages.
 * @param failure what ended the pages early
 */
export function joinPages(
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
      ? [{ ...missingPart(pages, received, ordered.rows, slice, level), cause: 'missing', error: failure.error }]
      : [],
    // The oldest page decides: what arrived at the server after it may be missing.
    asOfEpochMs: pages.length === 0 ? -Infinity : Math.min(...pages.map((page) => page.asOfEpochMs)),
    age: oldest(pages.map((page) => page.age)),
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
  const order = isOnOnePage || isPageOrderKnown(pages) ? rowOrder(received) : undefined;
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
function rowOrder(rows: Rows): RowOrder | undefined {
  const { timeEpochMs } = rows;
  if (rowCount(rows) === 0 || timeEpochMs[0] === timeEpochMs[rowCount(rows) - 1]) {
    return undefined;
  }
  return isAscending(rows) ? 'ascending' : isDescending(rows) ? 'descending' : undefined;
}

/** Two pages with rows are needed: a server may send the latest page first, with ascending rows on each. */
function isPageOrderKnown(pages: readonly HistoryPage[]): boolean {
  return pages.filter((page) => rowCount(page.rows) > 0).length > 1;
}

/** The part of a slice that was not received: what follows the last page in the order of pages, or all if that is unknown. */
function missingPart(
  pages: readonly HistoryPage[],
  received: Rows,
  rows: Rows,
  slice: TimeWindow,
  level: Level
): TimeWindow {
  const order = rowOrder(received);
  const first = rows.timeEpochMs[0];
  const last = rows.timeEpochMs.at(-1);
  if (order === undefined || first === undefined || last === undefined || first === last) {
    return slice;
  }
  // Another reading of the last instant may be missing; a bucket is received whole.
  const endEpochMs = level === 'raw' ? last : Math.min(last + BUCKET_MS[level], slice.toEpochMs);
  const after = { ...slice, fromEpochMs: endEpochMs };
  const before = { ...slice, toEpochMs: first };
  if (isPageOrderKnown(pages)) {
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
