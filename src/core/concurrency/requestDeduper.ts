import { onAbort } from './onAbort';

type Request = {
  readonly result: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
};

/** Calls `send` for a key unless a request of the same key is in flight; see `createRequestDeduper`. */
export type DedupeRequest = <T>(
  key: string,
  send: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal
) => Promise<T>;

/**
 * Sends a request once for all callers who want it at the same time. Each caller may stop waiting on its own; the request is
 * aborted when nobody waits any more. Nothing is cached once it is done.
 * The key must name everything the result depends on, its type included.
 */
export function createRequestDeduper(): DedupeRequest {
  const inFlight = new Map<string, Request>();

  function start(key: string, send: (signal: AbortSignal) => Promise<unknown>): Request {
    const controller = new AbortController();
    const request: Request = { controller, waiting: 0, result: send(controller.signal) };
    inFlight.set(key, request);
    const remove = () => {
      if (inFlight.get(key) === request) {
        inFlight.delete(key);
      }
    };
    request.result.then(remove, remove);
    return request;
  }

  return async <T>(key: string, send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    const request = inFlight.get(key) ?? start(key, send);
    request.waiting++;
    try {
      return (await untilAborted(request.result, signal)) as T;
    } finally {
      request.waiting--;
      if (request.waiting === 0 && inFlight.get(key) === request) {
        // Later callers must not get a request that is being aborted.
        inFlight.delete(key);
        request.controller.abort();
      }
    }
  };
}

/** The promise's outcome, or the signal's reason when that comes first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const endWaiting = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(endWaiting);
  });
}
