import { quantile } from '../../quantiles';
import { type Shift, TimeShift } from '../../time/shift';
import { type EpochMs, mergeWindows, type TimeWindow } from '../../time/window';
import { zoneSegments } from '../../time/zone';
import type { EarlierWeek, UsualPlan } from '../plan/planUsual';
import { bucketRows, firstRowAtOrAfter, readingRows, type Rows, rowCount, sliceRows } from '../rows';
import type { Usual } from './loadedSeries';

/** Of fewer values, nothing is usual. */
export const MIN_USUAL_WEEKS = 3;
/** Four of five values are in the band. */
const BAND = { low: 0.1, high: 0.9 };
/**
 * A value counts as outside if it is so far beyond all values of the weeks around the same time, as a share of the distance between the
 * lowest and the highest of them. The band alone does not say that: one of five ordinary values is outside of it. `npm run bench:usual`
 * measures what this tolerance lets through.
 */
const TOLERANCE = 0.25;
/** Averages that are added up in another order differ by less than this share. */
const ROUNDING = 1e-9;

/**
 * What is usual in the steps of a series: the band of the averages that the same steps had in earlier weeks.
 * @param rows of the steps
 * @param edges of the steps
 * @param earlierRows those of the earlier steps that count, ascending; they may contain others
 */
export function usualOf(rows: Rows, edges: Float64Array, earlierRows: Rows, plan: UsualPlan): Omit<Usual, 'counting'> {
  const total = Math.max(0, edges.length - 1);
  const weeks = plan.earlier.map((week) => valuesOfWeek(edges, week, earlierRows, plan.reach));
  const band = bucketRows(total);
  const outside = readingRows(total);
  const tooFew: TimeWindow[] = [];
  let bands = 0;
  let compared = 0;
  const values = new Float64Array(weeks.length);
  for (let step = 0, row = 0; step < total; step++) {
    const [fromEpochMs, toEpochMs] = [edges[step]!, edges[step + 1]!];
    while (row < rowCount(rows) && rows.timeEpochMs[row]! < fromEpochMs) {
      row++;
    }
    const average = (rows.timeEpochMs[row] ?? Infinity) < toEpochMs ? rows.avg[row]! : NaN;
    const counted = collect(weeks, step, values);
    if (counted < MIN_USUAL_WEEKS) {
      if (!Number.isNaN(average)) {
        tooFew.push({ fromEpochMs, toEpochMs });
      }
      continue;
    }
    const sorted = values.subarray(0, counted).sort();
    const [low, high] = [quantile(sorted, BAND.low), quantile(sorted, BAND.high)];
    band.timeEpochMs[bands] = fromEpochMs;
    band.avg[bands] = quantile(sorted, 0.5);
    band.min[bands] = low;
    band.max[bands] = high;
    band.n[bands++] = counted;
    if (!Number.isNaN(average)) {
      outside.timeEpochMs[compared] = fromEpochMs;
      outside.avg[compared++] = isOutside(average, weeks, step) ? distance(average, low, high) : 0;
    }
  }
  return {
    rows: sliceRows(band, 0, bands),
    outside: sliceRows(outside, 0, compared),
    tooFew: mergeWindows(tooFew),
  };
}

/** How far a value is outside of a band. */
function distance(value: number, low: number, high: number): number {
  return value < low ? value - low : Math.max(0, value - high);
}

/** True for a value beyond the tolerance. */
function isOutside(value: number, weeks: readonly WeekValues[], step: number): boolean {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const week of weeks) {
    lowest = Math.min(lowest, week.lowest[step]!);
    highest = Math.max(highest, week.highest[step]!);
  }
  const tolerance = TOLERANCE * (highest - lowest) + ROUNDING * Math.max(Math.abs(lowest), Math.abs(highest));
  return value < lowest - tolerance || value > highest + tolerance;
}

/** The values that a step has in the weeks. @returns how many */
function collect(weeks: readonly WeekValues[], step: number, values: Float64Array): number {
  let counted = 0;
  for (const week of weeks) {
    const value = week.values[step]!;
    if (!Number.isNaN(value)) {
      values[counted++] = value;
    }
  }
  return counted;
}

/** What the steps have in an earlier week. */
interface WeekValues {
  /** NaN where there is none. */
  readonly values: Float64Array;
  /** The lowest and the highest value within reach; Infinity and -Infinity where there is none. */
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
}

/**
 * What the steps have in an earlier week.
 *
 *     this day repeats 02–03 h:      both are compared with the one before
 *     the earlier day repeats it:    its first 02–03 h counts
 *     the earlier day skips it:      the week does not count
 */
function valuesOfWeek(
  edges: Float64Array,
  { shift, edges: earlier }: EarlierWeek,
  rows: Rows,
  reach: number
): WeekValues {
  const averages = averagesOf(rows, earlier);
  const lowest = extremes(averages, reach, -1);
  const highest = extremes(averages, reach, 1);
  const origins = findOrigins(edges, earlier, shift);
  const pick = (column: Float64Array, none: number) =>
    Float64Array.from(origins, (origin) => (origin < 0 ? none : column[origin]!));
  return { values: pick(averages, NaN), lowest: pick(lowest, Infinity), highest: pick(highest, -Infinity) };
}

/** The average of each step; NaN where there is none. */
function averagesOf(rows: Rows, edges: Float64Array): Float64Array {
  const averages = new Float64Array(Math.max(0, edges.length - 1)).fill(NaN);
  let row = firstRowAtOrAfter(rows, edges[0] ?? Infinity);
  for (let step = 0; step < averages.length; step++) {
    while (row < rowCount(rows) && rows.timeEpochMs[row]! < edges[step]!) {
      row++;
    }
    if ((rows.timeEpochMs[row] ?? Infinity) < edges[step + 1]!) {
      averages[step] = rows.avg[row]!;
    }
  }
  return averages;
}

/** The highest of the values up to `reach` places before and after each, or with the sign -1 the lowest. */
function extremes(values: Float64Array, reach: number, sign: 1 | -1): Float64Array {
  const found = new Float64Array(values.length).fill(-sign * Infinity);
  // The places of values that later ones do not exceed, which descend.
  const open = new Int32Array(values.length);
  let [first, end, next] = [0, 0, 0];
  for (let place = 0; place < values.length; place++) {
    for (; next <= place + reach && next < values.length; next++) {
      if (!Number.isNaN(values[next]!)) {
        while (end > first && sign * values[open[end - 1]!]! <= sign * values[next]!) {
          end--;
        }
        open[end++] = next;
      }
    }
    while (first < end && open[first]! < place - reach) {
      first++;
    }
    if (first < end) {
      found[place] = values[open[first]!]!;
    }
  }
  return found;
}

/** Which step of the earlier week each step is compared with; -1 for none. */
function findOrigins(edges: Float64Array, earlier: Float64Array, shift: Shift): Int32Array {
  const origins = new Int32Array(Math.max(0, edges.length - 1)).fill(-1);
  const timeShift = new TimeShift({ fromEpochMs: earlier[0] ?? 0, toEpochMs: earlier.at(-1) ?? 0 }, shift);
  let step = 0;
  for (let index = 0; index + 1 < earlier.length; index++) {
    const place = timeShift.map(earlier[index]!, earlier[index + 1]!);
    while (step < origins.length && edges[step + 1]! <= place) {
      step++;
    }
    if (step < origins.length && place >= edges[step]! && origins[step]! < 0) {
      origins[step] = index;
    }
  }
  for (const [repeated, first] of repeatedSteps(edges, shift.zone)) {
    origins[repeated] = origins[first]!;
  }
  return origins;
}

/** The steps that begin at a time that the clock has shown before, with those that began at it first. */
function repeatedSteps(edges: Float64Array, zone: string): Array<readonly [number, number]> {
  const segments = zoneSegments({ fromEpochMs: edges[0] ?? 0, toEpochMs: edges.at(-1) ?? 0 }, zone);
  if (segments.length < 2) {
    return [];
  }
  const shown = new Map<EpochMs, number>();
  const repeated: Array<readonly [number, number]> = [];
  let segment = 0;
  for (let step = 0; step + 1 < edges.length; step++) {
    while (edges[step]! >= segments[segment]!.toEpochMs) {
      segment++;
    }
    const localMs = edges[step]! + segments[segment]!.utcOffsetMs;
    const first = shown.get(localMs);
    if (first === undefined) {
      shown.set(localMs, step);
    } else {
      repeated.push([step, first]);
    }
  }
  return repeated;
}
