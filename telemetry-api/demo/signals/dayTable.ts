import { DAY_MS } from '../../durations.ts';
import type { Signal } from './signal.ts';

const { floor } = Math;

/** Maximum number of cached days, a few kilobytes each: the range of a counter, so that other counters on the same signal find its days cached. */
const MAX_CACHED_DAYS = 70;

/**
 * A signal cached as one table per UTC day, with linear interpolation: for signals that are expensive to compute or depend on
 * previous values (inertia, counters). A table depends on its day only.
 * @param stepMs divides a day
 * @param compute fills the values at dayStartMs + i * stepMs, i = 0 … day / step; the last one is the next day's first
 */
export function dayTable(stepMs: number, compute: (dayStartMs: number, values: Float64Array) => void): Signal {
  const tables = new Map<number, Float64Array>();
  let day = Number.NaN;
  let table: Float64Array = new Float64Array();

  function tableOf(dayNumber: number): Float64Array {
    const cached = tables.get(dayNumber);
    if (cached) {
      return cached;
    }
    const computed = new Float64Array(DAY_MS / stepMs + 1);
    compute(dayNumber * DAY_MS, computed);
    tables.set(dayNumber, computed);
    if (tables.size > MAX_CACHED_DAYS) {
      tables.delete(tables.keys().next().value as number);
    }
    return computed;
  }

  return (epochMs) => {
    const dayNumber = floor(epochMs / DAY_MS);
    if (dayNumber !== day) {
      // Compute the table before setting the day: the computation can call this signal for another day.
      const computed = tableOf(dayNumber);
      table = computed;
      day = dayNumber;
    }
    const position = (epochMs - dayNumber * DAY_MS) / stepMs;
    const index = floor(position);
    const before = table[index] ?? 0;
    return before + ((table[index + 1] ?? before) - before) * (position - index);
  };
}
