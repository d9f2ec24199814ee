import { Problem } from '../problems/problem.ts';
import { Counts } from './counts.ts';

/**
 * Runs a limited number of tasks concurrently, each owner's up to its share. Waiting tasks start in the order of their owners, one of
 * each: an owner with many tasks delays its own, not those of the others.
 */
export class FairQueue {
  private readonly maxRunning: number;
  private readonly maxRunningPerOwner: number;
  private readonly maxWaitMs: number;
  private runningTasks = 0;
  private readonly runningOf = new Counts();
  /** In the order in which the owners are served next. */
  private readonly waiting = new Map<string, Array<() => void>>();

  constructor(maxRunning: number, maxRunningPerOwner: number, maxWaitMs: number) {
    this.maxRunning = maxRunning;
    this.maxRunningPerOwner = maxRunningPerOwner;
    this.maxWaitMs = maxWaitMs;
  }

  /** Runs the task when it is its turn. The returned promise settles as the task does. @throws Problem 503 if its turn does not come in time */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    await this.waitForTurn(owner);
    try {
      return await task();
    } finally {
      this.count(owner, -1);
      this.startWaiting();
    }
  }

  private waitForTurn(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const starts = this.waiting.get(owner) ?? [];
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        starts.splice(starts.indexOf(start), 1);
        reject(
          new Problem('servidor_ocupado', 'El servidor no pudo comenzar la consulta a tiempo.', {
            headers: { 'retry-after': '1' },
          })
        );
      }, this.maxWaitMs);
      starts.push(start);
      this.waiting.set(owner, starts);
      this.startWaiting();
    });
  }

  private startWaiting(): void {
    for (const [owner, starts] of this.waiting) {
      if (this.runningTasks >= this.maxRunning) {
        return;
      }
      const start = this.runningOf.of(owner) < this.maxRunningPerOwner ? starts.shift() : undefined;
      if (start !== undefined) {
        this.count(owner, 1);
        // The owner goes to the end. The iteration reaches it there again, after the others.
        this.waiting.delete(owner);
        this.waiting.set(owner, starts);
        start();
      }
      if (starts.length === 0) {
        this.waiting.delete(owner);
      }
    }
  }

  private count(owner: string, change: 1 | -1): void {
    this.runningTasks += change;
    this.runningOf.add(owner, change);
  }
}
