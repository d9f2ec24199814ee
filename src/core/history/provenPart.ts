import type { HistoryPage } from '../api/historyPage';
import { firstRowAtOrAfter, type Rows, rowCount, sliceRows } from '../api/rows';
import { BUCKET_MS, type BucketLevel } from '../time/level';
import type { TimeWindow } from '../time/window';
import { countInside } from './countReadings';
import { isAscending } from './orderRows';

/**
 * The part of the window of which the first page holds every reading. Proven when the page ascends and has just as many
 * readings as the whole buckets before its end; a page without a whole bucket proves nothing. The specification does
 * not promise an order of rows, so a page may as well be the last of the window.
 * @param rows those of the page, ordered
 * @param counts buckets of the window, all with usable `n`
 */
export function provenPart(
  page: HistoryPage,
  rows: Rows,
  counts: Rows,
  level: BucketLevel,
  window: TimeWindow
): TimeWindow | undefined {
  const last = rows.timeEpochMs[rows.timeEpochMs.length - 1];
  if (last === undefined || !isAscending(page.rows)) {
    return undefined;
  }
  const bucketMs = BUCKET_MS[level];
  const fromEpochMs = Math.ceil(window.fromEpochMs / bucketMs) * bucketMs;
  const buckets = { fromEpochMs, toEpochMs: Math.floor(last / bucketMs) * bucketMs };
  const readings = rowCount(rowsBetween(rows, buckets));
  if (readings === 0 || readings !== countInside(counts, level, buckets)) {
    return undefined;
  }
  // Up to the last instant, where another reading may stand on the next page; requests are cut at whole milliseconds.
  return { fromEpochMs, toEpochMs: Math.floor(last) };
}

/** The rows of a window, sharing memory. */
export function rowsBetween(rows: Rows, { fromEpochMs, toEpochMs }: TimeWindow): Rows {
  return sliceRows(rows, firstRowAtOrAfter(rows, fromEpochMs), firstRowAtOrAfter(rows, toEpochMs));
}
