/** Runs a task as soon as there is a place; rejects with the signal's reason when it is aborted before it runs. */
export type RunLimited = <T>(
  group: string,
  task: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal
) => Promise<T>;

type Start = () => void;

/**
 * Lets at most `maxConcurrent` tasks run at once. Groups (a panel's query, say) take turns, so that a panel with two
 * hundred waiting slices does not keep one with a single slice from being drawn.
 */
export function createLimiter(maxConcurrent: number): RunLimited {
  /** Those who wait, oldest first, by group; the group whose turn it is comes first. No group is empty. */
  const queues = new Map<string, Set<Start>>();
  let running = 0;

  function enter(group: string, start: Start): void {
    const queue = queues.get(group) ?? new Set();
    queues.set(group, queue.add(start));
  }

  function leave(group: string, start: Start): void {
    const queue = queues.get(group);
    queue?.delete(start);
    if (queue?.size === 0) {
      queues.delete(group);
    }
  }

  function startNext(): void {
    while (running < maxConcurrent) {
      const [next] = queues;
      if (next === undefined) {
        return;
      }
      const [group, queue] = next;
      const [start] = queue;
      // The group goes to the end of the row.
      queues.delete(group);
      queues.set(group, queue);
      leave(group, start!);
      running++;
      start!();
    }
  }

  return async (group, task, signal) => {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        leave(group, start);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      enter(group, start);
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
