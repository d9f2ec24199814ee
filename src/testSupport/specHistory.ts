import { Temporal } from 'temporal-polyfill';
import type { EpochMs, TimeWindow } from '../core/time/window';
import { exactAggregate } from './exactAggregate';
import type { SpecDecisions } from './specDecisions';
import type { Reading } from './specWorld';

/** An item of `datos`. */
export type WireRow = Readonly<Record<string, unknown>>;

interface TimedRow {
  readonly atEpochMs: EpochMs;
  readonly row: WireRow;
}

const FIXED_BUCKET_MS: Readonly<Record<string, number>> = { '1m': 60_000, '1h': 3_600_000 };

/** The rows of series by level, worked out once for each list of readings. */
export type HistoryMemory = WeakMap<readonly Reading[], Map<string, readonly TimedRow[]>>;

/** The rows of one tag whose instant, or bucket's start, lies in the window; ascending. */
export function historyRows(
  readings: readonly Reading[],
  level: string,
  window: TimeWindow,
  decisions: SpecDecisions,
  memory: HistoryMemory
): WireRow[] {
  const all = allRows(readings, level, decisions, memory);
  const from = firstAtOrAfter(all, window.fromEpochMs);
  const to = firstAtOrAfter(all, window.toEpochMs);
  const inside = decisions.rowsOutside ? all.slice(Math.max(0, from - 1), to + 1) : all.slice(from, to);
  if (level === 'crudo' || decisions.emptyBuckets === 'absent') {
    return inside.map(({ row }) => row);
  }
  return withEmptyBuckets(inside, level, window, decisions);
}

function allRows(
  readings: readonly Reading[],
  level: string,
  decisions: SpecDecisions,
  memory: HistoryMemory
): readonly TimedRow[] {
  const byLevel = memory.get(readings) ?? new Map<string, readonly TimedRow[]>();
  memory.set(readings, byLevel);
  const rows =
    byLevel.get(level) ?? (level === 'crudo' ? rawRows(readings, decisions) : bucketRows(readings, level, decisions));
  byLevel.set(level, rows);
  return rows;
}

function firstAtOrAfter(rows: readonly TimedRow[], epochMs: EpochMs): number {
  const found = rows.findIndex(({ atEpochMs }) => atEpochMs >= epochMs);
  return found < 0 ? rows.length : found;
}

function rawRows(readings: readonly Reading[], { writeTime, keepsReadingsFromEpochMs }: SpecDecisions): TimedRow[] {
  return readings
    .filter(({ atEpochMs }) => atEpochMs >= keepsReadingsFromEpochMs)
    .sort((a, b) => a.atEpochMs - b.atEpochMs)
    .map(({ atEpochMs, value }) => ({ atEpochMs, row: { ts: writeTime(atEpochMs), valor: value } }));
}

function bucketRows(readings: readonly Reading[], level: string, decisions: SpecDecisions): TimedRow[] {
  const valuesByStart = new Map<EpochMs, number[]>();
  for (const { atEpochMs, value } of readings) {
    const start = bucketStart(atEpochMs, level, decisions.dayZone);
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
      const aggregate = decisions.isUnusable(atEpochMs) ? { avg: null, min: null, max: null } : numbers;
      const ts = decisions.writeTime(atEpochMs);
      return { atEpochMs, row: { ts, ...aggregate, ...(decisions.counts === 'exact' && { n }) } };
    });
}

function bucketStart(epochMs: EpochMs, level: string, dayZone: string): EpochMs {
  const lengthMs = FIXED_BUCKET_MS[level];
  if (lengthMs !== undefined) {
    return Math.floor(epochMs / lengthMs) * lengthMs;
  }
  if (dayZone === 'UTC') {
    return Math.floor(epochMs / 86_400_000) * 86_400_000;
  }
  const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs));
  return instant.toZonedDateTimeISO(dayZone).startOfDay().epochMilliseconds;
}

function withEmptyBuckets(
  rows: readonly TimedRow[],
  level: string,
  window: TimeWindow,
  { dayZone, writeTime }: SpecDecisions
): WireRow[] {
  const byStart = new Map(rows.map(({ atEpochMs, row }) => [atEpochMs, row]));
  // An hour further is always in the same bucket or the next one, and a minute for the shortest.
  const strideMs = FIXED_BUCKET_MS[level] ?? 3_600_000;
  for (let at = window.fromEpochMs; at < window.toEpochMs; at += strideMs) {
    const start = bucketStart(at, level, dayZone);
    if (start >= window.fromEpochMs && !byStart.has(start)) {
      byStart.set(start, { ts: writeTime(start), avg: null, min: null, max: null, n: 0 });
    }
  }
  return [...byStart].sort(([a], [b]) => a - b).map(([, row]) => row);
}
