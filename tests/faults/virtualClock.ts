import { type Clock, createStopwatchStarter } from '../../src/core/time/clock';

interface Sleeper {
  readonly untilEpochMs: number;
  readonly wake: () => void;
}

/** The number of turns of the event loop after which nothing follows from what has happened so far. */
const QUIET_TURNS = 5;

/**
 * A clock that stands still while something goes on, and jumps to the end of the shortest sleep when nothing else is left to
 * wait for. An hour of waiting passes at once, and takes an hour of this clock on every machine.
 */
export class VirtualClock implements Clock {
  private readonly sleepers = new Set<Sleeper>();
  private quietTurns = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param isBusy true while a request is on its way */
  constructor(
    private now: number,
    private readonly isBusy: () => boolean
  ) {}

  readonly nowEpochMs = (): number => this.now;

  readonly startStopwatch = createStopwatchStarter(this.nowEpochMs, this.nowEpochMs);

  readonly sleep = (delayMs: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const sleeper: Sleeper = {
        untilEpochMs: this.now + delayMs,
        wake: () => {
          signal.removeEventListener('abort', stopWaiting);
          resolve();
        },
      };
      const stopWaiting = () => {
        this.sleepers.delete(sleeper);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stopWaiting, { once: true });
      this.sleepers.add(sleeper);
      this.timer ??= setTimeout(this.turn, 1);
    });

  private readonly turn = (): void => {
    this.quietTurns = this.isBusy() ? 0 : this.quietTurns + 1;
    if (this.quietTurns >= QUIET_TURNS) {
      this.quietTurns = 0;
      const [next] = [...this.sleepers].sort((a, b) => a.untilEpochMs - b.untilEpochMs);
      if (next !== undefined) {
        this.sleepers.delete(next);
        this.now = Math.max(this.now, next.untilEpochMs);
        next.wake();
      }
    }
    this.timer = this.sleepers.size > 0 ? setTimeout(this.turn, 1) : undefined;
  };
}
