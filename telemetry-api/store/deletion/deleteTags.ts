import type pg from 'pg';
import { deleteReadings, deleteRest, type DeletionOptions, inDeletion } from './deleteReadings.ts';
import type { DeletedRows } from './deletedRows.ts';
import { ALL_TIMES } from './deletionSteps.ts';

/**
 * Deletes tags with their readings, buckets, latest values and alerts, and then their device, if it is given: `tagIds` are all of its tags.
 * The tags stay until nothing else of them is left, so that an interruption leaves tags with fewer readings; the same call deletes the rest.
 * Export files stay.
 * @param deleted is increased by each step
 */
export async function deleteTags(
  pool: pg.Pool,
  tagIds: readonly number[],
  deviceId: number | undefined,
  deleted: DeletedRows,
  options: DeletionOptions
): Promise<void> {
  for (const tagId of tagIds) {
    await deleteReadings(pool, tagId, ALL_TIMES, deleted, options);
  }
  await inDeletion(pool, deleted, async (transaction) => {
    const { client, tally } = transaction;
    for (const tagId of tagIds) {
      await deleteRest({ ...transaction, tagId }, ALL_TIMES);
    }
    const count = async (sql: string, value: unknown) => (await client.query(sql, [value])).rowCount ?? 0;
    tally.alerts += await count('DELETE FROM alert WHERE tag_id = ANY ($1::int[])', tagIds);
    tally.tags += await count('DELETE FROM tag WHERE id = ANY ($1::int[])', tagIds);
    if (deviceId !== undefined) {
      tally.devices += await count('DELETE FROM device WHERE id = $1', deviceId);
    }
  });
}
