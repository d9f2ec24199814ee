import { type Rows, rowCount } from './rows';
import type { EpochMs } from '../time/window';

/** A distance of more sampling intervals than this is a gap. */
const GAP_INTERVALS = 3;
/** Of all distances between neighbours, this share is at most one sampling interval: bursts are short, gaps are rare. */
const INTERVAL_QUANTILE = 0.9;
const ROUNDING = 1.001;

/**
 * The longest distance between neighbouring rows that a line connects, estimated from the data; a longer one is a gap:
 * - steps that usually hold several readings: one empty step is a gap;
 * - readings, or steps shorter than the tag's sampling interval (5 minutes, in steps of 1 minute): three intervals.
 * @param stepMs length of the longest step (a day can have 25 h); undefined for raw readings
 * @returns milliseconds; Infinity when there are too few rows to know
 */
export function gapThresholdMs(rows: Rows, stepMs: number | undefined): number {
  const total = rowCount(rows);
  if (total < 2) {
    return Infinity;
  }
  if (stepMs !== undefined && usuallySeveral(rows.n)) {
    return gapOfStepsMs(stepMs);
  }
  return Math.max(stepMs ?? 0, unusuallyLarge(rowDistances(rows))) * ROUNDING;
}

/** The same for values that every step has unless they are unknown: one step without is a gap. */
export function gapOfStepsMs(stepMs: number): number {
  return stepMs * ROUNDING;
}

/** A value above this is unusually large among these, as a gap is among distances. Reorders the values; NaN if there are none. */
export function unusuallyLarge(values: Float64Array): number {
  return quantile(values, INTERVAL_QUANTILE) * GAP_INTERVALS;
}

/** The median distance between neighbouring rows: how often there is data. Undefined if there are too few rows to know. */
export function medianDistanceMs(rows: Rows): number | undefined {
  return rowCount(rows) < 2 ? undefined : quantile(rowDistances(rows), 0.5);
}

/** Where the line of the readings breaks: one instant inside each distance longer than `gapMs`, ascending. */
export function breakTimes(rows: Rows, gapMs: number): EpochMs[] {
  const breaks: EpochMs[] = [];
  for (let row = 1; row < rowCount(rows); row++) {
    const previous = rows.timeEpochMs[row - 1]!;
    const distanceMs = rows.timeEpochMs[row]! - previous;
    if (distanceMs > gapMs) {
      breaks.push(previous + Math.min(gapMs, distanceMs / 2));
    }
  }
  return breaks;
}

/** Where the line of readings breaks whose values hold: where each is no longer known before the next one, ascending. */
export function holdEnds({ timeEpochMs }: Rows, holdMs: number): EpochMs[] {
  const ends: EpochMs[] = [];
  for (let row = 1; row < timeEpochMs.length; row++) {
    if (timeEpochMs[row]! - timeEpochMs[row - 1]! > holdMs) {
      ends.push(timeEpochMs[row - 1]! + holdMs);
    }
  }
  return ends;
}

/** From each row to the next. */
function rowDistances({ timeEpochMs }: Rows): Float64Array {
  const { length } = timeEpochMs;
  const distances = new Float64Array(length - 1);
  for (let row = 1; row < length; row++) {
    distances[row - 1] = timeEpochMs[row]! - timeEpochMs[row - 1]!;
  }
  return distances;
}

/** True when most steps hold more than one reading. */
function usuallySeveral(n: Float64Array): boolean {
  const { length } = n;
  let several = 0;
  for (let row = 0; row < length; row++) {
    several += n[row]! >= 2 ? 1 : 0;
  }
  return several * 2 > length;
}

/** The smallest value that at least this share of the values does not exceed. Reorders the values. */
function quantile(values: Float64Array, share: number): number {
  return nthSmallest(values, Math.max(0, Math.ceil(share * values.length) - 1));
}

/** Hoare's selection, because sorting a hundred thousand distances to get one of them would be slow. */
function nthSmallest(values: Float64Array, index: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left]! < pivot) {
        left++;
      }
      while (values[right]! > pivot) {
        right--;
      }
      if (left <= right) {
        const swapped = values[left]!;
        values[left++] = values[right]!;
        values[right--] = swapped;
      }
    }
    if (index <= right) {
      high = right;
    } else if (index >= left) {
      low = left;
    } else {
      break;
    }
  }
  return values[index] ?? NaN;
}
