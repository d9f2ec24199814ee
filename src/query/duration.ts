import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from '../core/time/window';
import { containsVariable } from './dashboard';

const UNIT_MS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: WEEK_MS };

/** Parses a duration of any length, such as `90s`, `25m` or `2d`; undefined when the text is none. */
export function parseDuration(text: string): number | undefined {
  const match = /^\s*([1-9]\d{0,5})\s*([smhdw])\s*$/.exec(text);
  return match === null ? undefined : Number(match[1]) * UNIT_MS[match[2]!]!;
}

/** True if the text can be saved as a duration: it is one, or a variable. */
export function isDuration(text: string): boolean {
  return containsVariable(text) || parseDuration(text) !== undefined;
}
