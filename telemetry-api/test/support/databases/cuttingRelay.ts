import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type pg from 'pg';
import { openPool } from '../../../store/database/database.ts';
import type { TestDatabase } from './testDatabase.ts';

/** When the connection of a transaction breaks: before the server receives its end, or before the client receives the answer to it. */
export type Cut = 'before' | 'after' | undefined;

/**
 * A pool that reaches an embedded test database over a relay, which cuts connections.
 * @param cuts what to do with the first, second … COMMIT, or statement that writes alerts on its own; later ones pass
 */
export async function openCuttingRelay(
  database: TestDatabase,
  cuts: readonly Cut[]
): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  let commits = 0;
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect(`${database.pool.options.host}/.s.PGSQL.5432`);
    let isCutOnAnswer = false;
    const cut = () => [client, server].forEach((socket) => socket.destroy());
    [client, server].forEach((socket) => sockets.add(socket.on('error', cut).on('close', cut)));
    client.on('data', (bytes: Buffer) => {
      const isCommit = bytes.includes('COMMIT\0') || bytes.includes('INSERT INTO alert');
      const kind = isCommit ? cuts[commits++] : undefined;
      isCutOnAnswer = kind === 'after';
      if (kind === 'before') {
        cut();
      } else {
        server.write(bytes);
      }
    });
    server.on('data', (bytes: Buffer) => (isCutOnAnswer ? cut() : client.write(bytes)));
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo;
  const { user, database: name } = database.pool.options;
  const pool = openPool({ host: '127.0.0.1', port, user, database: name }, {});
  return {
    pool,
    close: async () => {
      await pool.end();
      relay.close();
      sockets.forEach((socket) => socket.destroy());
      await once(relay, 'close');
    },
  };
}
