import { readPages } from '../api/readPages';
import { concatRows, NO_ROWS, type Rows } from '../api/rows';
import { type CallContext, MAX_PAGE_ROWS, type TelemetryClient } from '../api/telemetryClient';
import { isAbort, TelemetryError } from '../api/telemetryError';
import { type HistoryPage } from '../api/historyPage';
import { BUCKET_MS, type Level } from '../time/level';
import { type TimeWindow } from '../time/window';
import { isAscending, isDescending, orderRows } from './orderRows';

/** One variable of one device. */
export interface SeriesId {
  readonly device: string;
  readonly tag: string;
}

/** Part of a window whose rows did not come, and why. The parts that did come are kept. */
export interface MissingSpan {
  readonly window: TimeWindow;
  readonly error: unknown;
}

/** What a window's reading brought. */
export interface WindowRead {
  readonly rows: Rows;
  readonly name: string;
  readonly unit: string;
  readonly receivedRows: number;
  readonly unusableRows: number;
  readonly duplicateRows: number;
  readonly outsideRows: number;
  readonly missing: readonly MissingSpan[];
}

const NOTHING_READ: WindowRead = {
  rows: NO_ROWS,
  name: '',
  unit: '',
  receivedRows: 0,
  unusableRows: 0,
  duplicateRows: 0,
  outsideRows: 0,
  missing: [],
};

/** Fetches one page of a window; null for the first. */
export type FetchPage = (cursor: string | null) => Promise<HistoryPage>;

/** The client with everything but the place in the chain filled in. */
export function pageFetcher(
  client: TelemetryClient,
  series: SeriesId,
  level: Level,
  window: TimeWindow,
  context: CallContext
): FetchPage {
  return (cursor) => client.historyPage({ ...series, level, ...window, limit: MAX_PAGE_ROWS.history, cursor }, context);
}

/** How many more rows may come. Shared by slices whose rows together must not be more. */
export interface RowBudget {
  rowsLeft: number;
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
 * Reads slices of one series side by side, each to the end of its own cursors. A slice that fails does not cost the
 * others, nor the pages it already had: what is missing is told.
 * @param budget how many rows all slices together may bring
 */
export async function readSlices(
  client: TelemetryClient,
  series: SeriesId,
  level: Level,
  slices: readonly TimeWindow[],
  context: CallContext,
  budget: RowBudget
): Promise<WindowRead> {
  const reads = slices.map((slice) =>
    readSlice(slice, level, withinBudget(pageFetcher(client, series, level, slice, context), budget))
  );
  return joinReads(await Promise.all(reads));
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
    rows: ordered.rows,
    name: pages.find((page) => page.name)?.name ?? '',
    unit: pages.find((page) => page.unit)?.unit ?? '',
    receivedRows: sum(pages, (page) => page.receivedRows),
    unusableRows: sum(pages, (page) => page.unusableRows),
    duplicateRows: ordered.duplicateRows,
    outsideRows: ordered.outsideRows,
    missing: failure ? [{ window: missingPart(slice, level, received, ordered.rows), error: failure.error }] : [],
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

/** Puts the readings of neighbouring slices, in ascending order, together. */
export function joinReads(reads: readonly WindowRead[]): WindowRead {
  return reads.reduce(
    (joined, read) => ({
      rows: joined.rows,
      name: joined.name || read.name,
      unit: joined.unit || read.unit,
      receivedRows: joined.receivedRows + read.receivedRows,
      unusableRows: joined.unusableRows + read.unusableRows,
      duplicateRows: joined.duplicateRows + read.duplicateRows,
      outsideRows: joined.outsideRows + read.outsideRows,
      missing: [...joined.missing, ...read.missing],
    }),
    { ...NOTHING_READ, rows: concatRows(reads.map((read) => read.rows)) }
  );
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
