import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { packageFolder } from '../packageFolder.ts';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import { inTransaction } from './database.ts';
import type { Queryable } from './queryable.ts';

/** Extensions of PostgreSQL that the tables can be handed to; each has its script in migrations/placement. */
export const PLACEMENTS = ['timescaledb', 'citus'] as const;
export type Placement = (typeof PLACEMENTS)[number];

/**
 * Hands the tables of history to an extension, all or nothing.
 * @throws when the database does not have the extension, or when it was done before
 */
export async function applyPlacement(pool: pg.Pool, placement: Placement): Promise<void> {
  const { rows } = await pool.query('SELECT 1 FROM pg_extension WHERE extname = $1', [placement]);
  if (rows.length === 0) {
    throw new Error(
      `This database does not have the extension ${placement}. Where it is installed: CREATE EXTENSION ${placement}`
    );
  }
  await inTransaction(pool, (client) => runPlacement(client, placement));
}

/** The script alone, for a client in a transaction. */
export async function runPlacement(client: Queryable, placement: Placement): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migration]);
  await client.query(readFileSync(path.join(packageFolder, 'migrations', 'placement', `${placement}.sql`), 'utf8'));
}
