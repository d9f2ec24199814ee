import { isAbort } from '../../api/telemetryError';
import { BUCKET_MS } from '../../time/level';
import type { TimeWindow } from '../../time/window';
import type { BucketRange, RawPlan } from '../plan/planHistory';
import { gapThresholdMs } from '../gaps';
import type { HistoryPage } from '../historyPage';
import { type Rows, rowCount } from '../rows';
import { type FetchResult, requireRows } from './fetchResult';
import { fetchBuckets, resultOfPages } from './fetchSlices';
import type { SeriesSource } from './historySource';
import { type CountBuckets, countReadings, type ReadingCount } from './readingCounts';

/** The first page of a range of readings, and how many readings the range holds. */
export interface ReadingsHead {
  readonly range: TimeWindow;
  readonly firstPage: HistoryPage;
  /** The rows of the first page. */
  readonly first: FetchResult;
  /** Undefined when they were not needed: the first page is the only one, and begins where it should. */
  readonly counts: CountBuckets | undefined;
  /** Undefined: the server does not report it. */
  readonly readings: ReadingCount | undefined;
}

/**
 * Requests the first page of a range of readings and, concurrently, coarse buckets whose `n` add up to how many readings
 * there are. When the first page is the only one, the counts were not needed and cost no extra round trip. Otherwise they
 * decide whether the rest is fetched, and where to cut it into slices that are fetched concurrently.
 * @param range a part of the plan's window that is not cached
 * @param probablyOnePage true: the counts are requested only when the first page turns out not to be the only one
 * @throws TelemetryError when the first page or the counts cannot be fetched
 */
export async function fetchHead(
  source: SeriesSource,
  plan: RawPlan,
  range: TimeWindow,
  probablyOnePage: boolean
): Promise<ReadingsHead> {
  const counting = new AbortController();
  const stopCounting = () => counting.abort(source.signal.reason);
  source.signal.addEventListener('abort', stopCounting, { once: true });
  const buckets = countBucketsOf(plan, range);
  const fetchCounts = async (): Promise<CountBuckets> => ({
    level: buckets.level,
    result: await fetchBuckets(source.withSignal(counting.signal), buckets),
  });
  const earlyCounts = probablyOnePage ? undefined : fetchCounts();
  // They are dropped when they turn out not to be needed.
  earlyCounts?.catch(() => undefined);
  try {
    const firstPage = await source.pages('raw', range)();
    const first = resultOfPages([firstPage], range, 'raw');
    const head = { range, firstPage, first };
    if (firstPage.nextCursor === undefined) {
      const rows = rowCount(first.rows);
      const readings = { atLeast: rows, atMost: rows };
      const mayBeExpired = range.fromEpochMs === plan.window.fromEpochMs && beginsLate(first.rows, range);
      return { ...head, readings, counts: mayBeExpired ? await ifAvailable(earlyCounts ?? fetchCounts()) : undefined };
    }
    const counts = await (earlyCounts ?? fetchCounts());
    requireRows(counts.result);
    return { ...head, counts, readings: countReadings(counts, range) };
  } finally {
    source.signal.removeEventListener('abort', stopCounting);
    counting.abort();
  }
}

/** The buckets that count the readings of a range of the plan's window. */
function countBucketsOf({ window, counts }: RawPlan, range: TimeWindow): BucketRange {
  if (range.fromEpochMs === window.fromEpochMs && range.toEpochMs === window.toEpochMs) {
    return counts;
  }
  const bucketMs = BUCKET_MS[counts.level];
  const fromEpochMs = Math.floor(range.fromEpochMs / bucketMs) * bucketMs;
  const toEpochMs = Math.ceil(range.toEpochMs / bucketMs) * bucketMs;
  const expectedRows = (toEpochMs - fromEpochMs) / bucketMs;
  return { level: counts.level, window: { fromEpochMs, toEpochMs }, expectedRows };
}

/** True when the sampling interval does not explain why there are no readings at the beginning. */
function beginsLate(rows: Rows, range: TimeWindow): boolean {
  const [first] = rows.timeEpochMs;
  const gapMs = gapThresholdMs(rows, undefined);
  return first === undefined || !Number.isFinite(gapMs) || first - range.fromEpochMs > gapMs;
}

/** Readings that were received are not lost because their counts, which only verify them, cannot be fetched. */
async function ifAvailable<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    return undefined;
  }
}
