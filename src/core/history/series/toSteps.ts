import type { Stretch } from './increase/course';
import { type Level, LEVEL_STEP, type Step } from '../../time/step';
import { type EpochMs, firstAfter, firstAtOrAfter, type TimeWindow } from '../../time/window';
import { absentWindows, type FetchResult } from '../fetch/fetchResult';
import type { SeriesId } from '../historyPage';
import type { BucketsPlan, RawPlan } from '../plan/planHistory';
import type { UndecidedCause } from '../signal/loadSignal';
import { writeSteps } from '../rowLoops';
import { bucketRows, firstRowAtOrAfter, hasCounts, pickRows, type Rows, rowCount, sliceRows } from '../rows';

/** A series as it will be rendered, with everything that must be reported about it. */
export interface LoadedSeries {
  readonly series: SeriesId;
  readonly name: string;
  readonly unit: string;
  /** One row per step, bucket or reading. */
  readonly rows: Rows;
  /** The level the rows were fetched at. */
  readonly level: Level;
  /** Undefined when the rows are raw readings, or one step as long as the time range. */
  readonly step: Step | undefined;
  /** The edges of the steps, empty ones included; undefined when the rows are raw readings. */
  readonly edges: Float64Array | undefined;
  readonly fetched: FetchResult;
  /** Steps without a point, because buckets of theirs cannot be used. */
  readonly unusableSteps: readonly TimeWindow[];
  readonly substitution: Substitution | undefined;
  /** Undefined when they are not wanted, or not known yet. */
  readonly increase?: Increases;
  /** Undefined when they are not wanted, or not known yet. */
  readonly timeWeighted?: TimeWeightedSteps;
  /** Undefined when the values do not hold. */
  readonly held?: HeldValues;
  /**
   * Present: the average of a row is its value if that is exactly known, else NaN. If there are no steps, the rows are where the value
   * changes, see `rangeRows`.
   */
  readonly changes?: Changes;
}

/** How far it is known when a value changes. */
export interface Changes {
  /** Where only the lowest and the highest value are known. */
  readonly undecided: readonly TimeWindow[];
  /** Undefined if there is nothing undecided, or while a series is loading. */
  readonly undecidedBecause: UndecidedCause | undefined;
}

/** What is known of values that hold until the next reading. */
export interface HeldValues {
  /** For how long a value is known after its reading; Infinity: without limit. */
  readonly limitMs: number;
  /** Undefined when there is none, it is not wanted, or not known. */
  readonly before: ValueBefore | undefined;
  /** The last value; undefined when there is none, it is not known whether there are later readings, or rows are changes, which have it. */
  readonly after: ValueAfter | undefined;
  /** From when on the last value is no longer known, if that is before the end of the range. */
  readonly unknownFromEpochMs: EpochMs | undefined;
}

/** The value at the beginning of a series whose reading is before it, from there until it is no longer known or the first row. */
export interface ValueBefore extends TimeWindow {
  readonly value: number;
}

/** The last value of a series, from its reading, or from the step that has it, until it is no longer known, or the end of the range. */
export interface ValueAfter extends TimeWindow {
  /** NaN if the step has several. */
  readonly value: number;
}

/** How far a counter counted. */
export interface Increases {
  /**
   * A row for each step in which anything was read, at its start, with what was counted in (from, to] of it; if there are no steps,
   * one for each reading in (from, to] of the time range. NaN where it is not known.
   */
  readonly rows: Rows;
  /** If there are no steps: the readings that the rows are of. */
  readonly readings: Rows | undefined;
  /** The readings that are left out, because the value fell, or jumped, and was back at once. */
  readonly momentary: readonly EpochMs[];
  /** Between which readings it is not known how much was counted, because nothing that the counter usually does explains both. */
  readonly unknown: readonly Stretch[];
  /** Between which readings the counter began at its first value again, because its register was full. */
  readonly rollovers: readonly Stretch[];
  /** The steps that also hold what was counted before them, while there were no readings. */
  readonly afterGap: readonly TimeWindow[];
  /** Present if the increase of a range is not known because its readings begin later, or end earlier. */
  readonly partial?: PartialSpan;
}

/** When the readings of a range begin and end; undefined: as the range does. */
export interface PartialSpan {
  readonly sinceEpochMs: EpochMs | undefined;
  readonly untilEpochMs: EpochMs | undefined;
}

/** The time-weighted averages of the steps. */
export interface TimeWeightedSteps {
  /** A row for each step whose average is known, at its start; steps without any reading have one, too, while a value is known. */
  readonly rows: Rows;
  /** The steps that have no average because it could not be found out what the value was. */
  readonly leftOut: readonly TimeWindow[];
  /** Why there are any; undefined if there are none. */
  readonly leftOutBecause: UndecidedCause | undefined;
}

/** True when there is one step, which is as long as the time range. */
export function isWholeRange({ step, edges }: Pick<LoadedSeries, 'step' | 'edges'>): boolean {
  return step === undefined && edges !== undefined;
}

/** True when a row is where the value changes. */
export function isOfChanges({ changes, edges }: Pick<LoadedSeries, 'changes' | 'edges'>): boolean {
  return changes !== undefined && edges === undefined;
}

/**
 * What is rendered in place of what the plan requested; a notice reports it.
 * - `tooManyReadings`, `unknownReadings`: buckets, because there are more readings than `maxRows` or their number is unknown;
 * - `expiredReadings`: buckets where the plan has them, because the server no longer retains the readings of the beginning;
 * - `unknownCounts`: the server's own buckets, because averages of unknown weight cannot be re-aggregated;
 * - `unexpectedBuckets`: the same, because the buckets begin elsewhere than the steps need;
 * - `utcSteps`: steps on the UTC clock, because those of the time zone would cost too many rows;
 * - `widenedRange`: one step that is wider than the time range, because the readings around its ends are too many or no
 *   longer retained;
 * - `inexactRange`: one step of the buckets that begin in the time range, because they begin at unexpected times;
 * - `rangeWithoutCounts`: one step without its average, because the server does not report usable counts.
 */
export type Substitution =
  | { readonly kind: 'tooManyReadings'; readonly readings: number; readonly maxRows: number }
  | { readonly kind: 'unknownReadings' }
  | { readonly kind: 'expiredReadings'; readonly readings: number }
  | { readonly kind: 'unknownCounts' }
  | { readonly kind: 'unexpectedBuckets'; readonly level: Level }
  | { readonly kind: 'utcSteps' }
  | { readonly kind: 'widenedRange'; readonly window: TimeWindow }
  | { readonly kind: 'inexactRange'; readonly level: Level }
  | { readonly kind: 'rangeWithoutCounts' };

/** The series of a plan for buckets: unchanged where each bucket is a step already, else re-aggregated to steps. */
export function bucketSeries(
  series: SeriesId,
  plan: BucketsPlan,
  fetched: FetchResult,
  substitution: Substitution | undefined = isOnUtcClock(plan) ? { kind: 'utcSteps' } : undefined
): LoadedSeries {
  const { level, step, edges, direct } = plan;
  const shared = { series, name: fetched.name, unit: fetched.unit, level, fetched };
  if (direct) {
    return { ...shared, ...unchanged(fetched, edges), step, edges, substitution };
  }
  const obstacle = whyNotReaggregated(fetched.rows, plan);
  if (obstacle === undefined) {
    return { ...shared, ...reaggregated(fetched, edges), step, edges, substitution };
  }
  const levelStep = LEVEL_STEP[level];
  const levelEdges = plan.grid.edges(plan.window, level);
  return {
    ...shared,
    ...unchanged(fetched, levelEdges),
    step: levelStep,
    edges: levelEdges,
    substitution: obstacle,
  };
}

function unchanged(fetched: FetchResult, edges: Float64Array): Pick<LoadedSeries, 'rows' | 'unusableSteps'> {
  const { rows, unusable } = fetched;
  const starts = new Set(unusable.length > 0 ? rows.timeEpochMs : []);
  return { rows, unusableSteps: stepsIn(unusable, edges).filter(({ fromEpochMs }) => !starts.has(fromEpochMs)) };
}

/** The rows as those of the steps that have all of theirs. */
export function reaggregated(fetched: FetchResult, edges: Float64Array): Pick<LoadedSeries, 'rows' | 'unusableSteps'> {
  return { rows: completeSteps(fetched, edges), unusableSteps: stepsIn(fetched.unusable, edges) };
}

/** The series of a plan for readings: one by one, or aggregated to steps that are too short for buckets. */
export function readingSeries(
  series: SeriesId,
  { step, edges }: RawPlan,
  fetched: FetchResult,
  substitution?: Substitution
): LoadedSeries {
  const { name, unit } = fetched;
  const rows = edges === undefined ? fetched.rows : completeSteps(fetched, edges);
  return { series, name, unit, rows, level: 'raw', step, edges, fetched, unusableSteps: [], substitution };
}

function isOnUtcClock({ reason }: BucketsPlan): boolean {
  return reason.kind === 'auto' && reason.onUtcClock === true;
}

function whyNotReaggregated(rows: Rows, plan: BucketsPlan): Substitution | undefined {
  if (!hasCounts(rows)) {
    return { kind: 'unknownCounts' };
  }
  // A step's edge may cut a bucket that begins elsewhere.
  return plan.grid.areEdges(rows.timeEpochMs, plan.level)
    ? undefined
    : { kind: 'unexpectedBuckets', level: plan.level };
}

/**
 * The steps that have all their rows. A step of which a part is missing, unusable or not received yet would be rendered
 * wrong, so it is left out; notices report the parts.
 */
function completeSteps(fetched: FetchResult, edges: Float64Array): Rows {
  const steps = reaggregate(fetched.rows, edges);
  const incomplete = incompleteSteps(fetched, edges);
  if (incomplete.size === 0) {
    return steps;
  }
  const complete = Array.from(steps.timeEpochMs.keys()).filter((row) => !incomplete.has(steps.timeEpochMs[row]!));
  return complete.length === rowCount(steps) ? steps : pickRows(steps, complete);
}

/** The starts of the steps of which a part is missing, unusable or not received yet. */
export function incompleteSteps(fetched: FetchResult, edges: Float64Array): ReadonlySet<EpochMs> {
  return new Set(stepsIn(absentWindows(fetched), edges).map(({ fromEpochMs }) => fromEpochMs));
}

/** The steps that overlap any of the windows; one that overlaps several may be listed more than once. */
function stepsIn(windows: readonly TimeWindow[], edges: Float64Array): TimeWindow[] {
  return windows.flatMap(({ fromEpochMs, toEpochMs }) => {
    const first = Math.max(0, firstAfter(edges, fromEpochMs) - 1);
    const last = Math.min(edges.length - 1, firstAtOrAfter(edges, toEpochMs));
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => ({
      fromEpochMs: edges[first + index]!,
      toEpochMs: edges[first + index + 1]!,
    }));
  });
}

/**
 * Re-aggregates rows to the steps between `edges`, see `writeSteps`.
 * @returns a row per step that holds any, at the step's start
 */
export function reaggregate(rows: Rows, edges: Float64Array): Rows {
  const steps = bucketRows(Math.max(0, edges.length - 1));
  const used = writeSteps(rows, edges, steps);
  return used === rowCount(steps) ? steps : sliceRows(steps, 0, used);
}

/** A step that had not ended yet when it was fetched: its value will change. */
export interface OpenStep extends TimeWindow {
  /** How many readings it holds so far; NaN where the server sends no usable count. */
  readonly readings: number;
}

/** The step that holds the server's present; undefined when it is empty, or when there are no steps within the time range. */
export function openStep({ rows, step, edges, fetched: { asOfEpochMs } }: LoadedSeries): OpenStep | undefined {
  if (edges === undefined || step === undefined) {
    return undefined;
  }
  const next = firstAfter(edges, asOfEpochMs);
  if (next === 0 || next === edges.length) {
    return undefined;
  }
  const fromEpochMs = edges[next - 1]!;
  const toEpochMs = edges[next]!;
  const row = firstRowAtOrAfter(rows, fromEpochMs);
  const holdsRow = (rows.timeEpochMs[row] ?? Infinity) < toEpochMs;
  return holdsRow ? { fromEpochMs, toEpochMs, readings: rows.n[row]! } : undefined;
}
