/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

/** A half-open time range: `fromEpochMs` is inside, `toEpochMs` is not. */
export interface TimeWindow {
  readonly fromEpochMs: EpochMs;
  readonly toEpochMs: EpochMs;
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Length of a window in milliseconds; 0 for an empty or reversed one. */
export function windowMs(window: TimeWindow): number {
  return Math.max(0, window.toEpochMs - window.fromEpochMs);
}

/** The instant as the wire wants it: ISO 8601 in UTC with milliseconds. */
export function toIso(epochMs: EpochMs): string {
  return new Date(epochMs).toISOString();
}
