import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export interface HeldTable {
  /** Waits until so many statements wait for the table. */
  waiters(count: number): Promise<void>;
  /** Ends them as the database ends a statement that takes too long. */
  cancelWaiters(): Promise<void>;
  release(): Promise<void>;
}

/** Keeps a table to itself, so that whoever reads it is slow for as long as a test wants. */
export async function holdTable(pool: pg.Pool, table: 'latest'): Promise<HeldTable> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table}`);
  const waiting = `FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`;
  return {
    waiters: async (count) => {
      for (;;) {
        const { rows } = await client.query<{ there: number }>(`SELECT count(*)::int AS there ${waiting}`);
        if ((rows[0]?.there ?? 0) >= count) {
          return;
        }
        await sleep(5);
      }
    },
    cancelWaiters: async () => {
      await client.query(`SELECT pg_cancel_backend(pid) ${waiting}`);
    },
    release: async () => {
      await client.query('ROLLBACK');
      client.release();
    },
  };
}
