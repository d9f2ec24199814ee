import { BEST_BATCH_ROWS, type ReadingBatch } from '../../store/readings/readings.ts';

/** More do not help: each keeps one database core busy, and parsing the file takes another core. */
const QUEUES = 2;

type Queue = {
  batch: { readonly tagIds: number[]; readonly tsEpochMs: number[]; readonly values: number[] };
  pending: Promise<void>;
};

/**
 * Collects readings into batches and writes them while the next ones are collected. Each tag belongs to one queue, and the batches
 * of a queue are written in sequence: of two rows for the same instant, the first in the file is written first. Queues share no rows
 * of the database, so they do not wait for each other's locks.
 */
export class ReadingQueues {
  private readonly write: (batch: ReadingBatch) => Promise<void>;
  private readonly queues: readonly Queue[] = Array.from({ length: QUEUES }, () => ({
    batch: emptyBatch(),
    pending: Promise.resolve(),
  }));

  constructor(write: (batch: ReadingBatch) => Promise<void>) {
    this.write = write;
  }

  add(tagId: number, epochMs: number, value: number): void {
    const { batch } = this.queues[tagId % QUEUES] as Queue;
    batch.tagIds.push(tagId);
    batch.tsEpochMs.push(epochMs);
    batch.values.push(value);
  }

  /**
   * Starts writing full batches; waits while the previous batch of the queue is pending, so that memory does not grow.
   * @returns whether a batch was full
   * @throws the error of a failed write
   */
  async writeFull(): Promise<boolean> {
    const full = this.queues.filter(({ batch }) => batch.values.length >= BEST_BATCH_ROWS);
    for (const queue of full) {
      await this.startWrite(queue);
    }
    return full.length > 0;
  }

  /** Writes everything that is left. @throws the error of a failed write, after all queues have finished */
  async finish(): Promise<void> {
    const ends = await Promise.allSettled(
      this.queues.map(async (queue) => {
        await this.startWrite(queue);
        await queue.pending;
      })
    );
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) {
      throw failed.reason;
    }
  }

  private async startWrite(queue: Queue): Promise<void> {
    const full = queue.batch;
    queue.batch = emptyBatch();
    await queue.pending;
    queue.pending = this.write(full);
    // Prevents an unhandled rejection; the error is thrown where `pending` is awaited.
    queue.pending.catch(() => undefined);
  }
}

function emptyBatch(): Queue['batch'] {
  return { tagIds: [], tsEpochMs: [], values: [] };
}
