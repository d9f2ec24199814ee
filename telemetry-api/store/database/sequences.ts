import pg from 'pg';
import type { Queryable } from './queryable.ts';

/**
 * Lets the sequence of each identity column continue after the largest id that is stored. Rows that are written with their ids do not move it, and
 * Citus resets it when it takes over a table.
 */
export async function continueSequences(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ table: string; column: string; sequence: string }>(
    `SELECT c.relname AS table, a.attname AS column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attidentity <> '' AND c.relkind = 'r' AND c.oid = to_regclass(quote_ident(c.relname))`
  );
  for (const { table, column, sequence } of rows) {
    const max = `max(${pg.escapeIdentifier(column)})`;
    await db.query(
      `SELECT setval(${pg.escapeLiteral(sequence)}, coalesce(${max}, 1), ${max} IS NOT NULL) FROM ${pg.escapeIdentifier(table)}`
    );
  }
}
