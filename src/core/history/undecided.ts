import type { TimeWindow } from '../time/window';

/** A part of time of which something is not known, and why. */
export interface Undecided extends TimeWindow {
  readonly cause: UndecidedCause;
  /** Of what could not be received. */
  readonly error?: unknown;
}

/**
 * - `pending`: more is being requested
 * - `missing`: it could not be received
 * - `invalid`: what was received cannot be used
 * - `expired`: the server no longer retains the readings
 * - `maxRequests`, `maxRows`: to know it would have cost more than the plan allows
 */
export type UndecidedCause = 'pending' | 'missing' | 'invalid' | 'expired' | LimitCause;
export type LimitCause = 'maxRequests' | 'maxRows';

export function isLimit(cause: UndecidedCause | undefined): cause is LimitCause {
  return cause === 'maxRequests' || cause === 'maxRows';
}

/** The windows as undecided, all for the same cause. */
export function undecidedFor(windows: readonly TimeWindow[], cause: UndecidedCause): Undecided[] {
  return windows.map(({ fromEpochMs, toEpochMs }) => ({ fromEpochMs, toEpochMs, cause }));
}
