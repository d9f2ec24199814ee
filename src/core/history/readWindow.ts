import type { HistoryPage } from '../api/historyPage';
import { readPages } from '../api/readPages';
import { concatRows, type Rows } from '../api/rows';
import { isAbort, TelemetryError } from '../api/telemetryError';
import { BUCKET_MS, type Level } from '../time/level';
import type { TimeWindow } from '../time/window';
import type { CoverageLookup } from './coverageCache';
import type { FetchPage, HistorySource, ReadContext } from './historySource';
import { isAscending, isDescending, orderRows } from './orderRows';
import type { BucketsToRead } from './historyPlan';
import type { SeriesId } from './seriesId';
import { bucketSlices } from './slices';
import { joinParts, NOTHING_READ, type OnProgress, type ReadPart, type WindowRead } from './windowRead';

/** How many more rows may come. Shared by slices whose rows together must not be more. */
export type RowBudget = {
  rowsLeft: number;
};

/** Reads buckets: what is in memory from there, the rest in slices side by side. */
export function readBuckets(
  source: HistorySource,
  series: SeriesId,
  { window, level, expectedRows }: BucketsToRead,
  context: ReadContext,
  onProgress?: OnProgress
): Promise<WindowRead> {
  const known = source.lookUp(series, level, window, context);
  const slices = known.missing.flatMap((part) => bucketSlices(part, level));
  // Buckets can be counted in advance. Rows that come twice and empty pages are borne with, to a point.
  const budget = { rowsLeft: 4 * expectedRows + 100 * slices.length };
  const parts = [...rememberedParts(known), ...readSlices(source, series, level, slices, context, budget)];
  return joinParts(inOrder(parts), onProgress);
}

/** What was in memory, as if it had been read. */
export function rememberedParts({ present, name, unit }: CoverageLookup): ReadPart[] {
  return present.map(({ fromEpochMs, toEpochMs, rows, asOfEpochMs }) => ({
    window: { fromEpochMs, toEpochMs },
    read: { ...NOTHING_READ, rows, name, unit, rememberedRows: rows.n.length, asOfEpochMs },
  }));
}

export function inOrder(parts: readonly ReadPart[]): ReadPart[] {
  return [...parts].sort((a, b) => a.window.fromEpochMs - b.window.fromEpochMs);
}

/**
 * Begins to read slices of one series side by side, each to the end of its own cursors. A slice that fails does not cost
 * the others, nor the pages it already had: what is missing is told.
 * @param budget how many rows all slices together may bring
 */
export function readSlices(
  source: HistorySource,
  series: SeriesId,
  level: Level,
  slices: readonly TimeWindow[],
  context: ReadContext,
  budget: RowBudget
): ReadPart[] {
  return slices.map((window) => {
    const fetchPage = withinBudget(source.pages(series, level, window, context), budget);
    return keptPart(source, series, level, window, readSlice(window, level, fetchPage));
  });
}

/**
 * A part that goes into memory once it is here.
 * @param isWhole false for what must not be taken for all there is
 */
export function keptPart(
  source: HistorySource,
  series: SeriesId,
  level: Level,
  window: TimeWindow,
  read: WindowRead | Promise<WindowRead>,
  isWhole: (read: WindowRead) => boolean = () => true
): ReadPart {
  const keep = (whole: WindowRead) => {
    if (isWhole(whole)) {
      source.keep(series, level, window, whole);
    }
    return whole;
  };
  if (!(read instanceof Promise)) {
    return { window, read: keep(read) };
  }
  const kept = read.then(keep);
  // It may be given up before anybody waits for it.
  kept.catch(() => undefined);
  return { window, read: kept };
}

/**
 * Stops a chain of pages that brings more than it can or may. A page counts as one row at least, so that empty pages
 * without end are stopped too.
 */
export function withinBudget(fetchPage: FetchPage, budget: RowBudget): FetchPage {
  return async (cursor) => {
    const page = await fetchPage(cursor);
    budget.rowsLeft -= Math.max(1, page.receivedRows);
    if (budget.rowsLeft < 0) {
      throw new TelemetryError('protocol', { path: 'v1/lecturas', detail: 'more rows came than there can be' });
    }
    return page;
  };
}

/**
 * Follows the cursors of one slice.
 * @throws only when it was aborted
 */
export async function readSlice(slice: TimeWindow, level: Level, fetchPage: FetchPage): Promise<WindowRead> {
  const pages: HistoryPage[] = [];
  let failure: { error: unknown } | undefined;
  try {
    for await (const page of readPages(fetchPage)) {
      pages.push(page);
    }
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    failure = { error };
  }
  const received = concatRows(pages.map((page) => page.rows));
  const ordered = orderRows(received, slice, level);
  return {
    ...NOTHING_READ,
    rows: ordered.rows,
    name: pages.find((page) => page.name)?.name ?? '',
    unit: pages.find((page) => page.unit)?.unit ?? '',
    receivedRows: sum(pages, (page) => page.receivedRows),
    unusableRows: sum(pages, (page) => page.unusableRows),
    duplicateRows: ordered.duplicateRows,
    outsideRows: ordered.outsideRows,
    missing: failure ? [{ window: missingPart(slice, level, received, ordered.rows), error: failure.error }] : [],
    // The oldest page tells: what arrived after it was put together may be missing.
    asOfEpochMs: pages.length === 0 ? -Infinity : Math.min(...pages.map((page) => page.asOfEpochMs)),
  };
}

/** The part of a slice that did not come. Only an order that the rows show tells on which side the rest would be. */
function missingPart(slice: TimeWindow, level: Level, received: Rows, rows: Rows): TimeWindow {
  const [first] = rows.timeEpochMs;
  const last = rows.timeEpochMs[rows.timeEpochMs.length - 1];
  if (first === undefined || last === undefined || first === last) {
    return slice;
  }
  if (isAscending(received)) {
    // Another reading of the last instant may be among those that did not come; a bucket comes whole.
    return { ...slice, fromEpochMs: level === 'raw' ? last : Math.min(last + BUCKET_MS[level], slice.toEpochMs) };
  }
  return isDescending(received) ? { ...slice, toEpochMs: first } : slice;
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
