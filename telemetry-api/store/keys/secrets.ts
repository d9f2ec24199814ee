import { randomBytes } from 'node:crypto';
import type { Queryable } from '../database/queryable.ts';

/**
 * A secret of the server, created on first use. It is stored in the database, so that all servers of one database accept each
 * other's cursors and download links, also after a restart.
 */
export async function readSecret(db: Queryable, name: 'cursor' | 'download'): Promise<Buffer> {
  await db.query('INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    randomBytes(32),
  ]);
  const { rows } = await db.query<{ value: Buffer }>('SELECT value FROM secret WHERE name = $1', [name]);
  const value = rows[0]?.value;
  if (value === undefined) {
    throw new Error(`The secret ${name} is missing from the database.`);
  }
  return value;
}
