import { type EpochMs, firstAtOrAfter } from '../time/window';

/**
 * The loops over columns that every load of rows passes through, as few as possible per row: a million rows must pass between two
 * frames of the screen. The engine of the backend would take fifty times as long, so there the program has them: see pkg/rowloops,
 * whose results are the same to the last bit.
 */

/**
 * Rows of one series as columns of equal length, in ascending time unless stated otherwise. Buckets have five columns of
 * their own. Readings have two, time and value: `avg`, `min` and `max` are the same column and `n` is a shared column of
 * ones, so that readings and buckets take the same code from here on and a reading takes 16 bytes.
 */
export interface Rows {
  /** The instant of a reading, or the start of a bucket. */
  readonly timeEpochMs: Float64Array;
  readonly avg: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** How many readings the row stands for; NaN where the server sent no usable count. */
  readonly n: Float64Array;
}

/** True if each time is later than the one before it, and all are in [from, to). */
export function areOrderedWithin(timeEpochMs: Float64Array, fromEpochMs: EpochMs, toEpochMs: EpochMs): boolean {
  const { length } = timeEpochMs;
  let previous = -Infinity;
  for (let row = 0; row < length; row++) {
    const time = timeEpochMs[row]!;
    if (time <= previous || time < fromEpochMs || time >= toEpochMs) {
      return false;
    }
    previous = time;
  }
  return true;
}

/** True if all numbers are above 0; false of NaN. */
export function areAllPositive(column: Float64Array): boolean {
  return column.every((value) => value > 0);
}

/** True if all times are whole multiples of a length, counted from 1970. */
export function areMultiples(timeEpochMs: Float64Array, lengthMs: number): boolean {
  return timeEpochMs.every((time) => time % lengthMs === 0);
}

/**
 * Re-aggregates rows to the steps between `edges`: avg = Σ avg·n / Σ n, min of mins, max of maxes, n = Σ n. Exact, because
 * no edge cuts a row. Rows outside the edges are left out.
 *
 * The sum loses no digits: the rounding error of each addition (Knuth's TwoSum) is summed separately. A mean lies between
 * min and max, so the last rounding must not take it out.
 * @param rows in ascending time
 * @param edges ascending; step i is [edges[i], edges[i + 1])
 * @param steps written: a row per step that holds any, at the step's start; as many as there are steps must fit
 * @returns how many were written
 */
export function writeSteps(rows: Rows, edges: Float64Array, steps: Rows): number {
  const { timeEpochMs, avg, min, max, n } = rows;
  const total = timeEpochMs.length;
  let used = 0;
  let row = firstAtOrAfter(timeEpochMs, edges[0] ?? Infinity);
  for (let step = 0; step + 1 < edges.length && row < total; step++) {
    const start = row;
    const end = edges[step + 1]!;
    let lowest = Infinity;
    let highest = -Infinity;
    let readings = 0;
    let sum = 0;
    let lost = 0;
    for (; row < total && timeEpochMs[row]! < end; row++) {
      if (min[row]! < lowest) {
        lowest = min[row]!;
      }
      if (max[row]! > highest) {
        highest = max[row]!;
      }
      readings += n[row]!;
      const product = avg[row]! * n[row]!;
      const next = sum + product;
      const added = next - sum;
      lost += sum - (next - added) + (product - added);
      sum = next;
    }
    if (row > start) {
      const mean = row - start === 1 ? avg[start]! : (sum + lost) / readings;
      const finite = Number.isFinite(mean) ? mean : meanOfHuge(rows, start, row, readings);
      steps.timeEpochMs[used] = edges[step]!;
      steps.avg[used] = Math.min(highest, Math.max(lowest, finite));
      steps.min[used] = lowest;
      steps.max[used] = highest;
      steps.n[used] = readings;
      used++;
    }
  }
  return used;
}

/** A power of two, so that scaling by it is exact; small enough for the sum of any counts of the largest doubles. */
const SCALE = 2 ** -128;

/** The same for values so large that their sum overflows. */
function meanOfHuge({ avg, n }: Rows, start: number, end: number, readings: number): number {
  let sum = 0;
  let lost = 0;
  for (let row = start; row < end; row++) {
    const product = avg[row]! * SCALE * n[row]!;
    const next = sum + product;
    const added = next - sum;
    lost += sum - (next - added) + (product - added);
    sum = next;
  }
  return (sum + lost) / readings / SCALE;
}
