import { type Meter, UNKNOWN_METER } from '../../../inventory/meter';
import { BUCKET_MS, type BucketLevel, type Level } from '../../../time/step';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, type TimeWindow } from '../../../time/window';
import type { SeriesHistory } from '../../fetch/historySource';
import { finerLevel } from '../../levelGrid';
import type { HistoryPlan } from '../../plan/planHistory';
import { LONGEST_LOOK_BACK_MS } from '../../plan/planSignal';
import { countReadings, firstOfLast, type Rows, rowCount, sliceRows } from '../../rows';
import { type LookBack, type LookBackWindow, lookBackWindows } from '../lookBackWindows';
import {
  type CounterState,
  CounterWalk,
  isReplacedWithin,
  ENOUGH_READINGS,
  MAX_MOMENTARY_READINGS,
  NEVER_READ,
  NOTHING_IN_DOUBT,
  UNKNOWN_STATE,
} from './counterWalk';

/** Requests what is known of a counter before the rows of a plan, beside them. */
export function fetchStateBefore(history: SeriesHistory, plan: HistoryPlan): Promise<CounterState> {
  const { level, window } = firstRows(plan);
  const before = stateBefore(history, level, window.fromEpochMs, plan.increase?.meter);
  // It is awaited after the rows, which may fail first.
  before.catch(() => undefined);
  return before;
}

function firstRows(plan: HistoryPlan): { readonly level: Level; readonly window: TimeWindow } {
  switch (plan.kind) {
    case 'raw':
    case 'longest':
      return { level: 'raw', window: plan.window };
    case 'buckets':
      return plan;
    case 'range':
      return plan.core;
  }
}

const READINGS_MS = 2 * MINUTE_MS;
/** Further at coarser levels, because a tag is usually sampled more often than that. */
const LOOK_BACKS: readonly LookBack[] = [
  { level: 'raw', lookBackMs: READINGS_MS },
  { level: '1m', lookBackMs: 2 * HOUR_MS },
  { level: '1h', lookBackMs: 2 * DAY_MS },
  { level: '1d', lookBackMs: 60 * DAY_MS },
  { level: '1d', lookBackMs: LONGEST_LOOK_BACK_MS },
];

/**
 * What is known of a counter before an instant. It is looked up backwards and ends with the first rows, so nothing is refined of what
 * a window was found to hold.
 * @param level the finest to look at, at one of whose edges the instant is
 * @returns `NEVER_READ` when there is no reading in the ten years before; `UNKNOWN_STATE` when it cannot be known
 * @throws only when aborted
 */
export function stateBefore(
  history: SeriesHistory,
  level: Level,
  beforeEpochMs: EpochMs,
  meter = UNKNOWN_METER
): Promise<CounterState> {
  const [first, ...coarser] = LOOK_BACKS.slice(LOOK_BACKS.findIndex((candidate) => candidate.level === level));
  const lookBackMs = level === 'raw' ? readingsLookBackMs(history, beforeEpochMs) : first!.lookBackMs;
  return lookBack({ history, meter }, lookBackWindows([{ level, lookBackMs }, ...coarser], beforeEpochMs));
}

/** Further where the readings that are enough are cached. */
function readingsLookBackMs(history: SeriesHistory, beforeEpochMs: EpochMs): number {
  let knownFromEpochMs = beforeEpochMs;
  for (let found = 0; found < ENOUGH_READINGS; found++) {
    const { reading } = history.cachedBefore(knownFromEpochMs, LONGEST_LOOK_BACK_MS);
    if (reading === undefined) {
      return READINGS_MS;
    }
    knownFromEpochMs = reading.atEpochMs;
  }
  return Math.max(READINGS_MS, beforeEpochMs - knownFromEpochMs);
}

/** A series whose earlier readings are looked up. */
interface EarlierSource {
  readonly history: SeriesHistory;
  readonly meter: Meter;
}

/**
 * @param windows where to look, the latest first
 * @param enough how many readings are looked for; fewer are taken where there are no more
 */
async function lookBack(
  source: EarlierSource,
  [window, ...earlier]: readonly LookBackWindow[],
  enough = ENOUGH_READINGS
): Promise<CounterState> {
  if (window === undefined) {
    return NEVER_READ;
  }
  const rows = await fetchComplete(source.history, window.level, window);
  if (rows === undefined) {
    return UNKNOWN_STATE;
  }
  if (rowCount(rows) === 0) {
    return lookBack(source, earlier, enough);
  }
  // A few may be a momentary fall, which only one before them shows.
  const before = countReadings(rows) < enough ? await lookBack(source, earlier, 1) : NEVER_READ;
  return stateOf(source, rows, window.level, window.toEpochMs, before);
}

/** The state after rows: shown by the last ones where the counter only rises, else by the readings of these. */
async function stateOf(
  source: EarlierSource,
  rows: Rows,
  level: Level,
  beforeEpochMs: EpochMs,
  before: CounterState
): Promise<CounterState> {
  const last = rowCount(rows) - 1;
  const first = firstOfLast(rows, ENOUGH_READINGS);
  const tail = sliceRows(rows, first, last + 1);
  const { history, meter } = source;
  const isReplaced = level !== 'raw' && isReplacedWithin(meter, tail.timeEpochMs[0]!, beforeEpochMs);
  if (level === 'raw' || (tail.n.every((n) => n === 1) && !isReplaced)) {
    const walk = new CounterWalk(before, undefined, meter);
    walk.readings(tail);
    return walk.state(tail.timeEpochMs.at(-1));
  }
  const areTooFew = countReadings(tail) <= MAX_MOMENTARY_READINGS;
  if (!areTooFew && !isReplaced && isRising(rows, Math.max(1, first)) && (first > 0 || tail.n[0] === 1)) {
    return { ...NOTHING_IN_DOUBT, last: tail.max.at(-1)!, atEpochMs: tail.timeEpochMs.at(-1) };
  }
  const end = lastBucketWindow(rows.timeEpochMs[last]!, level, beforeEpochMs)?.toEpochMs;
  if (end === undefined) {
    return UNKNOWN_STATE;
  }
  const window = { fromEpochMs: tail.timeEpochMs[0]!, toEpochMs: end };
  const finer = finerLevel(level, window.fromEpochMs, window.toEpochMs);
  const finerRows = await fetchComplete(history, finer, window);
  return finerRows === undefined || rowCount(finerRows) === 0
    ? UNKNOWN_STATE
    : stateOf(source, finerRows, finer, end, before);
}

/** True if no row from one on is lower than the one before it. */
function isRising({ min, max }: Rows, first: number): boolean {
  return max.subarray(first).every((_, index) => min[first + index]! >= max[first + index - 1]!);
}

/** The window of the last bucket before an instant; undefined when it reaches beyond the instant. */
function lastBucketWindow(fromEpochMs: EpochMs, level: BucketLevel, beforeEpochMs: EpochMs): TimeWindow | undefined {
  // A day of a zone can be an hour shorter or longer. It is the last bucket, so nothing follows in the hour after it.
  const dstMs = level === '1d' ? HOUR_MS : 0;
  const toEpochMs = Math.min(beforeEpochMs, fromEpochMs + BUCKET_MS[level] + dstMs);
  return toEpochMs >= fromEpochMs + BUCKET_MS[level] - dstMs ? { fromEpochMs, toEpochMs } : undefined;
}

/** The rows of a window; undefined when a part of them is missing. Readings may begin late: only their end matters. */
async function fetchComplete(history: SeriesHistory, level: Level, window: TimeWindow): Promise<Rows | undefined> {
  const { rows, missing, unusable } = await (level === 'raw'
    ? history.lastReadings(window, { enough: ENOUGH_READINGS })
    : history.buckets({ level, window }));
  return missing.length > 0 || unusable.length > 0 ? undefined : rows;
}
