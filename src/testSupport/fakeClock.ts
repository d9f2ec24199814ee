import type { Clock } from '../core/time/clock';
import type { EpochMs } from '../core/time/window';

/** A clock whose sleepers wake at once, the time having moved on by what they slept. */
export type FakeClock = Clock & {
  /** Replaceable, for a test that has something to do while others sleep. */
  sleep: Clock['sleep'];
  readonly sleptMs: number[];
  readonly pass: (ms: number) => void;
};

export function createFakeClock(startEpochMs: EpochMs = Date.UTC(2026, 2, 2)): FakeClock {
  let now = startEpochMs;
  const sleptMs: number[] = [];
  return {
    sleptMs,
    nowEpochMs: () => now,
    pass: (ms) => {
      now += ms;
    },
    sleep: async (delayMs, signal) => {
      signal.throwIfAborted();
      sleptMs.push(delayMs);
      now += delayMs;
      await Promise.resolve();
      signal.throwIfAborted();
    },
  };
}
