type Work = {
  readonly result: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
};

/** Runs `start` for a key unless the same is under way already; see `createSharedWork`. */
export type ShareWork = <T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Does the same work once for all who ask for it at the same time. Each may stop waiting on its own; the work itself
 * is aborted when nobody waits any more. Nothing is kept once it is done.
 * The key must name everything the result depends on, its type included.
 */
export function createSharedWork(): ShareWork {
  const underWay = new Map<string, Work>();

  function begin(key: string, start: (signal: AbortSignal) => Promise<unknown>): Work {
    const controller = new AbortController();
    const work: Work = { controller, waiting: 0, result: start(controller.signal) };
    underWay.set(key, work);
    const forget = () => {
      if (underWay.get(key) === work) {
        underWay.delete(key);
      }
    };
    work.result.then(forget, forget);
    return work;
  }

  return async <T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    const work = underWay.get(key) ?? begin(key, start);
    work.waiting++;
    try {
      return (await untilAborted(work.result, signal)) as T;
    } finally {
      work.waiting--;
      if (work.waiting === 0 && underWay.get(key) === work) {
        // Whoever asks from now on must not be given work that was just called off.
        underWay.delete(key);
        work.controller.abort();
      }
    }
  };
}

/** The promise's outcome, or the signal's reason when that comes first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
