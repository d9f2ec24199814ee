import type { Clock } from '../../core/time/clock';

/** How long calls are delayed. */
export interface ThrottleDelays {
  /** From the first call to the first run: a result that is complete sooner is not worth showing partially. */
  readonly firstMs: number;
  /** From one run to the next, at least; longer when a run itself takes long, so that it gets a quarter of the time at most. */
  readonly everyMs: number;
}

interface ThrottleOptions {
  readonly delays: ThrottleDelays;
  readonly clock: Clock;
  /** Stops it. */
  readonly signal: AbortSignal;
  /** Called with what a run throws. */
  readonly onError: (error: unknown) => void;
}

/** Turns many calls into few: runs `run` some time after the first call, and again later if there were more. */
export function throttle(run: () => void, { delays, clock, signal, onError }: ThrottleOptions): () => void {
  let isScheduled = false;
  let delayMs = delays.firstMs;

  async function runLater(): Promise<void> {
    await clock.sleep(delayMs, signal);
    isScheduled = false;
    if (signal.aborted) {
      return;
    }
    const running = clock.startStopwatch();
    run();
    delayMs = Math.max(delays.everyMs, 3 * running.elapsedMs());
  }

  return () => {
    if (!isScheduled) {
      isScheduled = true;
      runLater().catch((error: unknown) => {
        if (!signal.aborted) {
          onError(error);
        }
      });
    }
  };
}
