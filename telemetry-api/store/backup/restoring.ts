import type pg from 'pg';
import { errorCode } from '../../errorCode.ts';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';
import { readInstance } from '../database/instance.ts';
import type { Queryable } from '../database/queryable.ts';
import { continueSequences } from '../database/sequences.ts';
import { STORED_TABLES, type StoredTable } from './storedTables.ts';

const LOCK_TIMEOUT_MS = 3000;
/** SQLSTATE of lock_timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Prepares a database for a restore or move, and marks it, so that no other command opens it until `endRestore`.
 * @param leftover what happens to the rows of an interrupted one
 * @throws if another restore runs, or if the database has rows that did not come from one; nothing is changed then
 */
export async function beginRestore(
  client: pg.PoolClient,
  location: string,
  nowMs: number,
  leftover: 'removed' | 'kept' = 'removed'
): Promise<void> {
  await lockOut(client, location);
  if ((await readInstance(client)).restoringSinceMs !== null) {
    if (leftover === 'removed') {
      await clearTables(client, STORED_TABLES);
    }
    return;
  }
  await rejectRows(client, location);
  await client.query('UPDATE instance SET restoring_since_ms = $1', [nowMs]);
}

/** Removes all rows of tables. */
export async function clearTables(client: Queryable, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables) {
    await client.query(`TRUNCATE ${name} CASCADE`);
  }
}

async function lockOut(client: pg.PoolClient, location: string): Promise<void> {
  // A restore that was killed a moment ago may still hold it.
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.restore]);
  } catch (cause) {
    throw errorCode(cause) === LOCK_NOT_AVAILABLE
      ? new Error(`Another restore or move into ${location} is running.`)
      : cause;
  }
  await client.query('RESET lock_timeout');
}

/** Makes the database an ordinary one; its sequences continue after the largest ids. Runs in the transaction of the last rows. */
export async function endRestore(client: Queryable): Promise<void> {
  await continueSequences(client);
  await client.query('UPDATE instance SET restoring_since_ms = NULL');
}

/** Secrets are replaced: a server that has started on an empty database has made its own. */
async function rejectRows(client: Queryable, location: string): Promise<void> {
  const names = STORED_TABLES.map(({ name }) => name).filter((name) => name !== 'secret');
  const { rows } = await client.query<{ name: string }>(
    names.map((name) => `(SELECT '${name}' AS name FROM ${name} LIMIT 1)`).join(' UNION ALL ')
  );
  if (rows.length > 0) {
    throw new Error(
      `The database ${location} is not empty: it has rows in ${rows.map(({ name }) => name).join(', ')}. A restore or move needs an empty one, so that nothing is ` +
        'overwritten: set DATABASE_URL to a new database, or TELEMETRY_DATA_DIR to a new folder.'
    );
  }
}
