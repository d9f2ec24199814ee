import { Problem } from '../problems/problem.ts';
import { Counts } from './counts.ts';

type WaitingTask = {
  readonly start: () => void;
  readonly reject: () => void;
};

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
  private readonly waiting = new Map<string, WaitingTask[]>();

  constructor(maxRunning: number, maxRunningPerOwner: number, maxWaitMs: number) {
    this.maxRunning = maxRunning;
    this.maxRunningPerOwner = maxRunningPerOwner;
    this.maxWaitMs = maxWaitMs;
  }

  /**
   * Runs the task when it is its turn. The returned promise settles as the task does.
   * @param onDrop called immediately if the task is dropped
   * @throws Problem 503 if its turn does not come in time, or if it is dropped
   */
  async run<T>(owner: string, task: () => Promise<T>, onDrop: () => void = () => undefined): Promise<T> {
    await this.waitForTurn(owner, onDrop);
    try {
      return await task();
    } finally {
      this.count(owner, -1);
      this.startWaiting();
    }
  }

  /** Drops the newest waiting task of the owner with the largest share, unless that is less than `minShare`. */
  dropNewest(shareOf: (owner: string) => number, minShare: number): void {
    let newest: WaitingTask | undefined;
    let largestShare = minShare - 1;
    for (const [owner, tasks] of this.waiting) {
      const share = shareOf(owner);
      if (tasks.length > 0 && share > largestShare) {
        largestShare = share;
        newest = tasks.at(-1);
      }
    }
    newest?.reject();
  }

  private waitForTurn(owner: string, onDrop: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const tasks = this.waiting.get(owner) ?? [];
      const leave = (detail: string) => {
        clearTimeout(timer);
        tasks.splice(tasks.indexOf(task), 1);
        reject(new Problem('servidor_ocupado', detail, { headers: { 'retry-after': '1' } }));
      };
      const timer = setTimeout(() => leave('El servidor no pudo comenzar la consulta a tiempo.'), this.maxWaitMs);
      const task: WaitingTask = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        reject: () => {
          onDrop();
          leave('El servidor está ocupado y atiende primero a las claves con menos solicitudes.');
        },
      };
      tasks.push(task);
      this.waiting.set(owner, tasks);
      this.startWaiting();
    });
  }

  private startWaiting(): void {
    for (const [owner, tasks] of this.waiting) {
      if (this.runningTasks >= this.maxRunning) {
        return;
      }
      const task = this.runningOf.of(owner) < this.maxRunningPerOwner ? tasks.shift() : undefined;
      if (task !== undefined) {
        this.count(owner, 1);
        // The owner goes to the end. The iteration reaches it there again, after the others.
        this.waiting.delete(owner);
        this.waiting.set(owner, tasks);
        task.start();
      }
      if (tasks.length === 0) {
        this.waiting.delete(owner);
      }
    }
  }

  private count(owner: string, change: 1 | -1): void {
    this.runningTasks += change;
    this.runningOf.add(owner, change);
  }
}
