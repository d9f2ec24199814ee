import { BEST_BATCH_ROWS, type ReadingBatch } from '../store/readings.ts';

/** More do not help: each keeps one database core busy, and parsing the file takes another core. */
const LANES = 2;

type Lane = {
  batch: { readonly tagIds: number[]; readonly tsEpochMs: number[]; readonly values: number[] };
  onItsWay: Promise<void>;
};

/**
 * Collects readings into batches and writes them while the next ones are collected. Each tag belongs to one queue, and the batches
 * of a queue are written in sequence: of two rows for the same instant, the first in the file is written first. Queues share no rows
 * of the database, so they do not wait for each other's locks.
 */
export class ReadingLanes {
  private readonly write: (batch: ReadingBatch) => Promise<void>;
  private readonly lanes: readonly Lane[] = Array.from({ length: LANES }, () => ({
    batch: emptyBatch(),
    onItsWay: Promise.resolve(),
  }));

  constructor(write: (batch: ReadingBatch) => Promise<void>) {
    this.write = write;
  }

  add(tagId: number, epochMs: number, value: number): void {
    const { batch } = this.lanes[tagId % LANES] as Lane;
    batch.tagIds.push(tagId);
    batch.tsEpochMs.push(epochMs);
    batch.values.push(value);
  }

  /**
   * Starts writing full batches; waits while the previous batch of the queue is pending, so that memory does not grow.
   * @returns whether a batch was full
   * @throws the error of a failed write
   */
  async sendFull(): Promise<boolean> {
    const full = this.lanes.filter(({ batch }) => batch.values.length >= BEST_BATCH_ROWS);
    for (const lane of full) {
      await this.send(lane);
    }
    return full.length > 0;
  }

  /** Writes everything that is left. @throws the error of a failed write, after all queues have finished */
  async finish(): Promise<void> {
    const ends = await Promise.allSettled(
      this.lanes.map(async (lane) => {
        await this.send(lane);
        await lane.onItsWay;
      })
    );
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) {
      throw failed.reason;
    }
  }

  private async send(lane: Lane): Promise<void> {
    const full = lane.batch;
    lane.batch = emptyBatch();
    await lane.onItsWay;
    lane.onItsWay = this.write(full);
    // Prevents an unhandled rejection; the error is thrown where `pending` is awaited.
    lane.onItsWay.catch(() => undefined);
  }
}

function emptyBatch(): Lane['batch'] {
  return { tagIds: [], tsEpochMs: [], values: [] };
}
