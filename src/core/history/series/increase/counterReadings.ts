import { OPERATIONS } from '../../../api/operations';
import { TelemetryError } from '../../../api/telemetryError';
import { BUCKET_MS, type BucketLevel, type Level, LEVEL_STEP, LEVELS } from '../../../time/step';
import {
  DAY_MS,
  type EpochMs,
  firstAtOrAfter,
  HOUR_MS,
  mergeWindows,
  MINUTE_MS,
  type TimeWindow,
  windowMs,
} from '../../../time/window';
import { UTC } from '../../../time/zone';
import { stepEdges } from '../../../time/stepEdges';
import { fetchCountedReadings } from '../../fetch/countedReadings';
import { absentWindows, type FetchResult } from '../../fetch/fetchResult';
import { fetchBuckets, fetchSlice, RowBudget } from '../../fetch/fetchSlices';
import type { SeriesHistory } from '../../fetch/historySource';
import type { BucketsPlan, RawPlan } from '../../plan/planHistory';
import { type Rows, rowCount, rowsBetween } from '../../rows';
import { bucketIncreases, type CounterReadings, type LastReading, NO_READINGS } from './increase';

/**
 * Looks up the last reading before the window of a plan.
 * @returns NaN when it cannot be known
 */
export function readingBefore(history: SeriesHistory, plan: BucketsPlan | RawPlan): Promise<LastReading> {
  const before = lastReadingBefore(history, plan.kind === 'raw' ? 'raw' : plan.level, plan.window.fromEpochMs);
  // It is awaited after the rows, which may fail first.
  before.catch(() => undefined);
  return before;
}

/**
 * Fetches the readings that the increases of buckets need: those of the buckets in which the counter fell.
 * @param bucketWindow the window of the bucket that begins at an instant; undefined where none was expected
 * @throws TelemetryError `notACounter` when they have more readings than allowed
 */
export async function fetchCounterReadings(
  history: SeriesHistory,
  fetched: FetchResult,
  before: LastReading,
  bucketWindow: (start: EpochMs) => TimeWindow | undefined,
  maxReadings: number
): Promise<CounterReadings> {
  const known = { ...NO_READINGS, before };
  const { rows } = fetched;
  const fallen = bucketIncreases(rows, absentWindows(fetched), known).unresolved.filter(
    (row) => rows.n[row]! > 0 && bucketWindow(rows.timeEpochMs[row]!) !== undefined
  );
  if (fallen.length === 0) {
    return known;
  }
  const readings = fallen.reduce((sum, row) => sum + rows.n[row]!, 0);
  if (readings > maxReadings) {
    const detail = `${fallen.length} of ${rows.n.length} buckets; ${readings} readings, at most ${maxReadings}`;
    throw new TelemetryError('notACounter', { detail });
  }
  const buckets = fallen.flatMap((row) => {
    const window = bucketWindow(rows.timeEpochMs[row]!);
    return window === undefined ? [] : [{ ...window, n: rows.n[row]! }];
  });
  const { result, complete } = await fetchCountedReadings(history, mergeWindows(buckets), buckets);
  const byBucket = new Map(complete.map((window) => [window.fromEpochMs, rowsBetween(result.rows, window)]));
  return { ...known, byBucket };
}

/** The window of the bucket that begins at an instant; undefined when the plan expects none to begin there. */
export function bucketWindows({ level, bucketZone, window }: BucketsPlan): (start: EpochMs) => TimeWindow | undefined {
  if (bucketZone === UTC) {
    const bucketMs = BUCKET_MS[level];
    return (start) => (start % bucketMs === 0 ? { fromEpochMs: start, toEpochMs: start + bucketMs } : undefined);
  }
  const edges = stepEdges(window, LEVEL_STEP[level], bucketZone);
  return (start) => {
    const index = firstAtOrAfter(edges, start);
    const end = edges[index + 1];
    return edges[index] === start && end !== undefined ? { fromEpochMs: start, toEpochMs: end } : undefined;
  };
}

/**
 * How far to look back, and at which level: further at coarser levels, because a tag is usually sampled more often than that.
 * Each is longer than a bucket of the next, so that a bucket that begins before it ends before the instant.
 */
const LOOK_BACKS: ReadonlyArray<{ readonly level: Level; readonly lookBackMs: number }> = [
  { level: 'raw', lookBackMs: 2 * MINUTE_MS },
  { level: '1m', lookBackMs: 2 * HOUR_MS },
  { level: '1h', lookBackMs: 2 * DAY_MS },
  { level: '1d', lookBackMs: 60 * DAY_MS },
  { level: '1d', lookBackMs: 3650 * DAY_MS },
];

/** Readings are requested of one or two minutes only. */
const MAX_READINGS = 20 * OPERATIONS.history.maxRows;

/**
 * The value of the last reading of a counter before an instant.
 * @param level the finest to look at, at one of whose edges the instant is
 * @returns undefined when there is no reading in the ten years before; NaN when it cannot be known
 * @throws only when aborted
 */
export async function lastReadingBefore(
  history: SeriesHistory,
  level: Level,
  beforeEpochMs: EpochMs
): Promise<LastReading> {
  let toEpochMs = beforeEpochMs;
  for (const lookBack of LOOK_BACKS.slice(LOOK_BACKS.findIndex((candidate) => candidate.level === level))) {
    const fromEpochMs = beforeEpochMs - lookBack.lookBackMs;
    const rows = await fetchComplete(history, lookBack.level, { fromEpochMs, toEpochMs });
    if (rows === undefined || rowCount(rows) > 0) {
      return rows === undefined ? NaN : lastValue(history, rows, lookBack.level, beforeEpochMs);
    }
    toEpochMs = fromEpochMs;
  }
  return undefined;
}

/** The last value of rows: the highest of the last bucket if the counter did not fall in it, else that of its rows. */
async function lastValue(
  history: SeriesHistory,
  { timeEpochMs, min, max, n }: Rows,
  level: Level,
  beforeEpochMs: EpochMs
): Promise<number> {
  const last = timeEpochMs.length - 1;
  if (level === 'raw' || n[last] === 1 || min[last]! >= (max[last - 1] ?? Infinity)) {
    return max[last]!;
  }
  const bucket = lastBucketWindow(timeEpochMs[last]!, level, beforeEpochMs);
  if (bucket === undefined) {
    return NaN;
  }
  const finer = finerLevel(level, bucket);
  const rows = await fetchComplete(history, finer, bucket);
  return rows === undefined || rowCount(rows) === 0 ? NaN : lastValue(history, rows, finer, bucket.toEpochMs);
}

/** The window of the last bucket before an instant; undefined when it reaches beyond the instant. */
function lastBucketWindow(fromEpochMs: EpochMs, level: BucketLevel, beforeEpochMs: EpochMs): TimeWindow | undefined {
  // A day of a zone can be an hour shorter or longer. It is the last bucket, so nothing follows in the hour after it.
  const dstMs = level === '1d' ? HOUR_MS : 0;
  const toEpochMs = Math.min(beforeEpochMs, fromEpochMs + BUCKET_MS[level] + dstMs);
  return toEpochMs >= fromEpochMs + BUCKET_MS[level] - dstMs ? { fromEpochMs, toEpochMs } : undefined;
}

/** The coarsest finer level whose buckets neither end of the window cuts. */
function finerLevel(level: BucketLevel, { fromEpochMs, toEpochMs }: TimeWindow): Level {
  const fits = (finer: Level) =>
    finer === 'raw' || (fromEpochMs % BUCKET_MS[finer] === 0 && toEpochMs % BUCKET_MS[finer] === 0);
  return LEVELS.slice(0, LEVELS.indexOf(level)).reverse().find(fits) ?? 'raw';
}

/** The rows of a window; undefined when a part of them is missing. Readings may begin late: only their end matters. */
async function fetchComplete(history: SeriesHistory, level: Level, window: TimeWindow): Promise<Rows | undefined> {
  if (level === 'raw') {
    return fetchEndOfReadings(history, window);
  }
  const expectedRows = Math.ceil(windowMs(window) / BUCKET_MS[level]);
  const { rows, missing, unusable } = await fetchBuckets(history, { level, window, expectedRows });
  return missing.length > 0 || unusable.length > 0 ? undefined : rows;
}

async function fetchEndOfReadings(history: SeriesHistory, window: TimeWindow): Promise<Rows | undefined> {
  const cached = history.cached('raw', window).parts.at(-1);
  if (cached?.window.toEpochMs === window.toEpochMs && rowCount(cached.result.rows) > 0) {
    return cached.result.rows;
  }
  const result = await fetchSlice(history, 'raw', window, new RowBudget(MAX_READINGS));
  const [first] = result.rows.timeEpochMs;
  if (first !== undefined) {
    // The server may no longer retain what was before the first reading, which must not be cached as complete.
    history.put('raw', { fromEpochMs: Math.floor(first), toEpochMs: window.toEpochMs }, result);
  }
  return result.missing.length > 0 ? undefined : result.rows;
}
