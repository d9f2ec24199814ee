import type { EpochMs } from './window';

/** The index of the first time at or after an instant; the length when there is none. `times` is ascending. */
export function firstAtOrAfter(times: Float64Array, epochMs: EpochMs): number {
  return firstThat(times, (time) => time >= epochMs);
}

/** The index of the first time after an instant; the length when there is none. `times` is ascending. */
export function firstAfter(times: Float64Array, epochMs: EpochMs): number {
  return firstThat(times, (time) => time > epochMs);
}

/** @param matches false for the first times, true from some time on */
function firstThat(times: Float64Array, matches: (time: EpochMs) => boolean): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (matches(times[middle]!)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
