import { Temporal } from 'temporal-polyfill';
import type { EpochMs, TimeWindow } from '../../core/time/window';
import { exactAggregate } from '../exactAggregate';
import type { ServerBehavior } from './serverBehavior';
import type { Reading } from './specData';

/** An item of `datos`. */
export type WireRow = Readonly<Record<string, unknown>>;

interface TimedRow {
  readonly atEpochMs: EpochMs;
  readonly row: WireRow;
}

const FIXED_BUCKET_MS: Readonly<Record<string, number>> = { '1m': 60_000, '1h': 3_600_000 };

/** The rows of each level, computed once for each list of readings. */
export type HistoryRowCache = WeakMap<readonly Reading[], Map<string, readonly TimedRow[]>>;

/** The rows of one tag whose time (the start, for a bucket) is in the window, in ascending order. */
export function historyRows(
  readings: readonly Reading[],
  level: string,
  window: TimeWindow,
  behavior: ServerBehavior,
  cache: HistoryRowCache
): WireRow[] {
  const all = allRows(readings, level, behavior, cache);
  const from = firstAtOrAfter(all, window.fromEpochMs);
  const to = firstAtOrAfter(all, window.toEpochMs);
  const inside = behavior.sendsRowsOutsideWindow ? all.slice(Math.max(0, from - 1), to + 1) : all.slice(from, to);
  if (level === 'crudo' || behavior.emptyBuckets === 'absent') {
    return inside.map(({ row }) => row);
  }
  return withEmptyBuckets(inside, level, window, behavior);
}

function allRows(
  readings: readonly Reading[],
  level: string,
  behavior: ServerBehavior,
  cache: HistoryRowCache
): readonly TimedRow[] {
  const byLevel = cache.get(readings) ?? new Map<string, readonly TimedRow[]>();
  cache.set(readings, byLevel);
  const rows =
    byLevel.get(level) ?? (level === 'crudo' ? rawRows(readings, behavior) : bucketRows(readings, level, behavior));
  byLevel.set(level, rows);
  return rows;
}

function firstAtOrAfter(rows: readonly TimedRow[], epochMs: EpochMs): number {
  const found = rows.findIndex(({ atEpochMs }) => atEpochMs >= epochMs);
  return found < 0 ? rows.length : found;
}

function rawRows(readings: readonly Reading[], { formatTime, retentionCutoffEpochMs }: ServerBehavior): TimedRow[] {
  return readings
    .filter(({ atEpochMs }) => atEpochMs >= retentionCutoffEpochMs)
    .sort((a, b) => a.atEpochMs - b.atEpochMs)
    .map(({ atEpochMs, value }) => ({ atEpochMs, row: { ts: formatTime(atEpochMs), valor: value } }));
}

function bucketRows(readings: readonly Reading[], level: string, behavior: ServerBehavior): TimedRow[] {
  const valuesByStart = new Map<EpochMs, number[]>();
  for (const { atEpochMs, value } of readings) {
    const start = bucketStart(atEpochMs, level, behavior.dayBucketZone);
    const values = valuesByStart.get(start);
    if (values) {
      values.push(value);
    } else {
      valuesByStart.set(start, [value]);
    }
  }
  return [...valuesByStart]
    .sort(([a], [b]) => a - b)
    .map(([atEpochMs, values]) => {
      const { n, ...numbers } = exactAggregate(values);
      const aggregate = behavior.isUnusableBucket(atEpochMs) ? { avg: null, min: null, max: null } : numbers;
      const ts = behavior.formatTime(atEpochMs);
      return { atEpochMs, row: { ts, ...aggregate, ...(behavior.counts === 'exact' && { n }) } };
    });
}

function bucketStart(epochMs: EpochMs, level: string, dayBucketZone: string): EpochMs {
  const lengthMs = FIXED_BUCKET_MS[level];
  if (lengthMs !== undefined) {
    return Math.floor(epochMs / lengthMs) * lengthMs;
  }
  if (dayBucketZone === 'UTC') {
    return Math.floor(epochMs / 86_400_000) * 86_400_000;
  }
  const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs));
  return instant.toZonedDateTimeISO(dayBucketZone).startOfDay().epochMilliseconds;
}

function withEmptyBuckets(
  rows: readonly TimedRow[],
  level: string,
  window: TimeWindow,
  { dayBucketZone, formatTime }: ServerBehavior
): WireRow[] {
  const byStart = new Map(rows.map(({ atEpochMs, row }) => [atEpochMs, row]));
  // For days, a stride of one hour never skips a bucket, even when the clocks change.
  const strideMs = FIXED_BUCKET_MS[level] ?? 3_600_000;
  for (let at = window.fromEpochMs; at < window.toEpochMs; at += strideMs) {
    const start = bucketStart(at, level, dayBucketZone);
    if (start >= window.fromEpochMs && !byStart.has(start)) {
      byStart.set(start, { ts: formatTime(start), avg: null, min: null, max: null, n: 0 });
    }
  }
  return [...byStart].sort(([a], [b]) => a - b).map(([, row]) => row);
}
