import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase } from '../../test/support/databases/testDatabase.ts';
import { inTransaction } from './database.ts';

test('a connection closed by the server between two statements fails only its transaction', async () => {
  const { pool, close } = await openTestDatabase();
  try {
    const broken = inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      // Long enough to receive the disconnect while the connection is idle.
      await sleep(200);
      await client.query('SELECT 1');
    });
    await expect(broken).rejects.toThrow();
    const { rows } = await pool.query<{ one: number }>('SELECT 1 AS one');
    expect(rows).toEqual([{ one: 1 }]);
  } finally {
    await close();
  }
});
