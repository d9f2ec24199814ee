import type { Clock } from '../core/time/clock';
import type { EpochMs } from '../core/time/window';

/** A clock on which `sleep` returns immediately and advances the time by its delay. */
export type FakeClock = Clock & {
  /** Tests can replace it to do something during a sleep. */
  sleep: Clock['sleep'];
  readonly sleptMs: number[];
  readonly advance: (ms: number) => void;
};

export function createFakeClock(startEpochMs: EpochMs = Date.UTC(2026, 2, 2)): FakeClock {
  let now = startEpochMs;
  const sleptMs: number[] = [];
  return {
    sleptMs,
    nowEpochMs: () => now,
    advance: (ms) => {
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
