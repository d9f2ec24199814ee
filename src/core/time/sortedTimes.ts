import type { EpochMs } from './window';

/** The index of the first of ascending instants that is at or after one; their number when there is none. */
export function firstAtOrAfter(times: Float64Array, epochMs: EpochMs): number {
  return firstThat(times, (time) => time >= epochMs);
}

/** The index of the first of ascending instants that is after one; their number when there is none. */
export function firstAfter(times: Float64Array, epochMs: EpochMs): number {
  return firstThat(times, (time) => time > epochMs);
}

/** @param isThere false for the first ones, true from some instant on */
function firstThat(times: Float64Array, isThere: (time: EpochMs) => boolean): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isThere(times[middle]!)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
