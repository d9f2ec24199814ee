import { OPERATIONS } from '../../api/operations';
import { BUCKET_MS, type BucketLevel, type Level, LEVELS } from '../../time/level';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, type TimeWindow, windowMs } from '../../time/window';
import { type Rows, rowCount } from '../rows';
import { fetchBuckets, followCursors, RowBudget, withinBudget } from './fetchSlices';
import type { SeriesSource } from './historySource';

interface Reach {
  readonly level: Level;
  readonly reachMs: number;
}

/**
 * How far to look back, and at which level: further at coarser levels, because a tag is usually sampled more often than that.
 * Each is longer than a bucket of the next, so that a bucket that begins before it ends before the instant.
 */
const REACHES: readonly Reach[] = [
  { level: 'raw', reachMs: 2 * MINUTE_MS },
  { level: '1m', reachMs: 2 * HOUR_MS },
  { level: '1h', reachMs: 2 * DAY_MS },
  { level: '1d', reachMs: 60 * DAY_MS },
  { level: '1d', reachMs: 3650 * DAY_MS },
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
  source: SeriesSource,
  level: Level,
  beforeEpochMs: EpochMs
): Promise<number | undefined> {
  let toEpochMs = beforeEpochMs;
  for (const reach of REACHES.slice(REACHES.findIndex((candidate) => candidate.level === level))) {
    const rows = await fetchComplete(source, reach.level, { fromEpochMs: beforeEpochMs - reach.reachMs, toEpochMs });
    if (rows === undefined || rowCount(rows) > 0) {
      return rows === undefined ? NaN : lastValueOf(source, rows, reach.level, beforeEpochMs);
    }
    toEpochMs = beforeEpochMs - reach.reachMs;
  }
  return undefined;
}

/** The last value of rows: the highest of the last bucket if the counter did not fall in it, else that of its rows. */
async function lastValueOf(
  source: SeriesSource,
  { timeEpochMs, min, max, n }: Rows,
  level: Level,
  beforeEpochMs: EpochMs
): Promise<number> {
  const last = timeEpochMs.length - 1;
  if (level === 'raw' || n[last] === 1 || min[last]! >= (max[last - 1] ?? Infinity)) {
    return max[last]!;
  }
  const bucket = windowOf(timeEpochMs[last]!, level, beforeEpochMs);
  if (bucket === undefined) {
    return NaN;
  }
  const finer = finerLevel(level, bucket);
  const rows = await fetchComplete(source, finer, bucket);
  return rows === undefined || rowCount(rows) === 0 ? NaN : lastValueOf(source, rows, finer, bucket.toEpochMs);
}

/** The window of the last bucket before an instant; undefined when it reaches beyond the instant. */
function windowOf(fromEpochMs: EpochMs, level: BucketLevel, beforeEpochMs: EpochMs): TimeWindow | undefined {
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
async function fetchComplete(source: SeriesSource, level: Level, window: TimeWindow): Promise<Rows | undefined> {
  if (level === 'raw') {
    return fetchEndOfReadings(source, window);
  }
  const expectedRows = Math.ceil(windowMs(window) / BUCKET_MS[level]);
  const { rows, missing, unusable } = await fetchBuckets(source, { level, window, expectedRows });
  return missing.length > 0 || unusable.length > 0 ? undefined : rows;
}

async function fetchEndOfReadings(source: SeriesSource, window: TimeWindow): Promise<Rows | undefined> {
  const cached = source.cached('raw', window).ranges.at(-1);
  if (cached?.toEpochMs === window.toEpochMs && rowCount(cached.rows) > 0) {
    return cached.rows;
  }
  const fetchPage = withinBudget(source.pages('raw', window), new RowBudget(MAX_READINGS));
  const result = await followCursors(window, 'raw', fetchPage);
  const [first] = result.rows.timeEpochMs;
  if (first !== undefined) {
    // The server may no longer retain what was before the first reading, which must not be cached as complete.
    source.put('raw', { fromEpochMs: Math.floor(first), toEpochMs: window.toEpochMs }, result);
  }
  return result.missing.length > 0 ? undefined : result.rows;
}
