import { dayMs, hourMs, minuteMs } from '../durations.ts';
import { dayTable } from './dayTable.ts';
import { type Signal } from './signal.ts';

/** All counters of the plant stood at their first value then. */
export const countersStartMs = Date.UTC(2026, 0, 1);

const stepMs = 10 * minuteMs;

/**
 * A counter that only grows: the running total of a rate, like the kWh of a kW.
 * @param ratePerHour never negative
 * @param initial what it showed on 1 January 2026
 */
export function totalizer(ratePerHour: Signal, initial = 0): Signal {
  const totals = [initial];

  /** The count at the start of a day, from 1 January 2026 on; days are added up in order, each once. */
  function totalAt(day: number): number {
    for (let next = totals.length; next <= day; next += 1) {
      let total = totals[next - 1] ?? initial;
      for (let atMs = 0; atMs < dayMs; atMs += stepMs) {
        total += added(countersStartMs + (next - 1) * dayMs + atMs);
      }
      totals[next] = total;
    }
    return totals[Math.max(day, 0)] ?? initial;
  }

  function added(fromMs: number): number {
    return (ratePerHour(fromMs + stepMs / 2) * stepMs) / hourMs;
  }

  return dayTable(stepMs, (dayStartMs, values) => {
    values[0] = totalAt(Math.round((dayStartMs - countersStartMs) / dayMs));
    for (let index = 1; index < values.length; index += 1) {
      values[index] = (values[index - 1] ?? 0) + added(dayStartMs + (index - 1) * stepMs);
    }
  });
}
