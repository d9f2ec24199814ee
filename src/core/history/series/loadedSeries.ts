import type { Level, Step } from '../../time/step';
import { type EpochMs, firstAfter, type TimeWindow } from '../../time/window';
import type { FetchResult } from '../fetch/fetchResult';
import type { SeriesId } from '../../inventory/seriesId';
import type { LevelGrid } from '../levelGrid';
import type { HistoryPlan } from '../plan/planHistory';
import { firstRowAtOrAfter, type Rows } from '../rows';
import type { Undecided } from '../undecided';
import type { ReadingPair } from './increase/course';

/** A series as it will be rendered, with everything that must be reported about it. */
export type LoadedSeries = LoadedParts & RowsShape;

/** What the rows of a series are. */
export type RowsShape =
  | { readonly kind: 'readings'; readonly step: undefined; readonly edges: undefined }
  /** Where the value changes, see `rangeRows`. */
  | { readonly kind: 'changes'; readonly step: undefined; readonly edges: undefined }
  /** With the edges of all steps, empty ones included. */
  | { readonly kind: 'steps'; readonly step: Step; readonly edges: Float64Array }
  /** One step as long as the time range. */
  | { readonly kind: 'range'; readonly step: undefined; readonly edges: Float64Array };

/** @param step undefined: one step as long as the time range */
export function shapeOfSteps(step: Step | undefined, edges: Float64Array): RowsShape {
  return step === undefined ? { kind: 'range', step, edges } : { kind: 'steps', step, edges };
}

export const READINGS_SHAPE: RowsShape = { kind: 'readings', step: undefined, edges: undefined };

interface LoadedParts extends Line {
  readonly series: SeriesId;
  readonly name: string;
  readonly unit: string;
  /** The level the rows were fetched at. */
  readonly level: Level;
  /** With the rows as they were received, of which `rows` are the steps. */
  readonly fetched: FetchResult;
  readonly substitution: Substitution | undefined;
  /** Undefined when they are not wanted, or not known yet. */
  readonly increase?: Increases;
  /**
   * The time-weighted averages: a row for each step whose average is known, at its start; steps without any reading have one, too, while a
   * value is known. Undefined when they are not wanted, or not known yet.
   */
  readonly timeWeighted?: Line;
  /** Undefined when it is not wanted, or not known yet. */
  readonly usual?: Usual;
  /** Undefined when the values do not hold. */
  readonly held?: HeldValues;
  /**
   * True: the average of a row is its value if that is exactly known, else NaN; where it is undecided, only the lowest and the highest
   * value are known.
   */
  readonly isOfValues?: boolean;
}

/** The rows of a statistic, and what they do not have. */
export interface Line {
  /** One row per step, bucket or reading. */
  readonly rows: Rows;
  /** What has no row, or none that says everything, although readings may be there. What could not be received is named by the fetch. */
  readonly undecided: readonly Undecided[];
}

/** What was usual in the weeks before each step, at the same time of day and on the same weekday. */
export interface Usual {
  /**
   * A row for each step with values in enough weeks, at its start: the median of these values as average, the ends of the band as minimum
   * and maximum, and of how many weeks they are.
   */
  readonly rows: Rows;
  /** A row for each of these steps that has an average itself: how far it is outside of the band, below 0 if it is lower. */
  readonly outside: Rows;
  /** The steps that have an average, while nothing is usual in them, because too few weeks have values. Ascending. */
  readonly tooFew: readonly TimeWindow[];
  /** Present if earlier steps count by a condition: of which tag, and of which steps it is not known whether they do. */
  readonly counting?: { readonly series: SeriesId; readonly undecided: readonly Undecided[] };
}

/** What is known of values that hold until the next reading. */
export interface HeldValues {
  /** For how long a value is known after its reading; Infinity: without limit. */
  readonly holdMs: number;
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
  readonly unknown: readonly ReadingPair[];
  /** Between which readings the counter began at its first value again, because its register was full. */
  readonly rollovers: readonly ReadingPair[];
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

/** The rows of a series, and what they are of. */
export interface LoadedRows {
  readonly loaded: LoadedSeries;
  /** That they were loaded by: the one that was wanted, or its fallback. */
  readonly plan: HistoryPlan;
  /** The time that they stand for. */
  readonly window: TimeWindow;
  /** True if the row at an instant is a reading. */
  readonly isReading: (epochMs: EpochMs) => boolean;
  /** The bucket that begins at an instant; undefined for a reading, or where no bucket was expected to begin. */
  readonly bucketOf: (startEpochMs: EpochMs) => TimeWindow | undefined;
}

/** What each row is. @param levelAt the level of the row at an instant */
export function rowKinds(
  grid: LevelGrid,
  levelAt: (epochMs: EpochMs) => Level
): Pick<LoadedRows, 'isReading' | 'bucketOf'> {
  return {
    isReading: (epochMs) => levelAt(epochMs) === 'raw',
    bucketOf: (startEpochMs) => {
      const level = levelAt(startEpochMs);
      return level === 'raw' ? undefined : grid.bucketFrom(startEpochMs, level);
    },
  };
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

/** A step that had not ended yet when it was fetched: its value will change. */
export interface OpenStep extends TimeWindow {
  /** How many readings it holds so far; NaN where the server sends no usable count. */
  readonly readings: number;
}

/** The step that holds the server's present; undefined when it is empty, or when there are no steps within the time range. */
export function openStep(loaded: LoadedSeries): OpenStep | undefined {
  if (loaded.kind !== 'steps') {
    return undefined;
  }
  const {
    rows,
    edges,
    fetched: { asOfEpochMs },
  } = loaded;
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
