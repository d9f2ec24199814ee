import { type Meter, UNKNOWN_METER } from '../../../inventory/meter';
import { type EpochMs, firstAfter, firstAtOrAfter, mergeWindows, type TimeWindow } from '../../../time/window';
import { absentWindows, type FetchResult } from '../../fetch/fetchResult';
import { gapThresholdMs, unusuallyLarge } from '../../gaps';
import { concatRows, NO_ROWS, pickRows, readingRows, type Rows, rowCount, sliceRows } from '../../rows';
import type { IncreasePlan } from '../../plan/planHistory';
import type { LoadedRows, LoadedSeries } from '../loadedSeries';
import { incompleteSteps } from '../steps';
import { type Courses, NO_COURSES } from './fetchCourses';
import {
  countingOrder,
  type CounterState,
  CounterWalk,
  type Gains,
  isReplacedWithin,
  UNKNOWN_STATE,
} from './counterWalk';
import { courseOfMeter } from './course';
import { dayOf, doubtfulGains } from './doubtfulGains';

/** The readings that the increases of rows need. */
export interface CounterKnowledge {
  readonly before: CounterState;
  /** The readings of buckets, by the bucket's start. */
  readonly byBucket: ReadonlyMap<EpochMs, Rows>;
  /** The readings at the very end of the last step, which belong to it; one that is NaN where they are not known. */
  readonly atEnd: Rows;
  readonly courses: Courses;
  readonly meter: Meter;
  /** True if the readings of all buckets were requested. Else one at the start of a bucket counts in it, as if only that were known. */
  readonly areAll: boolean;
}

/** Only the rows are known: increases that need more are left out. */
export const NO_READINGS: CounterKnowledge = {
  before: UNKNOWN_STATE,
  byBucket: new Map(),
  atEnd: NO_ROWS,
  courses: NO_COURSES,
  meter: UNKNOWN_METER,
  areAll: false,
};

/** The gains of rows, as far as they are known. */
export interface RowGains extends Gains {
  /** The rows whose gain would be known from their readings. */
  readonly unresolved: readonly number[];
}

/**
 * How far a counter counted in each row.
 * @param placesCorrections see `CounterWalk`
 */
export function rowGains(
  loadedRows: LoadedRows,
  { before, byBucket, atEnd, courses: { byDay }, meter, areAll }: CounterKnowledge,
  placesCorrections?: 'byReadings' | 'byBuckets'
): RowGains {
  const { fetched } = loadedRows.loaded;
  const { timeEpochMs, avg, min, max, n } = fetched.rows;
  const ofMeter = courseOfMeter(meter);
  const courseAt = (epochMs: EpochMs) => byDay.get(dayOf(epochMs)) ?? ofMeter;
  const walk = new CounterWalk(before, placesCorrections, meter, byDay.size === 0 ? undefined : courseAt);
  const unresolved: number[] = [];
  const isInterrupted = interruptions(absentWindows(fetched));
  let previousEpochMs = -Infinity;
  const interruptBefore = (epochMs: EpochMs) => {
    if (isInterrupted(previousEpochMs, epochMs)) {
      walk.interrupt();
    }
    previousEpochMs = epochMs;
  };
  for (const row of countingOrder(fetched.rows)) {
    const start = timeEpochMs[row]!;
    interruptBefore(start);
    // A bucket that begins where none was expected counts in the step in which it begins.
    const until = loadedRows.isReading(start) ? start : (loadedRows.bucketOf(start)?.toEpochMs ?? start + 1);
    const readings = byBucket.get(start);
    if (readings !== undefined) {
      walk.readings(readings, areAll ? undefined : until);
    } else if (n[row] === 1 && !isReplacedWithin(meter, start, until)) {
      walk.reading(start, avg[row]!, until);
    } else if (!walk.bucket(start, until, { min: min[row]!, max: max[row]!, n: n[row]! })) {
      unresolved.push(row);
    }
  }
  if (rowCount(atEnd) > 0) {
    interruptBefore(atEnd.timeEpochMs[0]!);
    if (Number.isNaN(atEnd.avg[0])) {
      walk.interrupt();
    }
    walk.readings(atEnd);
  }
  const gains = walk.end();
  const undecided = gains.undecided.map((start) => timeEpochMs.indexOf(start)).filter((row) => row >= 0);
  return { ...gains, unresolved: [...unresolved, ...undecided] };
}

/** The series with its increases: of each of its steps, or of each of its readings if there are no steps. */
export function attachGains(loadedRows: LoadedRows, known: CounterKnowledge, gains: RowGains): LoadedSeries {
  const { loaded } = loadedRows;
  // Where the range cuts a bucket, readings before it are walked over, too.
  const { fromEpochMs } = loadedRows.window;
  const momentary = gains.momentary.filter((epochMs) => epochMs > fromEpochMs);
  const unknown = gains.unknown.filter(({ toEpochMs }) => toEpochMs > fromEpochMs);
  const rollovers = gains.rollovers.filter(({ toEpochMs }) => toEpochMs > fromEpochMs);
  const { edges, fetched } = loaded;
  if (edges === undefined) {
    const readings = readingsOfWindow(loadedRows, known);
    const rows = withValues(readings.timeEpochMs, gains.gain.slice(gains.gain.length - rowCount(readings)));
    return { ...loaded, increase: { rows, readings, momentary, unknown, rollovers, afterGap: [] } };
  }
  const rows = stepIncreases(gains, fetched, edges);
  const afterGap = stepsAfterGaps(loadedRows, gains, edges, known.before);
  return { ...loaded, increase: { rows, readings: undefined, momentary, unknown, rollovers, afterGap } };
}

/** The same while more is to come: what is known from the rows alone. */
export function increaseSoFar(loadedRows: LoadedRows, { meter }: IncreasePlan): LoadedSeries {
  const known = { ...NO_READINGS, meter };
  const gains = rowGains(loadedRows, known);
  const doubtful = new Set(doubtfulGains(gains, courseOfMeter(meter)).pieces);
  const gain = gains.gain.map((value, piece) => (doubtful.has(piece) ? NaN : value));
  return attachGains(loadedRows, known, { ...gains, gain });
}

/** The readings in (from, to], in the order in which they are counted. */
function readingsOfWindow({ loaded: { fetched }, window }: LoadedRows, { atEnd }: CounterKnowledge): Rows {
  const inWindow = sliceRows(
    fetched.rows,
    firstAfter(fetched.rows.timeEpochMs, window.fromEpochMs),
    rowCount(fetched.rows)
  );
  const readings = rowCount(atEnd) === 0 ? inWindow : concatRows([inWindow, atEnd]);
  return pickRows(readings, [...countingOrder(readings)]);
}

function withValues(timeEpochMs: ArrayLike<EpochMs>, values: readonly number[]): Rows {
  const rows = readingRows(values.length);
  rows.timeEpochMs.set(timeEpochMs);
  rows.avg.set(values);
  return rows;
}

/** What was counted in (from, to] of each step; steps that lack a part are left out. NaN where a piece is not known. */
function stepIncreases({ untilEpochMs, gain }: Gains, fetched: FetchResult, edges: Float64Array): Rows {
  const incomplete = incompleteSteps(fetched, edges);
  const sums = new Map<EpochMs, number>();
  untilEpochMs.forEach((until, piece) => {
    const next = firstAtOrAfter(edges, until);
    const start = edges[next - 1];
    if (start !== undefined && next < edges.length && !incomplete.has(start)) {
      sums.set(start, (sums.get(start) ?? 0) + gain[piece]!);
    }
  });
  return withValues([...sums.keys()], [...sums.values()]);
}

/**
 * The steps that also hold what was counted before them, while there were no readings for longer than usual. Only where it is also
 * more than usual: a tag that reports when it counts has nothing to report while it stands still.
 */
function stepsAfterGaps(loadedRows: LoadedRows, gains: Gains, edges: Float64Array, before: CounterState): TimeWindow[] {
  const { rows } = loadedRows.loaded.fetched;
  const { timeEpochMs } = rows;
  const [first] = timeEpochMs;
  const bucket = first === undefined ? undefined : loadedRows.bucketOf(first);
  const gapMs = gapThresholdMs(rows, bucket && bucket.toEpochMs - bucket.fromEpochMs);
  const untilEpochMs = Float64Array.from(gains.untilEpochMs);
  const usual = Float64Array.from(gains.gain);
  const steps = new Map<number, TimeWindow>();
  let previousEpochMs = before.atEpochMs ?? Infinity;
  for (const epochMs of timeEpochMs) {
    if (epochMs - previousEpochMs > gapMs) {
      const piece = firstAtOrAfter(untilEpochMs, epochMs);
      const next = firstAtOrAfter(edges, untilEpochMs[piece]!);
      const [fromEpochMs, toEpochMs] = [edges[next - 1], edges[next]];
      if (fromEpochMs !== undefined && toEpochMs !== undefined && previousEpochMs < fromEpochMs) {
        steps.set(piece, { fromEpochMs, toEpochMs });
      }
      usual[piece] = NaN;
    }
    previousEpochMs = epochMs;
  }
  if (steps.size === 0) {
    return [];
  }
  const largeGain = unusuallyLarge(usual.filter((gain) => !Number.isNaN(gain)));
  return [...steps].flatMap(([piece, step]) => (gains.gain[piece]! > Math.max(0, largeGain) ? [step] : []));
}

/**
 * Returns whether a part between two neighbouring rows is absent; called in ascending order. A part that is absent although
 * some of its rows were received was sent in no known order, so rows may be missing anywhere in it.
 */
function interruptions(absent: readonly TimeWindow[]): (previousEpochMs: EpochMs, epochMs: EpochMs) => boolean {
  const windows = mergeWindows(absent);
  let next = 0;
  return (previousEpochMs, epochMs) => {
    while (next < windows.length && windows[next]!.toEpochMs <= previousEpochMs) {
      next++;
    }
    return next < windows.length && windows[next]!.fromEpochMs < epochMs;
  };
}
