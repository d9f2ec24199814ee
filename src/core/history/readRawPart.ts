import type { HistoryPage } from '../api/historyPage';
import { type Rows, rowCount } from '../api/rows';
import { BUCKET_MS, type BucketLevel } from '../time/level';
import type { TimeWindow } from '../time/window';
import { isAbort } from '../api/telemetryError';
import { countLost, countReadings, type ReadingCount } from './countReadings';
import { gapThresholdMs } from './gaps';
import type { HistorySource, ReadContext } from './historySource';
import type { BucketsToRead, RawPlan } from './historyPlan';
import { provenPart, rowsBetween } from './provenPart';
import { keptPart, readBuckets, readSlice, readSlices, type RowBudget, withinBudget } from './readWindow';
import type { SeriesId } from './seriesId';
import { rawSlices } from './slices';
import { failIfNothing, type ReadPart, type WindowRead } from './windowRead';

/** The first page of a window of readings, what is known of the others, and the way to read them. */
export interface RawPart {
  readonly window: TimeWindow;
  /** How many readings the window holds; undefined: nobody knows. */
  readonly readings: ReadingCount | undefined;
  readonly counts: BucketsToRead;
  /** The buckets that count the readings; undefined when the first page is the last one, and begins where it should. */
  readonly counted: WindowRead | undefined;
  /** Reads what the first page left over. The parts tile the window, the first page included. */
  readonly readRest: (budget: RowBudget) => ReadPart[];
}

/**
 * Asks for the first page of readings and, side by side, for coarse buckets whose `n` add up to how many there are.
 * When the readings end with the first page, the counts were not needed and cost no extra round trip; else they decide
 * whether the rest is fetched, and where to cut it so that it is fetched side by side.
 * @param countsLater true: one page will probably do, so the counts are asked for only when it does not
 * @param mayBeCut true: the window begins where all that is looked at does, and a server that keeps readings for some time
 *   only may have none of its beginning
 */
export async function readRawPart(
  source: HistorySource,
  series: SeriesId,
  window: TimeWindow,
  counts: BucketsToRead,
  countsLater: boolean,
  mayBeCut: boolean,
  context: ReadContext
): Promise<RawPart> {
  const counting = new AbortController();
  const stopCounting = () => counting.abort(context.signal.reason);
  context.signal.addEventListener('abort', stopCounting, { once: true });
  const count = () => {
    const buckets = readBuckets(source, series, counts, { ...context, signal: counting.signal });
    // The counts may be given up before anybody waits for them.
    buckets.catch(() => undefined);
    return buckets;
  };
  const early = countsLater ? undefined : count();
  try {
    const firstPage = await source.pages(series, 'raw', window, context)(null);
    const first = await readSlice(window, 'raw', async () => ({ ...firstPage, nextCursor: null }));
    if (firstPage.nextCursor === null) {
      const counted = mayBeCut && beginsLate(first.rows, window) ? await countIfPossible(early ?? count()) : undefined;
      const rows = rowCount(first.rows);
      const readings = { atLeast: rows, atMost: rows };
      const isWhole = () => counted === undefined || countLost(first, counted.rows, counts.level, window) === 0;
      const readRest = () => [keptPart(source, series, 'raw', window, first, isWhole)];
      return { window, readings, counts, counted, readRest };
    }
    const counted = failIfNothing(await (early ?? count()));
    const readRest = (budget: RowBudget) =>
      restOf({ page: firstPage, read: first }, source, series, window, counted.rows, counts.level, budget, context);
    return { window, readings: countReadings(counted, counts.level, window), counts, counted, readRest };
  } finally {
    context.signal.removeEventListener('abort', stopCounting);
    counting.abort();
  }
}

/** True when the rhythm of the readings does not explain why there are none at the beginning. */
function beginsLate(rows: Rows, window: TimeWindow): boolean {
  const [first] = rows.timeEpochMs;
  const gapMs = gapThresholdMs(rows, undefined);
  return first === undefined || !Number.isFinite(gapMs) || first - window.fromEpochMs > gapMs;
}

/** What is only made sure of must not cost what came. */
async function countIfPossible(counting: Promise<WindowRead>): Promise<WindowRead | undefined> {
  try {
    return await counting;
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    return undefined;
  }
}

/** The buckets that count the readings of a part of the plan's window. */
export function countsOfPart({ window, counts }: RawPlan, part: TimeWindow): BucketsToRead {
  if (part.fromEpochMs === window.fromEpochMs && part.toEpochMs === window.toEpochMs) {
    return counts;
  }
  const bucketMs = BUCKET_MS[counts.level];
  const fromEpochMs = Math.floor(part.fromEpochMs / bucketMs) * bucketMs;
  const toEpochMs = Math.ceil(part.toEpochMs / bucketMs) * bucketMs;
  const expectedRows = (toEpochMs - fromEpochMs) / bucketMs;
  return { level: counts.level, window: { fromEpochMs, toEpochMs }, expectedRows };
}

/**
 * Side by side from where the first page ended, where the counts prove that it is complete up to there; else, and whenever
 * the counts do not agree, the one chain of cursors is followed.
 *
 *     window       [──────────────────────────────────)
 *     buckets   [─────)[─────)[─────)[─────)[─────)[─────)
 *     first page   [··········proven·····)
 *     asked        [──)                  [─────────)[─)      the head is in a bucket that proves nothing
 *
 * @param counts buckets of the window, all with usable `n`
 */
function restOf(
  first: { readonly page: HistoryPage; readonly read: WindowRead },
  source: HistorySource,
  series: SeriesId,
  window: TimeWindow,
  counts: Rows,
  level: BucketLevel,
  budget: RowBudget,
  context: ReadContext
): ReadPart[] {
  const proven = provenPart(first.page, first.read.rows, counts, level, window);
  if (proven === undefined) {
    const fetchNext = withinBudget(source.pages(series, 'raw', window, context), budget);
    const chain = readSlice(window, 'raw', async (cursor) => (cursor === null ? first.page : fetchNext(cursor)));
    const isWhole = (read: WindowRead) => countLost(read, counts, level, window) === 0;
    return [keptPart(source, series, 'raw', window, chain, isWhole)];
  }
  const head = { fromEpochMs: window.fromEpochMs, toEpochMs: proven.fromEpochMs };
  const rest = { fromEpochMs: proven.toEpochMs, toEpochMs: window.toEpochMs };
  const kept = { ...first.read, rows: rowsBetween(first.read.rows, proven) };
  const slices = [
    ...(head.fromEpochMs < head.toEpochMs ? [head] : []),
    ...rawSlices(rest, countsFrom(counts, rest, level)),
  ];
  return [keptPart(source, series, 'raw', proven, kept), ...readSlices(source, series, 'raw', slices, context, budget)];
}

/** The buckets that reach into the window; the first one may begin before it. */
function countsFrom(counts: Rows, { fromEpochMs, toEpochMs }: TimeWindow, level: BucketLevel): Rows {
  return rowsBetween(counts, { fromEpochMs: fromEpochMs - BUCKET_MS[level] + 1, toEpochMs });
}
