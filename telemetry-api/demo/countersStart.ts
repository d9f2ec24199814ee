import { DAY_MS } from './durations.ts';

/** Maximum history of a seeded plant. */
export const MAX_HISTORY_DAYS = 60;

/** Counters start at the beginning of the maximum history, so that their values do not depend on its length. */
export function countersStartMs(anchorMs: number): number {
  return anchorMs - MAX_HISTORY_DAYS * DAY_MS;
}
