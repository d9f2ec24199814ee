import { isDistributed, readFromNodes } from './database/placement/citus.ts';
import type { Queryable } from './database/queryable.ts';

/**
 * Asks each server that has a part of the history: the database, and on Citus all of its nodes.
 * @throws if one of them does not answer. One that neither answers nor refuses ends with the time limit of the statement.
 */
export async function askAllServers(db: Queryable): Promise<void> {
  if (await isDistributed(db, 'reading')) {
    await readFromNodes(db, 'SELECT 1');
  }
}
