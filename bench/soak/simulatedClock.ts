import { type Clock, createStopwatchStarter } from '../../src/core/time/clock.ts';

interface Timer {
  readonly atEpochMs: number;
  readonly wake: () => void;
}

/** A clock whose time passes only by `advance`. */
export class SimulatedClock implements Clock {
  private readonly timers = new Set<Timer>();

  constructor(private epochMs: number) {}

  readonly nowEpochMs = () => this.epochMs;

  readonly startStopwatch = createStopwatchStarter(this.nowEpochMs, this.nowEpochMs);

  readonly sleep = (delayMs: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const timer = {
        atEpochMs: this.epochMs + delayMs,
        wake: () => {
          signal.removeEventListener('abort', stopWaiting);
          resolve();
        },
      };
      const stopWaiting = () => {
        this.timers.delete(timer);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stopWaiting, { once: true });
      this.timers.add(timer);
    });

  /** Sleeps that have not ended. */
  get pendingTimers(): number {
    return this.timers.size;
  }

  /**
   * Ends the sleeps of the next `ms`, in order.
   * @param settle called after each of them; resolves when its consequences at that instant are over
   */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const untilEpochMs = this.epochMs + ms;
    for (let next = this.next(untilEpochMs); next !== undefined; next = this.next(untilEpochMs)) {
      this.timers.delete(next);
      this.epochMs = next.atEpochMs;
      next.wake();
      await settle();
    }
    this.epochMs = untilEpochMs;
  }

  private next(untilEpochMs: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) {
      if (timer.atEpochMs <= untilEpochMs && (first === undefined || timer.atEpochMs < first.atEpochMs)) {
        first = timer;
      }
    }
    return first;
  }
}
