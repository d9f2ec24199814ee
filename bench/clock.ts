/** A clock that goes on as the real one does, from a fixed time, and can be put forward. */
export interface BenchClock {
  readonly nowEpochMs: () => number;
  readonly forward: (ms: number) => void;
}

export function startClock(epochMs: number): BenchClock {
  const startedMs = performance.now();
  let forwardedMs = 0;
  return {
    nowEpochMs: () => epochMs + forwardedMs + (performance.now() - startedMs),
    forward: (ms) => {
      forwardedMs += ms;
    },
  };
}
