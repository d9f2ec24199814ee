import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { packageFolder } from '../../packageFolder.ts';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import { isDistributed } from './citus.ts';
import { inTransaction } from './database.ts';
import { isHypertable } from './hypertable.ts';
import type { Queryable } from './queryable.ts';

/** PostgreSQL extensions that can manage the tables; each has a script in migrations/placement. */
export const PLACEMENTS = ['timescaledb', 'citus'] as const;
export type Placement = (typeof PLACEMENTS)[number];

/**
 * Converts the history tables to an extension in one transaction.
 * @returns false if the extension already manages them; nothing is changed then
 * @throws if the extension is missing
 */
export async function applyPlacement(pool: pg.Pool, placement: Placement): Promise<boolean> {
  const { rows } = await pool.query('SELECT 1 FROM pg_extension WHERE extname = $1', [placement]);
  if (rows.length === 0) {
    throw new Error(
      `The extension ${placement} is not enabled in this database. If it is installed, run CREATE EXTENSION ${placement}`
    );
  }
  return inTransaction(pool, (client) => runPlacement(client, placement));
}

/** The same without looking for the extension, on a client in a transaction. */
export async function runPlacement(client: Queryable, placement: Placement): Promise<boolean> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migration]);
  if (await IS_PLACED[placement](client, 'reading')) {
    return false;
  }
  await client.query(readFileSync(path.join(packageFolder, 'migrations', 'placement', `${placement}.sql`), 'utf8'));
  return true;
}

const IS_PLACED: Readonly<Record<Placement, (db: Queryable, table: string) => Promise<boolean>>> = {
  timescaledb: isHypertable,
  citus: isDistributed,
};
