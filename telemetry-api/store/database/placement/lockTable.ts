import type { Queryable } from '../queryable.ts';

/** Measured: 2,116 locks for 207 chunks of TimescaleDB, each with its table, index, constraints and catalog entries, and the partition it replaces. */
const LOCKS_PER_PARTITION = 11;
const ROUND_UP_TO = 32;

/** What decides whether a transaction can replace all partitions of a database. */
interface LockFigures {
  readonly maxLocksPerTransaction: number;
  /** Processes and prepared transactions of the server; each adds `maxLocksPerTransaction` to the locks of all transactions. */
  readonly slots: number;
  readonly partitions: number;
}

/** What to change before all partitions can be replaced; undefined if nothing. */
export function lockShortage({ maxLocksPerTransaction, slots, partitions }: LockFigures): string | undefined {
  const needed = Math.ceil((partitions * LOCKS_PER_PARTITION) / slots / ROUND_UP_TO) * ROUND_UP_TO;
  return maxLocksPerTransaction >= needed
    ? undefined
    : `The database has ${partitions} partitions, one per day of readings and per month of 1m buckets. To convert them in one transaction, ` +
        `its server needs max_locks_per_transaction = ${needed}; it is ${maxLocksPerTransaction}. Set it in postgresql.conf, restart ` +
        'PostgreSQL, and run the command again. Nothing was changed.';
}

/** @throws if the server has too few locks for converting all partitions in one transaction */
export async function rejectTooFewLocks(db: Queryable): Promise<void> {
  const { rows } = await db.query<LockFigures>(
    `SELECT current_setting('max_locks_per_transaction')::int AS "maxLocksPerTransaction",
       (SELECT sum(setting::int)::int FROM pg_settings WHERE name IN
         ('max_connections', 'max_prepared_transactions', 'autovacuum_max_workers', 'max_worker_processes', 'max_wal_senders')) AS slots,
       (SELECT count(*)::int FROM pg_inherits WHERE inhparent IN ('reading'::regclass, 'bucket_1m'::regclass)) AS partitions`
  );
  const shortage = rows[0] && lockShortage(rows[0]);
  if (shortage !== undefined) {
    throw new Error(shortage);
  }
}
