import { MINUTE_MS } from '../durations.ts';
import { dayTable } from './dayTable.ts';
import type { Signal } from './signal.ts';

const { ceil, exp } = Math;

/** After so many time constants a filter has forgotten how it began (e^-12 is six millionths). */
const MEMORY_CONSTANTS = 12;

/**
 * Thermal and other inertia: follows its input with a time constant (first-order lag).
 * Each day's table starts afresh, far enough back that its start is forgotten.
 */
export function lag(input: Signal, timeConstantMs: number): Signal {
  const stepMs = timeConstantMs < 15 * MINUTE_MS ? MINUTE_MS : 5 * MINUTE_MS;
  const keep = exp(-stepMs / timeConstantMs);
  const warmUpSteps = ceil((MEMORY_CONSTANTS * timeConstantMs) / stepMs);
  return dayTable(stepMs, (dayStartMs, values) => {
    let state = input(dayStartMs - warmUpSteps * stepMs);
    for (let index = 1 - warmUpSteps; index < values.length; index += 1) {
      // The mean of two neighbours stands for the step between them.
      const atMs = dayStartMs + index * stepMs;
      state = state * keep + input(atMs - stepMs / 2) * (1 - keep);
      if (index >= 0) {
        values[index] = state;
      }
    }
  });
}
