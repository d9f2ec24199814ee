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

/** A clock that a test advances; whoever sleeps wakes at the right time. */
export interface ManualClock extends Clock {
  /** Lets time pass. Everything that follows from it happens before the promise resolves. */
  readonly advance: (ms: number) => Promise<void>;
  /** The machine sleeps: time passes, and timers that were due meanwhile run only afterwards. */
  readonly suspend: (ms: number) => Promise<void>;
}

interface Sleeper {
  readonly untilEpochMs: EpochMs;
  readonly wake: () => void;
}

/** Requests of test servers take a turn of the event loop, and what follows from one may be another. */
const TURNS = 12;

export function createManualClock(startEpochMs: EpochMs): ManualClock {
  let now = startEpochMs;
  const sleepers = new Set<Sleeper>();

  async function wakeUntil(epochMs: EpochMs): Promise<void> {
    await settle();
    for (;;) {
      const [next] = [...sleepers].sort((a, b) => a.untilEpochMs - b.untilEpochMs);
      if (next === undefined || next.untilEpochMs > epochMs) {
        return;
      }
      now = Math.max(now, next.untilEpochMs);
      sleepers.delete(next);
      next.wake();
      await settle();
    }
  }

  return {
    nowEpochMs: () => now,
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const stopWaiting = () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        };
        const wake = () => {
          signal.removeEventListener('abort', stopWaiting);
          resolve();
        };
        const sleeper: Sleeper = { untilEpochMs: now + delayMs, wake };
        sleepers.add(sleeper);
        signal.addEventListener('abort', stopWaiting, { once: true });
      }),
    advance: async (ms) => {
      const untilEpochMs = now + ms;
      await wakeUntil(untilEpochMs);
      now = untilEpochMs;
    },
    suspend: async (ms) => {
      now += ms;
      await wakeUntil(now);
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
