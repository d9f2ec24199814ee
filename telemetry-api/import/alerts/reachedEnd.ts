import { DAY_MS } from '../../durations.ts';
import type { RowError } from '../values/importErrors.ts';

/**
 * The end of an alert as the data source takes it, too: one in the future has not happened, and one more than a day before the start, such
 * as 0001-01-01 or 1970-01-01, is how other systems write that there is none.
 * @returns null while the alert is open
 */
export function reachedEnd(endedMs: number, startedMs: number, nowMs: number): number | null {
  return endedMs <= nowMs && endedMs >= startedMs - DAY_MS ? endedMs : null;
}

/** True for a time that no alert can have, such as one of the years 1 and 9999. It stands for none. */
export function isBeyondTime(text: string, { reason }: RowError): boolean {
  return reason === 'timestamp out of range' || /(?<!\d)0001(?!\d)/.test(text);
}
