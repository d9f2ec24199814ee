import { expect, test } from '@jest/globals';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase } from '../../test/support/databases/testDatabase.ts';
import { inTransaction, openDatabase } from './database.ts';

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

test('a wrong password is an error that names the server and what else it can be, and prints no part of the password', async () => {
  const fields = ['SFATAL', 'C28P01', 'Mpassword authentication failed for user "telemetry"', ''].join('\0');
  const body = Buffer.from(`${fields}\0`);
  const server = createServer((socket) => {
    socket.once('data', () => {
      const head = Buffer.from('E\0\0\0\0');
      head.writeInt32BE(body.length + 4, 1);
      socket.end(Buffer.concat([head, body]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const databaseUrl = `postgres://telemetry:se@cr%41et@127.0.0.1:${port}/plant`;
  await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(
    `Cannot connect to the database postgres://127.0.0.1:${port}/plant. If the password in DATABASE_URL has a % that is meant as such, write %25.`
  );
  server.close();
});
