import { DAY_MS } from './durations.ts';

/** The longest history that a plant can be seeded with. */
export const MOST_HISTORY_DAYS = 60;

/** Counters are added up from the start of the longest history: what they showed before is nobody's business. */
export function countersStartMs(anchorMs: number): number {
  return anchorMs - MOST_HISTORY_DAYS * DAY_MS;
}
