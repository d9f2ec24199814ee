import { BEST_BATCH_ROWS, type ReadingBatch } from '../store/readings.ts';

/** As many as pay: each takes a core of the database, beside the one that reads the file. */
const LANES = 2;

type Lane = {
  batch: { readonly tagIds: number[]; readonly tsEpochMs: number[]; readonly values: number[] };
  onItsWay: Promise<void>;
};

/**
 * Gathers readings into batches, and has them written while the next ones are gathered. Each tag keeps to its lane, and batches of a
 * lane go one after the other: of two rows for one instant the first to come is the first to be written. Lanes share no row of the
 * database, and so do not wait for each other.
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
   * Sends full batches off; waits where the one before is still on its way, so that memory does not grow.
   * @returns whether there was a full one
   * @throws what writing threw
   */
  async sendFull(): Promise<boolean> {
    const full = this.lanes.filter(({ batch }) => batch.values.length >= BEST_BATCH_ROWS);
    for (const lane of full) {
      await this.send(lane);
    }
    return full.length > 0;
  }

  /** Sends everything off and waits until it is written. @throws what writing threw, once no lane is at work any more */
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
    // Its error is met where it is awaited.
    lane.onItsWay.catch(() => undefined);
  }
}

function emptyBatch(): Lane['batch'] {
  return { tagIds: [], tsEpochMs: [], values: [] };
}
