import type { Queryable } from '../queryable.ts';

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

/** Whether a hypertable has compressed chunks with times from `firstMs` to `lastMs`; false for other tables. */
export async function hasCompressedChunks(
  db: Queryable,
  table: string,
  firstMs: number,
  lastMs: number
): Promise<boolean> {
  if (!(await isHypertable(db, table))) {
    return false;
  }
  const { rowCount } = await db.query(
    `SELECT 1 FROM timescaledb_information.chunks
     WHERE hypertable_name = $1 AND is_compressed AND range_start_integer <= $3 AND range_end_integer > $2 LIMIT 1`,
    [table, firstMs, lastMs]
  );
  return (rowCount ?? 0) > 0;
}

/** A chunk of a hypertable. */
export interface StoredChunk {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Estimated from counters and the last analysis; of compressed chunks from the sizes of their batches. */
  readonly rows: number;
  readonly bytes: number;
}

/** The chunks of a hypertable that end before the cutoff, oldest first. */
export async function findOldChunks(db: Queryable, table: string, cutoffMs: number): Promise<StoredChunk[]> {
  const { rows } = await db.query<StoredChunk>(
    `SELECT format('%I.%I', c.chunk_schema, c.chunk_name) AS name, range_start_integer AS "fromMs", range_end_integer AS "toMs",
       greatest(approximate_row_count(chunk), pg_stat_get_live_tuples(chunk)) AS rows, s.total_bytes AS bytes
     FROM timescaledb_information.chunks c
     CROSS JOIN LATERAL CAST(format('%I.%I', c.chunk_schema, c.chunk_name) AS regclass) AS chunk
     JOIN chunks_detailed_size($1::text::regclass) s USING (chunk_schema, chunk_name)
     WHERE c.hypertable_name = $1 AND range_end_integer <= $2 ORDER BY range_start_integer`,
    [table, cutoffMs]
  );
  return rows;
}

/** Drops a chunk that `findOldChunks` found. */
export async function dropChunk(db: Queryable, table: string, { fromMs, toMs }: StoredChunk): Promise<void> {
  await db.query('SELECT drop_chunks($1::regclass, older_than => $2::int8, newer_than => $3::int8)', [
    table,
    toMs,
    fromMs,
  ]);
}
