import { type HistoryPage } from '../api/historyPage';
import { firstRowAtOrAfter, type Rows, rowCount, sliceRows } from '../api/rows';
import { type CallContext, type TelemetryClient } from '../api/telemetryClient';
import { BUCKET_MS, type BucketLevel } from '../time/level';
import { type TimeWindow } from '../time/window';
import { countInside } from './countReadings';
import { isAscending } from './orderRows';
import { type RawPlan } from './plan';
import {
  joinReads,
  pageFetcher,
  readSlice,
  readSlices,
  type RowBudget,
  type SeriesId,
  type WindowRead,
  withinBudget,
} from './readWindow';
import { rawSlices } from './slices';

/**
 * Reads the readings that the first page left over: side by side from where it ended, where the counts prove that it is
 * complete up to there. The specification does not promise an order of rows, so a page may as well be the last of the
 * window; then, and whenever the counts do not agree, the one chain of cursors is followed.
 *
 *     window       [──────────────────────────────────)
 *     buckets   [─────)[─────)[─────)[─────)[─────)[─────)
 *     first page   [··········proven·····)
 *     asked        [──)                  [─────────)[─)      the head is in a bucket that proves nothing
 *
 * @param counts the buckets of `plan.counts`, all with usable `n`
 * @returns all of the window, the first page included
 */
export async function readRestOfRaw(
  client: TelemetryClient,
  series: SeriesId,
  plan: RawPlan,
  firstPage: HistoryPage,
  counts: Rows,
  budget: RowBudget,
  context: CallContext
): Promise<WindowRead> {
  const { window } = plan;
  const first = await readSlice(window, 'raw', async () => ({ ...firstPage, nextCursor: null }));
  const proven = provenPart(firstPage, first.rows, counts, plan.counts.level, window);
  if (proven === undefined) {
    const fetchNext = withinBudget(pageFetcher(client, series, 'raw', window, context), budget);
    return readSlice(window, 'raw', async (cursor) => (cursor === null ? firstPage : fetchNext(cursor)));
  }
  const kept = { ...first, rows: between(first.rows, proven) };
  const head = { fromEpochMs: window.fromEpochMs, toEpochMs: proven.fromEpochMs };
  const rest = { fromEpochMs: proven.toEpochMs, toEpochMs: window.toEpochMs };
  const read = (slices: readonly TimeWindow[]) => readSlices(client, series, 'raw', slices, context, budget);
  const [before, after] = await Promise.all([
    read(head.fromEpochMs < head.toEpochMs ? [head] : []),
    read(rawSlices(rest, countsFrom(counts, rest, plan.counts.level))),
  ]);
  return joinReads([before, kept, after]);
}

/**
 * The part of the window of which the first page holds every reading. Proven when the page ascends and has just as many
 * readings as the whole buckets before its end; a page without a whole bucket proves nothing.
 */
function provenPart(
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
  const readings = rowCount(between(rows, buckets));
  if (readings === 0 || readings !== countInside(counts, level, buckets)) {
    return undefined;
  }
  // Up to the last instant, where another reading may stand on the next page; requests are cut at whole milliseconds.
  return { fromEpochMs, toEpochMs: Math.floor(last) };
}

/** The buckets that reach into the window; the first one may begin before it. */
function countsFrom(counts: Rows, { fromEpochMs, toEpochMs }: TimeWindow, level: BucketLevel): Rows {
  return between(counts, { fromEpochMs: fromEpochMs - BUCKET_MS[level] + 1, toEpochMs });
}

function between(rows: Rows, { fromEpochMs, toEpochMs }: TimeWindow): Rows {
  return sliceRows(rows, firstRowAtOrAfter(rows, fromEpochMs), firstRowAtOrAfter(rows, toEpochMs));
}
