import type { Clock } from '../core/time/clock';

/** How long to wait with painting. */
export interface Pace {
  /** From the first call to the first time: what is over sooner is not worth painting before it is whole. */
  readonly firstMs: number;
  /** At least from one time to the next; longer when painting itself takes long, which gets a quarter of the time at most. */
  readonly everyMs: number;
}

/**
 * Turns many calls into few: runs `paint` a while after the first call, and again a while later if there were more.
 * @param signal ends it
 */
export function createPacer(
  { firstMs, everyMs }: Pace,
  paint: () => void,
  clock: Clock,
  signal: AbortSignal
): () => void {
  let isDue = false;
  let waitMs = firstMs;
  return () => {
    if (isDue) {
      return;
    }
    isDue = true;
    clock.sleep(waitMs, signal).then(
      () => {
        isDue = false;
        if (!signal.aborted) {
          const startedEpochMs = clock.nowEpochMs();
          paint();
          waitMs = Math.max(everyMs, 3 * (clock.nowEpochMs() - startedEpochMs));
        }
      },
      () => undefined
    );
  };
}
