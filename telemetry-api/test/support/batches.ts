import type { ReadingBatch } from '../../store/readings/readings.ts';

/** Time of the first reading. */
export const BATCHES_FROM_MS = Date.UTC(2026, 2, 1);
const ROWS = 200;
export const BATCH_STEP_MS = 7000;
/** Less than the rows of a batch: consecutive batches overlap, like those of a data logger that sends again. */
const BATCH_OFFSET_ROWS = 180;

/** A deterministic batch of readings. Batches alternate between tags and advance in time, with each two of a tag swapped. */
export function batchOf(tagIds: readonly number[], index: number): ReadingBatch {
  const tagId = tagIds[index % tagIds.length] ?? 0;
  const position = Math.floor(index / tagIds.length) ^ 1;
  const tsEpochMs = Array.from(
    { length: ROWS },
    (_, i) => BATCHES_FROM_MS + (position * BATCH_OFFSET_ROWS + i) * BATCH_STEP_MS
  );
  return { tagIds: tsEpochMs.map(() => tagId), tsEpochMs, values: tsEpochMs.map((ts) => batchValueAt(tagId, ts)) };
}

export function batchValueAt(tagId: number, ts: number): number {
  return (((ts / 1000) * 31 + tagId * 7) % 1009) / 8;
}
