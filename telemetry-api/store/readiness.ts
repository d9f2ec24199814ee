import { isDistributed, readFromNodes } from './database/placement/citus.ts';
import type { Queryable } from './database/queryable.ts';

/**
 * Asks each server that has a part of the history: the database, and on Citus all of its nodes.
 * @throws if one of them does not answer, or if the plant was moved away while the service ran. One that neither answers nor refuses ends with the time
 * limit of the statement.
 */
export async function rejectUnready(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ isPlant: boolean; hasCitus: boolean }>(
    `SELECT moved_to IS NULL AND restoring_since_ms IS NULL AS "isPlant", to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS "hasCitus"
     FROM instance`
  );
  const [instance] = rows;
  if (instance?.isPlant !== true) {
    throw new Error('The plant was moved to another database.');
  }
  if (instance.hasCitus && (await isDistributed(db, 'reading'))) {
    await readFromNodes(db, 'SELECT 1');
  }
}
