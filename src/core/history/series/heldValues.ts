import { OPERATIONS } from '../../api/operations';
import { type EpochMs, firstAfter, MINUTE_MS, type TimeWindow } from '../../time/window';
import { absentWindows } from '../fetch/fetchResult';
import type { CachedBefore } from '../fetch/lastReadings';
import type { SeriesHistory } from '../fetch/historySource';
import type { HistoryPlan } from '../plan/planHistory';
import { type Rows, rowCount, rowsBetween } from '../rows';
import type { HeldValues, LoadedSeries, ValueBefore } from './loadedSeries';

/** The reading before is looked for this far back at most: the minutes of one page. */
const LONGEST_LOOK_BACK_MS = (OPERATIONS.history.maxRows - 2) * MINUTE_MS;

/** For how long values hold, as those of states and set points do until the next reading. */
export interface HoldRules {
  /** For how long a value is known after its reading; Infinity: without limit. */
  readonly holdMs: number;
  /** True: the value at the beginning of the window, whose reading is before it, is wanted. */
  readonly withValueBefore: boolean;
}

/**
 * A series whose values hold, with what is known of them.
 * @param plan of the series
 * @throws only when aborted
 */
export async function withHeldValues(
  history: SeriesHistory,
  { window }: Pick<HistoryPlan, 'window'>,
  { holdMs, withValueBefore }: HoldRules,
  loaded: LoadedSeries
): Promise<LoadedSeries> {
  // Rows that are changes begin with the value before, as far as it is known.
  const before =
    withValueBefore && loaded.kind !== 'changes' ? await valueBefore(history, loaded, window, holdMs) : undefined;
  return { ...loaded, held: { holdMs, before, ...heldAfter(loaded, window, holdMs) } };
}

/** How the last value of a series goes on. Changes have rows of their own for it. */
function heldAfter(
  loaded: LoadedSeries,
  window: TimeWindow,
  holdMs: number
): Pick<HeldValues, 'after' | 'unknownFromEpochMs'> {
  const { rows, edges, fetched } = loaded;
  const last = rowCount(rows) - 1;
  const fromEpochMs = rows.timeEpochMs[last];
  if (fromEpochMs === undefined || loaded.kind === 'changes') {
    const isUnknown = fromEpochMs !== undefined && Number.isNaN(rows.max[last]);
    return { after: undefined, unknownFromEpochMs: isUnknown ? fromEpochMs : undefined };
  }
  // A reading of a step may be at its end.
  const latestEpochMs = edges === undefined ? fromEpochMs : (edges[firstAfter(edges, fromEpochMs)] ?? fromEpochMs);
  const endEpochMs = Math.min(window.toEpochMs, fetched.asOfEpochMs);
  if (absentWindows(fetched).some(({ toEpochMs }) => toEpochMs > latestEpochMs)) {
    return { after: undefined, unknownFromEpochMs: undefined };
  }
  const untilEpochMs = latestEpochMs + holdMs;
  const value = rows.min[last] === rows.max[last] ? rows.max[last]! : NaN;
  return {
    after: { fromEpochMs, toEpochMs: Math.min(untilEpochMs, endEpochMs), value },
    unknownFromEpochMs: untilEpochMs < endEpochMs ? untilEpochMs : undefined,
  };
}

/** The value at the beginning of a series whose reading is before it, and how long it is known. */
async function valueBefore(
  history: SeriesHistory,
  loaded: LoadedSeries,
  window: TimeWindow,
  holdMs: number
): Promise<ValueBefore | undefined> {
  const { edges, rows, fetched, level, substitution } = loaded;
  const fromEpochMs = edges?.[0] ?? window.fromEpochMs;
  const ends = [rows.timeEpochMs[0], ...absentWindows(fetched).map((absent) => absent.fromEpochMs), edges?.at(-1)];
  const untilEpochMs = ends.reduce<number>(
    (first, end) => Math.min(first, end ?? Infinity),
    Math.min(fetched.asOfEpochMs, Math.max(window.toEpochMs, fromEpochMs))
  );
  const isExpired = substitution?.kind === 'expiredReadings' && level === 'raw';
  if (untilEpochMs <= fromEpochMs || isExpired) {
    return undefined;
  }
  const isKnown = level === 'raw' && fetched.missing.length === 0;
  const inWindow = isKnown ? { rows: fetched.rows, toEpochMs: window.toEpochMs } : undefined;
  const last = await lastValueBefore(history, fromEpochMs, Math.min(holdMs, LONGEST_LOOK_BACK_MS), inWindow);
  const toEpochMs = last === undefined ? -Infinity : Math.min(untilEpochMs, last.atEpochMs + holdMs);
  return last !== undefined && toEpochMs > fromEpochMs ? { fromEpochMs, toEpochMs, value: last.value } : undefined;
}

/**
 * The last value before an instant, for one request at most: where readings are cached up to the instant, they show it; else the
 * buckets of the minutes before do, unless the last one that has readings has several values.
 * @param inWindow the readings from the instant on, if they are known
 */
async function lastValueBefore(
  history: SeriesHistory,
  beforeEpochMs: EpochMs,
  lookBackMs: number,
  inWindow: { readonly rows: Rows; readonly toEpochMs: EpochMs } | undefined
): Promise<CachedBefore['reading']> {
  const { reading, knownFromEpochMs } = history.cachedBefore(beforeEpochMs, lookBackMs);
  if (reading !== undefined || knownFromEpochMs <= beforeEpochMs - lookBackMs) {
    return reading;
  }
  const window = {
    fromEpochMs: Math.floor((beforeEpochMs - lookBackMs) / MINUTE_MS) * MINUTE_MS,
    toEpochMs: Math.ceil(knownFromEpochMs / MINUTE_MS) * MINUTE_MS,
  };
  const { rows, missing, unusable } = await history.buckets({ level: '1m', window });
  if (missing.length > 0 || unusable.length > 0) {
    return undefined;
  }
  for (let row = rowCount(rows) - 1; row >= 0; row--) {
    const atEpochMs = rows.timeEpochMs[row]!;
    const minute = { fromEpochMs: beforeEpochMs, toEpochMs: atEpochMs + MINUTE_MS };
    // The minute of the instant also counts the readings from the instant on.
    const isCut = minute.toEpochMs > beforeEpochMs;
    const isKnown = !isCut || (inWindow !== undefined && minute.toEpochMs <= inWindow.toEpochMs);
    const later = isCut && inWindow !== undefined ? rowCount(rowsBetween(inWindow.rows, minute)) : 0;
    if (!isKnown || Number.isNaN(rows.n[row]!)) {
      return undefined;
    }
    if (rows.n[row]! > later) {
      return rows.min[row] === rows.max[row] ? { atEpochMs, value: rows.max[row]! } : undefined;
    }
  }
  return undefined;
}
