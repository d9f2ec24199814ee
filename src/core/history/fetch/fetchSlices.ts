import { isRetried } from '../../api/apiClient';
import { OPERATIONS } from '../../api/operations';
import { MAX_PAGES_WITHOUT_NEW_ITEMS, readPages } from '../../api/pages';
import { isAbort, TelemetryError } from '../../api/telemetryError';
import { BUCKET_MS, type BucketLevel, type Level } from '../../time/step';
import { covers, type EpochMs, intersect, subtractWindows, type TimeWindow, windowMs } from '../../time/window';
import type { BucketWindow } from '../levelGrid';
import type { HistoryPage } from '../historyPage';
import { type Rows, rowCount } from '../rows';
import { clipResult, type FetchPart, type FetchResult, joinPages, joinParts, type OnProgress } from './fetchResult';
import type { FetchPage, SeriesPages } from './pageSource';

/**
 * The buckets of a window: what is cached, what is being fetched for others, and the rest in slices side by side.
 * @throws only when aborted
 */
export function fetchBuckets(
  source: SeriesPages,
  { window, level }: BucketWindow,
  onProgress?: OnProgress<FetchResult>
): Promise<FetchResult> {
  const { parts, uncached } = source.cached(level, window);
  return joinParts([...parts, ...uncached.flatMap((part) => fetchUncached(source, level, part))], onProgress);
}

/** In pages. Nobody waits for a longer load: its pages are not all requested at once, and the one that is wanted may be the last. */
const LONGEST_SHARED_LOAD = 4;

/**
 *     window       [──────────────────────)
 *     in flight  [──────)        [──)            for other queries of the same series
 *     requested         [───────)   [─────)
 */
function fetchUncached(source: SeriesPages, level: BucketLevel, window: TimeWindow): FetchPart[] {
  let left = [window];
  const shared: FetchPart[] = [];
  for (const slice of source.slicesInFlight(level)) {
    for (const part of left.flatMap((one) => intersect(one, slice) ?? [])) {
      shared.push({ window: part, result: fetchOfSlice(source, level, slice, part) });
    }
    left = left.flatMap((one) => subtractWindows(one, [slice]));
  }
  const slices = left.flatMap((part) => bucketSlices(part, level));
  // What lies between slices in flight may be many slices, which are short.
  const pages = left.reduce((sum, part) => sum + windowMs(part), 0) / sliceLengthMs(level);
  const fetch = pages <= LONGEST_SHARED_LOAD ? fetchBucketSlice : fetchAndCache;
  return [...shared, ...slices.map((slice) => ({ window: slice, result: fetch(source, level, slice) }))];
}

/** A part of a slice that is being fetched. It is requested alone if the slice fails, unless the slice was already tried several times. */
async function fetchOfSlice(
  source: SeriesPages,
  level: BucketLevel,
  slice: TimeWindow,
  part: TimeWindow
): Promise<FetchResult> {
  const result = clipResult(await fetchBucketSlice(source, level, slice), part);
  const isWhole = covers(part, slice);
  const mayBeOfOthers = result.missing.some(({ error }) => !isRetried(error));
  return !isWhole && mayBeOfOthers ? fetchBucketSlice(source, level, part) : result;
}

/** Fetches a slice of buckets once for all who want it at the same time. */
function fetchBucketSlice(source: SeriesPages, level: BucketLevel, slice: TimeWindow): Promise<FetchResult> {
  return source.shareSlice(level, slice, (shared) => fetchAndCache(shared, level, slice));
}

/** Fetches a slice of buckets, and caches it if it is complete. */
async function fetchAndCache(source: SeriesPages, level: BucketLevel, slice: TimeWindow): Promise<FetchResult> {
  // The number of buckets is known in advance. Duplicates and empty pages are tolerated within reason.
  const budget = new RowBudget(4 * Math.ceil(windowMs(slice) / BUCKET_MS[level]) + 100);
  const result = await fetchSlice(source, level, slice, budget);
  source.put(level, slice, result);
  return result;
}

/**
 * Fetches a slice to the end of its cursors. One that fails affects neither other slices nor the pages it has received: its
 * result names what is missing.
 * @param firstPage if it has been received
 * @throws only when aborted
 */
export async function fetchSlice(
  source: SeriesPages,
  level: Level,
  slice: TimeWindow,
  budget: RowBudget,
  firstPage?: HistoryPage
): Promise<FetchResult> {
  const fetchNext = withinBudget(source.pages(level, slice), budget);
  const fetchPage: FetchPage = async (cursor) =>
    cursor === undefined && firstPage !== undefined ? firstPage : fetchNext(cursor);
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
    return joinPages(pages, slice, level, { error });
  }
  return joinPages(pages, slice, level);
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
function withinBudget(fetchPage: FetchPage, budget: RowBudget): FetchPage {
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

/** How long the buckets of a full page are together. */
function sliceLengthMs(level: BucketLevel): number {
  return OPERATIONS.history.maxRows * BUCKET_MS[level];
}

/**
 * Cuts a window into slices that fit one page each, because their buckets can be counted in advance. They tile it
 * without gap or overlap ([from, to) is half-open), so they can be fetched side by side:
 *
 *     window   [────────────────────────────)
 *     slices   [─────────)[─────────)[──────)
 */
export function bucketSlices(window: TimeWindow, level: BucketLevel): TimeWindow[] {
  const sliceMs = sliceLengthMs(level);
  const slices: TimeWindow[] = [];
  for (let from = window.fromEpochMs; from < window.toEpochMs; from += sliceMs) {
    slices.push({ fromEpochMs: from, toEpochMs: Math.min(from + sliceMs, window.toEpochMs) });
  }
  return slices;
}

/**
 * The same for raw readings: buckets show how many there are, and a slice ends where the next bucket would not
 * fit its page any more. A bucket that alone holds more makes a slice of several pages.
 * @param counts buckets that reach into the window, ascending, with usable `n`
 */
export function rawSlices(window: TimeWindow, counts: Rows): TimeWindow[] {
  const slices: TimeWindow[] = [];
  let from: EpochMs = window.fromEpochMs;
  let readings = 0;
  for (let row = 0; row < rowCount(counts); row++) {
    const bucketStart = counts.timeEpochMs[row]!;
    const n = counts.n[row]!;
    if (
      readings > 0 &&
      readings + n > OPERATIONS.history.maxRows &&
      bucketStart > from &&
      bucketStart < window.toEpochMs
    ) {
      slices.push({ fromEpochMs: from, toEpochMs: bucketStart });
      from = bucketStart;
      readings = 0;
    }
    readings += n;
  }
  slices.push({ fromEpochMs: from, toEpochMs: window.toEpochMs });
  return slices;
}
