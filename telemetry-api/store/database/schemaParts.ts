import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../packageFolder.ts';
import type { Queryable } from './queryable.ts';

/** What the latest schema consists of; a test compares it with a migrated database. */
export const SCHEMA_PARTS_FILE = path.join(packageFolder, 'migrations', 'schema-parts.txt');

/**
 * The tables, indexes and constraints of the service, one name each, sorted. Partitions, what extensions add, and NOT NULL, which is a constraint only
 * since PostgreSQL 18, are left out.
 */
export async function readSchemaParts(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ part: string }>(
    `WITH own AS (
       SELECT oid, relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
         AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'schema_migration'::regclass)
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')
     )
     SELECT 'table ' || relname AS part FROM own
     UNION ALL SELECT 'index ' || i.relname || ' on ' || own.relname FROM own JOIN pg_index x ON x.indrelid = own.oid AND x.indisvalid
       JOIN pg_class i ON i.oid = x.indexrelid
     UNION ALL SELECT 'constraint ' || conname || ' on ' || own.relname FROM own JOIN pg_constraint c ON c.conrelid = own.oid
       AND c.contype IN ('c', 'f', 'p', 'u')`
  );
  return rows.map(({ part }) => part).sort();
}

/** @throws if the database lacks a part of the schema, which a table of migrations alone does not show; the message names what lacks */
export async function rejectIncompleteSchema(db: Queryable, location: string): Promise<void> {
  const stored = new Set(await readSchemaParts(db));
  const lacking = readFileSync(SCHEMA_PARTS_FILE, 'utf8')
    .split('\n')
    .filter((part) => part !== '' && !stored.has(part));
  if (lacking.length > 0) {
    throw new Error(
      `The schema of the database ${location} is not complete, as after a restore that was interrupted. Restore it again. It lacks:\n` +
        lacking.map((part) => `  ${part}`).join('\n')
    );
  }
}
