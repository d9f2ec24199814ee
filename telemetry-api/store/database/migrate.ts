import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { packageFolder } from '../../packageFolder.ts';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import type { Queryable } from './queryable.ts';

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Runs the pending files of `migrations/`, each in a transaction, one process at a time.
 * @param upTo the last migration to run: for a backup of an earlier version, whose tables are migrated with their rows
 * @throws if the database was migrated by a newer version, or if a file was edited after it ran
 */
export async function migrate(pool: pg.Pool, upTo = Infinity): Promise<void> {
  const known = readMigrations();
  const client = await pool.connect();
  try {
    // Migrations and the wait for another process's migration can take longer than the statement timeout.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    try {
      await runMissing(client, known, upTo);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.migration]);
      await client.query('RESET statement_timeout');
    }
  } finally {
    client.release();
  }
}

/** The number of the last migration that ran. */
export async function readSchemaVersion(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ version: number }>('SELECT max(version) AS version FROM schema_migration');
  return rows[0]?.version ?? 0;
}

async function runMissing(client: pg.PoolClient, known: readonly Migration[], upTo: number): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migration (
       version int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`
  );
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'SELECT version, name, checksum FROM schema_migration ORDER BY version'
  );
  for (const { version, name, checksum } of rows) {
    const migration = known.find((one) => one.version === version);
    if (migration === undefined) {
      throw new Error(
        `The database was migrated by a newer version of this service: it has migration ${name}, which this version does not know. ` +
          'Run the newer version, or restore a backup from before that migration.'
      );
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `Migration ${migration.name} was changed after it ran on this database. Restore the file and add a new migration instead.`
      );
    }
  }
  const done = new Set(rows.map(({ version }) => version));
  for (const migration of known.filter(({ version }) => version <= upTo && !done.has(version))) {
    await client.query('BEGIN');
    try {
      await client.query(migration.sql);
      await client.query('INSERT INTO schema_migration (version, name, checksum) VALUES ($1, $2, $3)', [
        migration.version,
        migration.name,
        migration.checksum,
      ]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw new Error(`Migration ${migration.name} failed.`, { cause: error });
    }
  }
}

function readMigrations(): Migration[] {
  const folder = path.join(packageFolder, 'migrations');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const versions = new Set<number>();
  return names.sort().map((name) => {
    const version = Number(name.slice(0, 4));
    if (!Number.isInteger(version) || versions.has(version)) {
      throw new Error(
        `The file name of a migration must begin with a unique four-digit number; ${name} in ${folder} does not.`
      );
    }
    versions.add(version);
    const sql = readFileSync(path.join(folder, name), 'utf8');
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}
