import type { Queryable } from '../database/queryable.ts';
import { BUCKETS } from '../readings/levels.ts';
import { readRetentionCutoffs } from '../readings/retentionCutoff.ts';
import type { TimeRange } from '../readings/timeRange.ts';
import type { DeletedRows } from './deletedRows.ts';
import { bucketsOf, deletionSteps, partialBuckets } from './deletionSteps.ts';
import { countRows, isLatestIn, readDays, readRemaining } from './remainingRows.ts';

/**
 * Counts what `deleteReadings` would delete of a tag, without changing anything.
 * @param counted is increased
 * @param onStep called before each part of the range
 * @throws DividedBucketError
 */
export async function countDeletion(
  db: Queryable,
  tagId: number,
  range: TimeRange,
  counted: DeletedRows,
  onStep: () => void
): Promise<void> {
  const cutoffsMs = await readRetentionCutoffs(db);
  const partial = partialBuckets(range, cutoffsMs);
  for (const step of deletionSteps(range, await readDays(db, tagId, range, cutoffsMs))) {
    onStep();
    counted.readings += await countRows(db, 'reading', tagId, step);
    for (const { level, table, lengthMs } of BUCKETS) {
      counted.buckets[level] += await countRows(db, table, tagId, bucketsOf(step, lengthMs));
    }
  }
  for (const bucket of partial) {
    if ((await readRemaining(db, tagId, bucket, range)) !== undefined) {
      counted.buckets[bucket.level] -= 1;
      counted.recomputed += 1;
    }
  }
  counted.latest += (await isLatestIn(db, tagId, range)) ? 1 : 0;
}

/** Numbers of alerts of tags that began in a range, and of export files that may have rows of it. */
export async function countBeside(
  db: Queryable,
  tagIds: readonly number[],
  { fromMs, toMs }: TimeRange
): Promise<{ readonly alerts: number; readonly exports: number }> {
  const count = async (sql: string) =>
    (await db.query<{ n: number }>(`SELECT count(*)::int AS n ${sql}`, [tagIds, fromMs, toMs])).rows[0]?.n ?? 0;
  return {
    alerts: await count('FROM alert WHERE tag_id = ANY ($1::int[]) AND started_ms >= $2 AND started_ms < $3'),
    exports: await count(`FROM export WHERE state = 'ready' AND tag_ids && $1::int[] AND to_ms > $2 AND from_ms < $3`),
  };
}
