import type { ReadingBatch } from '../store/readings.ts';

/** The first reading of all batches. */
export const BATCHES_FROM_MS = Date.UTC(2026, 2, 1);
const ROWS = 200;
/** A little less than the rows of a batch: the seams of a tag's batches overlap, as those of a logger that sends again. */
const STEP_ROWS = 180;

/** Batch after batch of a plant, the same whenever it is asked for: tag after tag, forward in time, two batches of each tag swapped. */
export function batchOf(tagIds: readonly number[], index: number): ReadingBatch {
  const tagId = tagIds[index % tagIds.length] ?? 0;
  const turn = Math.floor(index / tagIds.length) ^ 1;
  const tsEpochMs = Array.from({ length: ROWS }, (_, i) => BATCHES_FROM_MS + (turn * STEP_ROWS + i) * 7000);
  return { tagIds: tsEpochMs.map(() => tagId), tsEpochMs, values: tsEpochMs.map((ts) => batchValueAt(tagId, ts)) };
}

export function batchValueAt(tagId: number, ts: number): number {
  return (((ts / 1000) * 31 + tagId * 7) % 1009) / 8;
}
