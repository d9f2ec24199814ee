import { OPERATIONS } from '../../api/operations';
import { BUCKET_MS, type Level } from '../../time/step';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, type TimeWindow } from '../../time/window';
import { absentWindows, type FetchResult } from '../fetch/fetchResult';
import type { SeriesHistory } from '../fetch/historySource';
import { finerLevel } from '../levelGrid';
import { LONGEST_LOOK_BACK_MS } from '../plan/planSignal';
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

/** Readings of one request. */
const PAGE = OPERATIONS.history.maxRows;

/** Most tags are sampled so often that the first decides. The readings of one that is sampled every second still are a short page. */
const READINGS_MS = 15 * MINUTE_MS;
/** One that has none in it is sampled seldom, so its readings of half a day are a page, or has stopped. */
const SELDOM_MS = 12 * HOUR_MS;
const LOOK_BACKS: readonly LookBack[] = [
  { level: '1m', lookBackMs: SELDOM_MS },
  { level: '1h', lookBackMs: 60 * DAY_MS },
  { level: '1d', lookBackMs: LONGEST_LOOK_BACK_MS },
];

/**
 * The last reading before an instant. It costs no request where readings are cached up to the instant, one where the tag was read in the
 * quarter of an hour before, two where it is sampled seldom. Else buckets say which minute, hour or day was the last one with readings.
 * @throws only when aborted
 */
export async function readingBefore(history: SeriesHistory, beforeEpochMs: EpochMs): Promise<ReadingBefore> {
  const { reading } = history.cachedBefore(beforeEpochMs, LONGEST_LOOK_BACK_MS);
  if (reading !== undefined) {
    return { kind: 'reading', ...reading };
  }
  const before = (lookBackMs: number) => ({ fromEpochMs: beforeEpochMs - lookBackMs, toEpochMs: beforeEpochMs });
  const recent = lastOf(await history.lastReadings(before(READINGS_MS)));
  if (recent.kind !== 'none') {
    return recent;
  }
  const seldom = await history.lastReadings(before(SELDOM_MS), { maxReadings: PAGE });
  const last = lastOf(seldom);
  // A full page may end long before the instant.
  if (last.kind !== 'none' && rowCount(seldom.rows) < PAGE) {
    return last;
  }
  // They end at the instant, too: readings may no longer be retained where buckets are.
  for (const { level, ...window } of lookBackWindows(LOOK_BACKS, Math.floor(beforeEpochMs / MINUTE_MS) * MINUTE_MS)) {
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
  if (level === 'raw') {
    // Up to the instant, so that the next look finds them cached.
    return lastOf(await history.lastReadings({ fromEpochMs: window.fromEpochMs, toEpochMs: beforeEpochMs }));
  }
  const fetched = await history.buckets({ level, window });
  const last = lastOf(fetched);
  if (last.kind !== 'reading') {
    return last;
  }
  const { atEpochMs: fromEpochMs, value } = last;
  // A day of a zone can be an hour longer. It is the last one with readings, so nothing follows in that hour.
  const dstMs = level === '1d' ? HOUR_MS : 0;
  const bucket = { fromEpochMs, toEpochMs: Math.min(window.toEpochMs, fromEpochMs + BUCKET_MS[level] + dstMs) };
  const finerThan = (one: Level) => finerLevel(one, bucket.fromEpochMs, bucket.toEpochMs);
  const fitsPage = fetched.rows.n.at(-1)! <= PAGE;
  const levels = fitsPage && level !== '1m' ? (['raw', finerThan(level)] as const) : [finerThan(level)];
  for (const finer of levels) {
    const found = await lastReading(history, finer, bucket, beforeEpochMs);
    if (found.kind !== 'none') {
      return found;
    }
  }
  return { kind: 'average', atEpochMs: fromEpochMs, value };
}

/** The last row, unless something is missing after it. */
function lastOf(fetched: FetchResult): ReadingBefore {
  const { rows, missing } = fetched;
  const last = rowCount(rows) - 1;
  const atEpochMs = rows.timeEpochMs[last] ?? -Infinity;
  const absent = absentWindows(fetched).find(({ toEpochMs }) => toEpochMs > atEpochMs);
  if (absent !== undefined) {
    const error = missing.find(({ toEpochMs }) => toEpochMs > atEpochMs);
    return { ...absent, kind: 'undecided', ...(error ?? { cause: 'invalid' }) };
  }
  return last < 0 ? { kind: 'none' } : { kind: 'reading', atEpochMs, value: rows.avg[last]! };
}
