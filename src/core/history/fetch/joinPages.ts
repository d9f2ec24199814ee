import { BUCKET_MS, type Level } from '../../time/level';
import { intersect, mergeWindows, type TimeWindow } from '../../time/window';
import type { HistoryPage } from '../historyPage';
import { concatRows, isAscending, isDescending, pickRows, type Rows, rowCount } from '../rows';
import { EMPTY_RESULT, type FetchResult } from './fetchResult';

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

/**
 * Sorts the rows of a window. The specification promises neither an order nor that a row is sent only once, so both are
 * ensured here: rows are sorted by time, the first of two duplicates stays, and rows outside the window are left out,
 * because the slice they belong to has them.
 * A bucket is a duplicate when its start is. A reading is one only when its value is too: a tag that is sampled faster than
 * the server's clock ticks has several readings at one instant.
 */
export function orderRows(
  received: Rows,
  window: TimeWindow,
  level: Level
): Pick<FetchResult, 'rows' | 'duplicateRows' | 'outsideRows'> {
  if (isOrdered(received, window)) {
    return { rows: received, duplicateRows: 0, outsideRows: 0 };
  }
  const sorted = isAscending(received) ? received : sortByTime(received);
  const total = rowCount(sorted);
  const kept: number[] = [];
  let duplicateRows = 0;
  let outsideRows = 0;
  for (let row = 0; row < total; row++) {
    const time = sorted.timeEpochMs[row]!;
    if (time < window.fromEpochMs || time >= window.toEpochMs) {
      outsideRows++;
    } else if (isDuplicate(sorted, row, kept, level)) {
      duplicateRows++;
    } else {
      kept.push(row);
    }
  }
  return { rows: pickRows(sorted, kept), duplicateRows, outsideRows };
}

/** True in by far the most common case, which a million rows must pass quickly: nothing to do. */
function isOrdered({ timeEpochMs }: Rows, window: TimeWindow): boolean {
  let previous = -Infinity;
  for (let row = 0; row < timeEpochMs.length; row++) {
    const time = timeEpochMs[row]!;
    if (time <= previous || time < window.fromEpochMs || time >= window.toEpochMs) {
      return false;
    }
    previous = time;
  }
  return true;
}

function isDuplicate(rows: Rows, row: number, kept: readonly number[], level: Level): boolean {
  const time = rows.timeEpochMs[row]!;
  for (let index = kept.length - 1; index >= 0 && rows.timeEpochMs[kept[index]!] === time; index--) {
    if (level !== 'raw' || rows.avg[kept[index]!] === rows.avg[row]) {
      return true;
    }
  }
  return false;
}

function sortByTime(rows: Rows): Rows {
  const order = Array.from(rows.timeEpochMs.keys()).sort((a, b) => rows.timeEpochMs[a]! - rows.timeEpochMs[b]!);
  return pickRows(rows, order);
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
