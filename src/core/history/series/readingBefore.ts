import { OPERATIONS } from '../../api/operations';
import { BUCKET_MS, type Level } from '../../time/step';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, type TimeWindow } from '../../time/window';
import { absentWindows } from '../fetch/fetchResult';
import type { SeriesHistory } from '../fetch/historySource';
import { finerLevel } from '../levelGrid';
import { rowCount } from '../rows';
import type { Undecided } from '../undecided';
import { type LookBack, lookBackWindows } from './lookBackWindows';

/**
 * The last reading before an instant; `none` if there is none in the ten years before; or why it is not known. Where the server no
 * longer retains readings, `average` is that of the last bucket, and the time is its start.
 */
export type ReadingBefore =
  | { readonly kind: 'reading' | 'average'; readonly atEpochMs: EpochMs; readonly value: number }
  | { readonly kind: 'none' }
  | ({ readonly kind: 'undecided' } & Undecided);

const LONGEST_MS = 3650 * DAY_MS;

/** Most tags are sampled so often that this decides. The readings of one that is sampled every second still are a short page. */
const READINGS_MS = 15 * MINUTE_MS;
/** They begin at the instant, too: where readings are no longer retained, buckets are. */
const LOOK_BACKS: readonly LookBack[] = [
  { level: '1m', lookBackMs: 12 * HOUR_MS },
  { level: '1h', lookBackMs: 60 * DAY_MS },
  { level: '1d', lookBackMs: LONGEST_MS },
];

/**
 * The last reading before an instant. It costs no request where readings are cached up to the instant, one where the tag was read in the
 * quarter of an hour before, and three for most others: which minute or hour was the last one with readings, and which they are.
 * @throws only when aborted
 */
export async function readingBefore(history: SeriesHistory, beforeEpochMs: EpochMs): Promise<ReadingBefore> {
  const { reading } = history.cachedBefore(beforeEpochMs, LONGEST_MS);
  if (reading !== undefined) {
    return { kind: 'reading', ...reading };
  }
  const readings = { level: 'raw' as const, fromEpochMs: beforeEpochMs - READINGS_MS, toEpochMs: beforeEpochMs };
  const wholeMinutes = lookBackWindows(LOOK_BACKS, Math.floor(beforeEpochMs / MINUTE_MS) * MINUTE_MS);
  for (const { level, ...window } of [readings, ...wholeMinutes]) {
    const found = await lastReading(history, level, window, beforeEpochMs);
    if (found.kind !== 'none') {
      return found;
    }
  }
  return { kind: 'none' };
}

/** The last reading of a window after which, until the instant, there is none. */
async function lastReading(
  history: SeriesHistory,
  level: Level,
  window: TimeWindow,
  beforeEpochMs: EpochMs
): Promise<ReadingBefore> {
  // Up to the instant, so that the next look finds them cached.
  const fetched = await (level === 'raw'
    ? history.lastReadings({ fromEpochMs: window.fromEpochMs, toEpochMs: beforeEpochMs })
    : history.buckets({ level, window }));
  const { rows, missing } = fetched;
  const last = rowCount(rows) - 1;
  const fromEpochMs = rows.timeEpochMs[last] ?? -Infinity;
  const absent = absentWindows(fetched).find(({ toEpochMs }) => toEpochMs > fromEpochMs);
  if (absent !== undefined) {
    const error = missing.find(({ toEpochMs }) => toEpochMs > fromEpochMs);
    return { ...absent, kind: 'undecided', ...(error ?? { cause: 'invalid' }) };
  }
  if (last < 0) {
    return { kind: 'none' };
  }
  if (level === 'raw') {
    return { kind: 'reading', atEpochMs: fromEpochMs, value: rows.avg[last]! };
  }
  // A day of a zone can be an hour longer. It is the last one with readings, so nothing follows in that hour.
  const dstMs = level === '1d' ? HOUR_MS : 0;
  const bucket = { fromEpochMs, toEpochMs: Math.min(window.toEpochMs, fromEpochMs + BUCKET_MS[level] + dstMs) };
  const finerThan = (one: Level) => finerLevel(one, bucket.fromEpochMs, bucket.toEpochMs);
  const fitsPage = rows.n[last]! <= OPERATIONS.history.maxRows;
  const levels = fitsPage && level !== '1m' ? (['raw', finerThan(level)] as const) : [finerThan(level)];
  for (const finer of levels) {
    const found = await lastReading(history, finer, bucket, beforeEpochMs);
    if (found.kind !== 'none') {
      return found;
    }
  }
  return { kind: 'average', atEpochMs: fromEpochMs, value: rows.avg[last]! };
}
