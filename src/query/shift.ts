import { parseStep, type Step } from '../core/time/step';
import { containsVariable } from './dashboard';

/** What the text of a shift means. `invalid` keeps it for the error message. */
export type ParsedShift =
  | { readonly kind: 'none' }
  | { readonly kind: 'shift'; readonly step: Step }
  | { readonly kind: 'invalid'; readonly text: string };

/** Parses how much earlier data is from: days, weeks or months, such as `1d`, `1w` or `1M`; empty means not earlier. */
export function parseShift(text: string): ParsedShift {
  const word = text.trim();
  if (word === '') {
    return { kind: 'none' };
  }
  const step = parseStep(word);
  const isCalendarStep = step !== undefined && ['d', 'w', 'M'].includes(step.unit);
  return isCalendarStep ? { kind: 'shift', step } : { kind: 'invalid', text: word };
}

/** False if a shift cannot be saved. A variable is checked when its value is known. */
export function isShift(text: string): boolean {
  return containsVariable(text) || parseShift(text).kind !== 'invalid';
}
