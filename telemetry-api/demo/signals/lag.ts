import { MINUTE_MS } from '../durations.ts';
import { dayTable } from './dayTable.ts';
import type { Signal } from './signal.ts';

const { ceil, exp } = Math;

/** After this many time constants the initial state of a filter is negligible (e^-12 is about 6e-6). */
const WARM_UP_CONSTANTS = 12;

/**
 * Thermal and other inertia: follows its input with a time constant (first-order lag).
 * Each day is computed independently, with a warm-up long enough to make its initial state negligible.
 */
export function lag(input: Signal, timeConstantMs: number): Signal {
  const stepMs = timeConstantMs < 15 * MINUTE_MS ? MINUTE_MS : 5 * MINUTE_MS;
  const decay = exp(-stepMs / timeConstantMs);
  const warmUpSteps = ceil((WARM_UP_CONSTANTS * timeConstantMs) / stepMs);
  return dayTable(stepMs, (dayStartMs, values) => {
    let state = input(dayStartMs - warmUpSteps * stepMs);
    for (let index = 1 - warmUpSteps; index < values.length; index += 1) {
      // The input in the middle of the step represents the step.
      const atMs = dayStartMs + index * stepMs;
      state = state * decay + input(atMs - stepMs / 2) * (1 - decay);
      if (index >= 0) {
        values[index] = state;
      }
    }
  });
}
