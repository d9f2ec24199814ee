import type { Level } from '../../time/step';
import { covers, type EpochMs, intersect, type TimeWindow } from '../../time/window';
import { type FetchPart, type FetchResult, joinParts, requireRows } from '../fetch/fetchResult';
import { fetchBuckets } from '../fetch/fetchSlices';
import { fetchFinerRows } from '../fetch/finerRows';
import type { SeriesHistory } from '../fetch/historySource';
import type { CutBucket } from '../plan/composeRange';
import type { RangePlan } from '../plan/planHistory';
import { concatRows, firstRowAtOrAfter, hasCounts, type Rows, rowCount, sliceRows } from '../rows';
import { addIncrease, stateBeforePlan } from './increase/counterReadings';
import { withKnownSpan } from './increase/knownSpan';
import { type LoadedSeries, reaggregated, type Substitution } from './toSteps';

/**
 * Loads a series as one step that is as long as the time range: of exactly the readings inside.
 * @throws TelemetryError when nothing at all was received, or `notACounter` or `falling` when the increase of values that fall
 *   too often is wanted
 */
export async function loadRange(history: SeriesHistory, plan: RangePlan): Promise<LoadedSeries> {
  const { increase } = plan;
  const before = increase && stateBeforePlan(history, plan);
  const range = await fetchRange(history, plan);
  const { fetched, window } = range;
  const edges = Float64Array.of(window.fromEpochMs, window.toEpochMs);
  const { rows, unusableSteps } = reaggregated(fetched, edges);
  const loaded: LoadedSeries = {
    series: history.series,
    name: fetched.name,
    unit: fetched.unit,
    rows,
    level: plan.core.level,
    step: undefined,
    edges,
    fetched,
    unusableSteps,
    substitution: rangeSubstitution(range, plan),
  };
  if (increase === undefined || before === undefined) {
    return loaded;
  }
  const state = await before;
  const counted = await addIncrease(history, loaded, range, state, increase);
  return increase.knownSpan === undefined ? counted : withKnownSpan(counted, range, state, increase.knownSpan);
}

function rangeSubstitution({ fetched, window, unexpected }: RangeRows, plan: RangePlan): Substitution | undefined {
  if (unexpected !== undefined) {
    return { kind: 'inexactRange', level: unexpected };
  }
  if (!hasCounts(fetched.rows)) {
    return { kind: 'rangeWithoutCounts' };
  }
  const isExact = window.fromEpochMs === plan.window.fromEpochMs && window.toEpochMs === plan.window.toEpochMs;
  return isExact ? undefined : { kind: 'widenedRange', window };
}

/** The rows of a range: buckets, and finer rows where its ends cut them. */
interface RangeRows {
  /** Ascending. Where the beginning of the range cuts a bucket, the finer rows before the range are included. */
  readonly fetched: FetchResult;
  /** The range; wider where a bucket that an end cuts could not be replaced by finer rows. */
  readonly window: TimeWindow;
  /** The window of the bucket that begins at an instant; undefined for a reading, or if the plan expects none to begin there. */
  readonly bucketWindow: (startEpochMs: EpochMs) => TimeWindow | undefined;
  readonly isReading: (epochMs: EpochMs) => boolean;
  /** The level of buckets that begin elsewhere than the plan assumes, so that the ends of the range are not exact. */
  readonly unexpected: Level | undefined;
}

/**
 * Fetches the rows of a range, coarse to fine: a cut bucket that holds readings is replaced by finer rows if they show all
 * the readings that it counts. They are requested after it, because a bucket of the present grows.
 * @throws TelemetryError when nothing at all was received
 */
async function fetchRange(history: SeriesHistory, plan: RangePlan): Promise<RangeRows> {
  const core = withWholeCuts(requireRows(await fetchBuckets(history, plan.core)), plan.core.level, plan);
  const parts: FetchPart[] = [{ window: plan.core.window, result: core }];
  const replacedLevels = new Map<EpochMs, Level>();
  const whole: TimeWindow[] = [];
  let { rows } = core;
  for (const cuts of byLevel(plan.cuts)) {
    const coarser = rows;
    const open = cuts.filter(({ window }) => !whole.some((other) => covers(other, window)));
    const finer = await Promise.all(open.map((cut) => finerRows(history, coarser, cut, plan)));
    finer.forEach((outcome, index) => {
      const { window, finer: level } = open[index]!;
      if (outcome.kind === 'whole') {
        whole.push(window);
      } else if (outcome.kind === 'replaced') {
        parts.push({ window, result: withWholeCuts(outcome.result, level, plan) });
        rows = withReplaced(rows, window, outcome.result.rows);
        outcome.result.rows.timeEpochMs.forEach((start) => replacedLevels.set(start, level));
      }
    });
  }
  const levelAt = (start: EpochMs) => replacedLevels.get(start) ?? plan.core.level;
  const bucketWindow = (start: EpochMs) => {
    const level = levelAt(start);
    return level === 'raw' ? undefined : plan.grid.bucketFrom(start, level);
  };
  const unexpected = rows.timeEpochMs.find((start) => levelAt(start) !== 'raw' && bucketWindow(start) === undefined);
  return {
    fetched: { ...(await joinParts(parts)), rows },
    window: whole.reduce(hull, plan.window),
    bucketWindow,
    isReading: (epochMs) => levelAt(epochMs) === 'raw',
    unexpected: unexpected === undefined ? undefined : levelAt(unexpected),
  };
}

/** Of a bucket that cannot be used, only the start is named, which may lie before the range that cuts the bucket. */
function withWholeCuts(result: FetchResult, level: Level, { cuts }: RangePlan): FetchResult {
  const unusable = result.unusable.map((window) =>
    cuts
      .filter((cut) => cut.level === level && intersect(cut.window, window) !== undefined)
      .reduce((whole, cut) => hull(whole, cut.window), window)
  );
  return { ...result, unusable };
}

/**
 * What is to be done with a cut bucket.
 * - `empty`: it holds no readings
 * - `replaced`: by finer rows; what could not be received of them is missing
 * - `whole`: it counts as a whole, because its readings are too many, no longer retained, or not counted
 */
type CutOutcome = { readonly kind: 'empty' | 'whole' } | { readonly kind: 'replaced'; readonly result: FetchResult };

async function finerRows(
  history: SeriesHistory,
  rows: Rows,
  { window, finer }: CutBucket,
  { maxReadings }: RangePlan
): Promise<CutOutcome> {
  const row = firstRowAtOrAfter(rows, window.fromEpochMs);
  if (rows.timeEpochMs[row] !== window.fromEpochMs) {
    return { kind: 'empty' };
  }
  const readings = rows.n[row]!;
  if (finer === 'raw' && !(readings <= maxReadings)) {
    return { kind: 'whole' };
  }
  const buckets = [{ ...window, n: readings }];
  const { result, complete } = await fetchFinerRows(history, { level: finer, window }, buckets);
  // What cannot be read is reported; only readings that are not there make the bucket the better answer.
  const isUnreadable = result.missing.length + result.unusable.length + result.unusableRows > 0;
  return complete.length > 0 || isUnreadable ? { kind: 'replaced', result } : { kind: 'whole' };
}

/** The cuts of one level after the other, coarse ones first. */
function byLevel(cuts: readonly CutBucket[]): CutBucket[][] {
  const levels = [...new Set(cuts.map(({ level }) => level))];
  return levels.map((level) => cuts.filter((cut) => cut.level === level));
}

function withReplaced(rows: Rows, { fromEpochMs, toEpochMs }: TimeWindow, finer: Rows): Rows {
  const before = sliceRows(rows, 0, firstRowAtOrAfter(rows, fromEpochMs));
  const after = sliceRows(rows, firstRowAtOrAfter(rows, toEpochMs), rowCount(rows));
  return concatRows([before, finer, after]);
}

function hull(a: TimeWindow, b: TimeWindow): TimeWindow {
  return {
    fromEpochMs: Math.min(a.fromEpochMs, b.fromEpochMs),
    toEpochMs: Math.max(a.toEpochMs, b.toEpochMs),
  };
}
