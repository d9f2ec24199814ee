import type { StartStopwatch } from '../../stopwatch.ts';

export interface TestStopwatches {
  readonly start: StartStopwatch;
  /** Lets time pass for all of them. */
  letPass(ms: number): void;
}

/** Stopwatches that stand still until a test lets time pass. */
export function testStopwatches(): TestStopwatches {
  let runningMs = 0;
  return {
    start: () => {
      const startedMs = runningMs;
      return { elapsedMs: () => runningMs - startedMs };
    },
    letPass: (ms) => {
      runningMs += ms;
    },
  };
}
