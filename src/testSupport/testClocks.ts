import { type Clock, createStopwatchStarter } from '../core/time/clock';
import type { EpochMs } from '../core/time/window';

/** A clock on which `sleep` returns immediately and advances the time by its delay. */
export type FakeClock = Clock & {
  /** Tests can replace it to do something during a sleep. */
  sleep: Clock['sleep'];
  readonly sleptMs: number[];
  readonly advance: (ms: number) => void;
  /** Sets the time of day; no time passes. */
  readonly setBack: (ms: number) => void;
};

export function createFakeClock(startEpochMs: EpochMs = Date.UTC(2026, 2, 2)): FakeClock {
  let dayStartEpochMs = startEpochMs;
  let runningMs = 0;
  const nowEpochMs = () => dayStartEpochMs + runningMs;
  const sleptMs: number[] = [];
  return {
    sleptMs,
    nowEpochMs,
    startStopwatch: createStopwatchStarter(nowEpochMs, () => runningMs),
    advance: (ms) => {
      runningMs += ms;
    },
    setBack: (ms) => {
      dayStartEpochMs -= ms;
    },
    sleep: async (delayMs, signal) => {
      signal.throwIfAborted();
      sleptMs.push(delayMs);
      runningMs += delayMs;
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
  /** Sets the time of day; no time passes. */
  readonly setBack: (ms: number) => void;
}

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

/** Requests of test servers take a turn of the event loop, and what follows from one may be another. */
const TURNS = 12;

export function createManualClock(startEpochMs: EpochMs): ManualClock {
  let dayStartEpochMs = startEpochMs;
  let runningMs = 0;
  const nowEpochMs = () => dayStartEpochMs + runningMs;
  const sleepers = new Set<Sleeper>();

  async function wakeUntil(ms: number): Promise<void> {
    await settle();
    for (;;) {
      const [next] = [...sleepers].sort((a, b) => a.untilMs - b.untilMs);
      if (next === undefined || next.untilMs > ms) {
        return;
      }
      runningMs = Math.max(runningMs, next.untilMs);
      sleepers.delete(next);
      next.wake();
      await settle();
    }
  }

  return {
    nowEpochMs,
    startStopwatch: createStopwatchStarter(nowEpochMs, () => runningMs),
    setBack: (ms) => {
      dayStartEpochMs -= ms;
    },
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
        const sleeper: Sleeper = { untilMs: runningMs + delayMs, wake };
        sleepers.add(sleeper);
        signal.addEventListener('abort', stopWaiting, { once: true });
      }),
    advance: async (ms) => {
      const untilMs = runningMs + ms;
      await wakeUntil(untilMs);
      runningMs = untilMs;
    },
    suspend: async (ms) => {
      runningMs += ms;
      await wakeUntil(runningMs);
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
