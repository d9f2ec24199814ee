import { dayMs } from './durations.ts';

/** The longest history that a plant can be seeded with. */
export const mostHistoryDays = 60;

/** Counters are added up from the start of the longest history: what they showed before is nobody's business. */
export function countersStartMs(anchorMs: number): number {
  return anchorMs - mostHistoryDays * dayMs;
}
