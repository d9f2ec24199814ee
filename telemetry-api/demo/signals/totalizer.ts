import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { dayTable } from './dayTable.ts';
import type { Signal } from './signal.ts';

const STEP_MS = 10 * MINUTE_MS;

/**
 * A counter that only grows: the running total of a rate, such as kWh from kW.
 * @param ratePerHour never negative
 * @param startMs 00:00 UTC of the day the counter starts; before, it is constant
 * @param initial value at the start
 */
export function totalizer(ratePerHour: Signal, startMs: number, initial: number): Signal {
  const totals = [initial];

  /** The total at the start of a day, numbered from the first day; each day is added up once, in order. */
  function totalAt(day: number): number {
    for (let next = totals.length; next <= day; next += 1) {
      let total = totals[next - 1] ?? initial;
      for (let atMs = 0; atMs < DAY_MS; atMs += STEP_MS) {
        total += added(startMs + (next - 1) * DAY_MS + atMs);
      }
      totals[next] = total;
    }
    return totals[day] ?? initial;
  }

  function added(fromMs: number): number {
    return (ratePerHour(fromMs + STEP_MS / 2) * STEP_MS) / HOUR_MS;
  }

  return dayTable(STEP_MS, (dayStartMs, values) => {
    if (dayStartMs < startMs) {
      values.fill(initial);
      return;
    }
    values[0] = totalAt(Math.round((dayStartMs - startMs) / DAY_MS));
    for (let index = 1; index < values.length; index += 1) {
      values[index] = (values[index - 1] ?? 0) + added(dayStartMs + (index - 1) * STEP_MS);
    }
  });
}
