/** Runs a task as soon as there is a place; rejects with the signal's reason when it is aborted before or while it runs. */
export type RunLimited = <T>(
  group: string,
  task: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal
) => Promise<T>;

interface Waiting {
  readonly start: () => void;
}

/**
 * Lets at most `maxConcurrent` tasks run at once. Groups (a panel's query, say) take turns, so that a panel with two
 * hundred waiting slices does not keep one with a single slice from being drawn.
 */
export function createLimiter(maxConcurrent: number): RunLimited {
  const queues = new Map<string, Waiting[]>();
  let running = 0;

  function startNext(): void {
    while (running < maxConcurrent) {
      const next = takeFromNextGroup();
      if (!next) {
        return;
      }
      running++;
      next.start();
    }
  }

  /** Takes the oldest of the group whose turn it is, and sends that group to the end of the row. */
  function takeFromNextGroup(): Waiting | undefined {
    for (const [group, queue] of queues) {
      queues.delete(group);
      const waiting = queue.shift();
      if (queue.length > 0) {
        queues.set(group, queue);
      }
      if (waiting) {
        return waiting;
      }
    }
    return undefined;
  }

  return (group, task, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const leaveQueue = () => {
        const queue = queues.get(group)?.filter((other) => other !== waiting) ?? [];
        if (queue.length > 0) {
          queues.set(group, queue);
        } else {
          queues.delete(group);
        }
        reject(signal.reason);
      };
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leaveQueue);
          void task(signal)
            .then(resolve, reject)
            .finally(() => {
              running--;
              startNext();
            });
        },
      };
      signal.addEventListener('abort', leaveQueue, { once: true });
      queues.set(group, [...(queues.get(group) ?? []), waiting]);
      startNext();
    });
}
