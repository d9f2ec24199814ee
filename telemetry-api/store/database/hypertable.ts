import type { Queryable } from './queryable.ts';

/** Whether a table is a TimescaleDB hypertable. */
export async function isHypertable(db: Queryable, table: string): Promise<boolean> {
  const { rows } = await db.query<{ isThere: boolean }>(
    `SELECT to_regclass('timescaledb_information.hypertables') IS NOT NULL AS "isThere"`
  );
  if (rows[0]?.isThere !== true) {
    return false;
  }
  const { rowCount } = await db.query('SELECT 1 FROM timescaledb_information.hypertables WHERE hypertable_name = $1', [
    table,
  ]);
  return (rowCount ?? 0) > 0;
}

/** The chunks of a hypertable that end before the cutoff. */
export async function findOldChunks(db: Queryable, table: string, cutoffMs: number): Promise<string[]> {
  const { rows } = await db.query<{ chunk: string }>(
    'SELECT show_chunks($1::regclass, older_than => $2::int8)::text AS chunk',
    [table, cutoffMs]
  );
  return rows.map(({ chunk }) => chunk);
}

/** Drops the chunks that end before the cutoff. Returns their names. */
export async function dropOldChunks(db: Queryable, table: string, cutoffMs: number): Promise<string[]> {
  const { rows } = await db.query<{ chunk: string }>(
    'SELECT drop_chunks($1::regclass, older_than => $2::int8)::text AS chunk',
    [table, cutoffMs]
  );
  return rows.map(({ chunk }) => chunk);
}
