import type pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';
import { inTransaction } from '../database/database.ts';
import { rejectBeforeCutoff } from './retentionCutoff.ts';

const LOCK_SQL = {
  shared: 'SELECT pg_advisory_xact_lock_shared($1)',
  exclusive: 'SELECT pg_advisory_xact_lock($1)',
} as const;

/**
 * Writes readings and counts them in one transaction, so that a failed batch is not stored and a stored one is counted.
 * The retention cutoff is checked after the lock is held. Retention raises the cutoff under the exclusive lock: a batch is either
 * written before, or rejected. Otherwise a TimescaleDB hypertable would create the dropped chunk again, and buckets would count twice.
 * @param lock increments of buckets share the lock; recomputing buckets takes it exclusively
 * @param firstMs time of the oldest reading
 * @throws RetentionCutoffError if `firstMs` is before the retention cutoff
 */
export async function inWriteTransaction<T>(
  pool: pg.Pool,
  lock: keyof typeof LOCK_SQL,
  firstMs: number,
  write: (client: pg.PoolClient) => Promise<T>
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_SQL[lock], [ADVISORY_LOCKS.readings]);
    await rejectBeforeCutoff(client, firstMs);
    return write(client);
  });
}
