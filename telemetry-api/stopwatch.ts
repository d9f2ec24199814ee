/**
 * Measures how long something has lasted or been cached, by a clock that cannot be set. The time of day can: an hour back would keep a
 * revoked key valid for an hour.
 *
 * It is an object because the compiler allows every subtraction and comparison of two numbers, whatever their types: so no duration can be
 * computed from a time of day by mistake, or the other way round.
 */
export interface Stopwatch {
  /** Milliseconds since it was started. */
  readonly elapsedMs: () => number;
}

/** Starts a stopwatch; tests have one of their own. */
export type StartStopwatch = () => Stopwatch;

export const startStopwatch: StartStopwatch = () => {
  const startedMs = performance.now();
  return { elapsedMs: () => performance.now() - startedMs };
};
