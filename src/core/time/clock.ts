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
