type Waiting = {
  readonly callbacks: Set<() => void>;
  readonly notify: () => void;
};

const WAITING = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls a function once when a signal is aborted, unless it is no longer of interest before. However many wait for a signal, it has one
 * listener: a load with a hundred slices waits a hundred times, signals look through all of their listeners to remove one, and Node.js
 * takes more than ten for a leak.
 * @param callback must not throw
 * @returns what ends the interest
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const waiting = WAITING.get(signal) ?? startWaiting(signal);
  // The same function may be given twice.
  const own = () => callback();
  waiting.callbacks.add(own);
  return () => {
    waiting.callbacks.delete(own);
    if (waiting.callbacks.size === 0 && WAITING.get(signal) === waiting) {
      // A signal with a listener may be kept alive for it.
      WAITING.delete(signal);
      signal.removeEventListener('abort', waiting.notify);
    }
  };
}

function startWaiting(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const notify = () => {
    WAITING.delete(signal);
    callbacks.forEach((callback) => callback());
  };
  const waiting = { callbacks, notify };
  WAITING.set(signal, waiting);
  signal.addEventListener('abort', notify, { once: true });
  return waiting;
}
