import type pg from 'pg';
import { BEST_BATCH_ROWS, writeReadings } from '../store/readings/readings.ts';
import { DAY_MS } from '../durations.ts';
import type { PlantSeries } from './openPlant.ts';
import { eachReading } from './plantModel.ts';

export interface FillOptions {
  /** Stops between two batches. */
  readonly signal?: AbortSignal;
  /** @param share of the time range that is filled, 0 to 1 @param readings number of readings written so far */
  readonly onProgress?: (share: number, readings: number) => void;
  /** Number of concurrent workers. */
  readonly workers?: number;
}

/**
 * Writes the readings of each series from its `fromMs` to `toMs`, like any other readings, and advances `fromMs`.
 * The batches of a tag are written in sequence: even after an interruption a tag has no gap, and the next run continues from its
 * last reading.
 * @returns the number of new readings
 */
export async function fillReadings(
  pool: pg.Pool,
  series: readonly PlantSeries[],
  toMs: number,
  { signal, onProgress, workers = 2 }: FillOptions = {}
): Promise<number> {
  const startMs = Math.min(...series.map(({ fromMs }) => fromMs));
  const progressOf = new Array<number>(workers).fill(startMs);
  let readings = 0;
  let hasFailed = false;

  async function runWorker(worker: number): Promise<void> {
    // Each worker gets a contiguous range of tags: inserts in index order fill the index pages.
    const own = series.slice((series.length * worker) / workers, (series.length * (worker + 1)) / workers);
    // Day by day for all tags: partitions are filled one by one, and after an interruption all tags end at about the same time.
    for (let fromMs = startMs; fromMs < toMs; fromMs = (Math.floor(fromMs / DAY_MS) + 1) * DAY_MS) {
      const untilMs = Math.min((Math.floor(fromMs / DAY_MS) + 1) * DAY_MS, toMs);
      let batched: PlantSeries[] = [];
      let batch = emptyBatch();
      for (const one of own) {
        eachReading(one.device, one.tag, Math.max(fromMs, one.fromMs), untilMs, (epochMs, value) => {
          batch.tagIds.push(one.tagId);
          batch.tsEpochMs.push(epochMs);
          batch.values.push(value);
        });
        batched.push(one);
        if (batch.values.length >= BEST_BATCH_ROWS || one === own.at(-1)) {
          signal?.throwIfAborted();
          if (hasFailed) {
            return;
          }
          const { inserted } = await writeReadings(pool, batch, { onConflict: 'keep' });
          batched.forEach((written) => (written.fromMs = Math.max(written.fromMs, untilMs)));
          readings += inserted;
          batched = [];
          batch = emptyBatch();
        }
      }
      progressOf[worker] = untilMs;
      onProgress?.((Math.min(...progressOf) - startMs) / (toMs - startMs), readings);
    }
  }

  // Wait for all workers even if one fails, so that nothing is written after this function returns.
  const ends = await Promise.allSettled(
    Array.from({ length: workers }, (_, worker) =>
      runWorker(worker).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      })
    )
  );
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) {
    throw failure.reason;
  }
  return readings;
}

function emptyBatch() {
  return { tagIds: [] as number[], tsEpochMs: [] as number[], values: [] as number[] };
}
