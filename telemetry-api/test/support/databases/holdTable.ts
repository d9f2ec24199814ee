import type pg from 'pg';
import { until } from '../until.ts';

export interface HeldTable {
  /** Resolves when at least `count` statements wait for the table. */
  waiters(count: number): Promise<void>;
  /** Cancels them with the same error as a statement timeout. */
  cancelWaiters(): Promise<void>;
  release(): Promise<void>;
}

/** Locks a table, so that statements that read it wait until the test releases it. */
export async function holdTable(pool: pg.Pool, table: 'latest'): Promise<HeldTable> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table}`);
  // Databases from one template have the same tables by OID, and tests of several run at a time.
  const fromWaitingLocks = `FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return {
    waiters: async (count) => {
      await until(`${count} statements to wait for the table`, async () => {
        const { rows } = await client.query<{ waiting: number }>(`SELECT count(*)::int AS waiting ${fromWaitingLocks}`);
        return (rows[0]?.waiting ?? 0) >= count;
      });
    },
    cancelWaiters: async () => {
      await client.query(`SELECT pg_cancel_backend(pid) ${fromWaitingLocks}`);
    },
    release: async () => {
      await client.query('ROLLBACK');
      client.release();
    },
  };
}
