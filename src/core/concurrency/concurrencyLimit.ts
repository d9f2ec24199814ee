import { onAbort } from './onAbort';

/** Runs a task as soon as a slot is free; rejects with the signal's reason when it is aborted before that. */
export type ConcurrencyLimit = <T>(
  group: string,
  task: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal
) => Promise<T>;

type Start = () => void;

/**
 * Lets at most `maxConcurrent` tasks run at once. Groups (for example the queries of a panel) are served round robin, so that
 * a panel with two hundred waiting slices does not hold up one with a single slice.
 * @param maxConcurrent a function is called whenever a task could start
 */
export function createConcurrencyLimit(maxConcurrent: number | (() => number)): ConcurrencyLimit {
  const most = typeof maxConcurrent === 'number' ? () => maxConcurrent : maxConcurrent;
  /** Waiting tasks by group, oldest first; the next group comes first. No group is empty. */
  const queues = new Map<string, Set<Start>>();
  let running = 0;

  function enqueue(group: string, start: Start): void {
    const queue = queues.get(group) ?? new Set();
    queues.set(group, queue.add(start));
  }

  function dequeue(group: string, start: Start): void {
    const queue = queues.get(group);
    queue?.delete(start);
    if (queue?.size === 0) {
      queues.delete(group);
    }
  }

  function startNext(): void {
    while (running < most()) {
      const [next] = queues;
      if (next === undefined) {
        return;
      }
      const [group, queue] = next;
      const [start] = queue;
      // The group moves to the end of the queue.
      queues.delete(group);
      queues.set(group, queue);
      dequeue(group, start!);
      running++;
      start!();
    }
  }

  return async (group, task, signal) => {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        endWaiting();
        resolve();
      };
      const endWaiting = onAbort(signal, () => {
        dequeue(group, start);
        reject(signal.reason);
      });
      enqueue(group, start);
      startNext();
    });
    try {
      signal.throwIfAborted();
      return await task(signal);
    } finally {
      running--;
      startNext();
    }
  };
}
