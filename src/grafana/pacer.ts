import { type Clock } from '../core/time/clock';

/**
 * Turns many calls into few: runs `paint` a while after the first call, and again a while later if there were more.
 * @param everyMs how long at least from one to the next; longer when painting itself takes long, of which three quarters of
 *   the time are left to others
 * @param signal ends it
 */
export function createPacer(everyMs: number, paint: () => void, clock: Clock, signal: AbortSignal): () => void {
  let isDue = false;
  let waitMs = everyMs;
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
