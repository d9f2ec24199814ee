import type { TagRole } from '../core/serverWords';
import { containsVariable } from './dashboard';
import { parseDuration } from './duration';
import type { InterpolationChoice } from './savedQuery';

/*
 * The two texts of a saved query that say what a value is between two readings: `interpolation`, and `hold`, for how long it is
 * known after its reading.
 */

/** The hold limit of values that are known until the next reading, however long that takes. */
export const HOLD_NONE = 'none';

/**
 * For how long a value is known after its reading.
 * @param defaultMs that of the data source
 * @returns milliseconds; Infinity: without limit; undefined when the text is no duration
 */
export function parseHold(text: string, defaultMs: number): number | undefined {
  const word = text.trim();
  if (word === '') {
    return defaultMs;
  }
  return word === HOLD_NONE ? Infinity : parseDuration(word);
}

/** True if the text can be saved as a hold limit: it is one, or a variable. */
export function isHold(text: string): boolean {
  return containsVariable(text) || parseHold(text, Infinity) !== undefined;
}

/** Measures vary between two readings, every other value stays until it changes. */
export function chooseInterpolation(choice: InterpolationChoice, role: TagRole): Exclude<InterpolationChoice, 'auto'> {
  return choice === 'auto' ? (role === 'measure' ? 'linear' : 'hold') : choice;
}
