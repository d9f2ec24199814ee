import type { EpochMs } from './window';

/** The current time and delays, injected so that tests need not wait. */
export interface Clock {
  readonly nowEpochMs: () => EpochMs;
  /** Resolves after `delayMs`; rejects with the signal's reason when it is aborted first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  nowEpochMs: () => Date.now(),
  sleep: (delayMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const wake = () => {
        signal.removeEventListener('abort', stopWaiting);
        resolve();
      };
      const timer = setTimeout(wake, delayMs);
      const stopWaiting = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stopWaiting, { once: true });
    }),
};

/**
 * While a page runs and something is waited for, it is observed every few seconds. After a longer gap the machine slept, the browser
 * had stopped the tab, or nobody waited.
 */
const MAX_GAP_MS = 20_000;

/** How long something has lasted while it was observed: a gap in which nobody looked starts it again, as does a clock set back. */
export class ObservedTime {
  private startedEpochMs: EpochMs | undefined;
  private seenEpochMs: EpochMs = -Infinity;

  constructor(private readonly clock: Clock) {}

  /** Begins now, unless it has begun. */
  start(): void {
    const now = this.clock.nowEpochMs();
    if (this.startedEpochMs === undefined || !this.isContinued(now)) {
      this.startedEpochMs = now;
    }
    this.seenEpochMs = now;
  }

  /** Begins now. */
  restart(): void {
    this.stop();
    this.start();
  }

  stop(): void {
    this.startedEpochMs = undefined;
  }

  /** Milliseconds since it began; 0 if it has not. Counts as an observation. */
  observeMs(): number {
    if (this.startedEpochMs === undefined) {
      return 0;
    }
    this.start();
    return this.seenEpochMs - this.startedEpochMs;
  }

  private isContinued(now: EpochMs): boolean {
    return now >= this.seenEpochMs && now - this.seenEpochMs <= MAX_GAP_MS;
  }
}

/** Clocks of devices, servers and browsers may differ by so much. A wrong time zone is more. */
const CLOCK_TOLERANCE_MS = 15 * 60_000;

/**
 * How long ago an instant is, in milliseconds; undefined if there is none. An instant ahead by no more than clocks differ counts as now. One
 * further ahead is wrong, and how far ahead it is stands for its age, so that an alert rule on ages fires.
 */
export function ageMs(timeEpochMs: EpochMs | undefined, nowEpochMs: EpochMs): number | undefined {
  if (timeEpochMs === undefined) {
    return undefined;
  }
  return isAhead(timeEpochMs, nowEpochMs) ? timeEpochMs - nowEpochMs : Math.max(0, nowEpochMs - timeEpochMs);
}

/** True for an instant that is ahead by more than clocks differ: its time is wrong. */
export function isAhead(timeEpochMs: EpochMs | undefined, nowEpochMs: EpochMs): boolean {
  return timeEpochMs !== undefined && timeEpochMs - nowEpochMs > CLOCK_TOLERANCE_MS;
}
