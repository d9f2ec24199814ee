/** A clock that starts at a fixed time, runs at the real speed and can be advanced. */
export interface BenchClock {
  readonly nowEpochMs: () => number;
  readonly advance: (ms: number) => void;
}

export function startClock(epochMs: number): BenchClock {
  const startedMs = performance.now();
  let advancedMs = 0;
  return {
    nowEpochMs: () => epochMs + advancedMs + (performance.now() - startedMs),
    advance: (ms) => {
      advancedMs += ms;
    },
  };
}
