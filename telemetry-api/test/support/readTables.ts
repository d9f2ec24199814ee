import { STORED_TABLES } from '../../store/backup/storedTables.ts';
import type { Queryable } from '../../store/database/queryable.ts';

/** All rows of all tables of a backup as text, in a fixed order: two databases with the same plant have the same. */
export async function readTables(db: Queryable): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name, columns } of STORED_TABLES) {
    const { rows } = await db.query<{ row: string }>(
      `SELECT t::text AS row FROM (SELECT ${columns.join(', ')} FROM ${name}) t ORDER BY 1`
    );
    tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}
