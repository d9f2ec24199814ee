import type pg from 'pg';
import { hasCompressedChunks } from '../database/placement/hypertable.ts';
import type { Queryable } from '../database/queryable.ts';
import { BATCH_JOIN_SQL, BATCH_SQL, type ReadingColumns, type WriteResult } from './batch.ts';
import { insertReadingsSql } from './insertReadings.ts';
import { BUCKETS } from './levels.ts';

/**
 * Writes a batch whose values replace the stored ones; inside the batch the last value wins.
 * Buckets of changed readings are recomputed from the readings, because min and max cannot be updated incrementally.
 * Needs the exclusive lock: increments of a concurrent writer would be lost or counted twice. Much slower than inserting.
 */
export async function correctReadings(client: pg.PoolClient, batch: ReadingColumns): Promise<WriteResult> {
  const range = [batch.firstMs, batch.lastMs];
  const { rows: counted } = await client.query<{ total: number; conflicting: number }>(COUNT_SQL, [
    ...batch.columns,
    ...range,
  ]);
  const { rows: last } = await client.query<ColumnTexts>(LAST_SQL, batch.columns);
  const lastColumns = toColumns(last[0]);

  const { rows: added } = await client.query<{ inserted: number }>(insertReadingsSql, lastColumns);
  const isCompressed = await hasCompressedChunks(client, 'reading', batch.firstMs, batch.lastMs);
  const changed = await (isCompressed ? updateByTagAndDay : update)(client, [...lastColumns, ...range]);
  if (changed !== undefined) {
    const [tagIds, times, values] = changed;
    for (const { lengthMs, sql } of RECOMPUTE) {
      const [firstMs, lastMs] = [batch.firstMs - (batch.firstMs % lengthMs), batch.lastMs + lengthMs];
      await client.query(sql, [tagIds, times, firstMs, lastMs]);
    }
    await client.query(LATEST_SQL, [tagIds, times, values]);
  }
  const { total = 0, conflicting = 0 } = counted[0] ?? {};
  const inserted = added[0]?.inserted ?? 0;
  return { inserted, identical: total - inserted - conflicting, conflicting };
}

type Columns = [tagIds: string, times: string, values: string];

/** Replaces values that differ. Returns the changed rows; undefined if there are none. */
async function update(db: Queryable, values: readonly unknown[]): Promise<Columns | undefined> {
  const { rows } = await db.query<ColumnTexts & { n: number }>(UPDATE_SQL, [...values]);
  return rows[0]?.n ? toColumns(rows[0]) : undefined;
}

/**
 * The same for compressed chunks of TimescaleDB. Before an update, it decompresses all rows for which the constants of the statement allow
 * a change: for a join, those of all tags. One statement per tag and day decompresses no other rows, and those of equal values none.
 */
async function updateByTagAndDay(db: Queryable, values: readonly unknown[]): Promise<Columns | undefined> {
  const { rows: changed } = await db.query<ColumnTexts & { n: number }>(CHANGED_SQL, [...values]);
  if (!changed[0]?.n) {
    return undefined;
  }
  const columns = toColumns(changed[0]);
  // The default of 100,000 is less than a day of a tag with more than one reading per second.
  await db.query('SET LOCAL timescaledb.max_tuples_decompressed_per_dml_transaction = 0');
  const { rows: groups } = await db.query<TagAndDay>(TAGS_AND_DAYS_SQL, columns);
  for (const { tagId, firstMs, lastMs, times, values: newValues } of groups) {
    await db.query(UPDATE_TAG_SQL, [times, newValues, tagId, firstMs, lastMs]);
  }
  return columns;
}

interface TagAndDay {
  readonly tagId: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Array literals. */
  readonly times: string;
  readonly values: string;
}

/** Array literals; null for no rows. */
interface ColumnTexts {
  readonly tagIds: string | null;
  readonly times: string | null;
  readonly values: string | null;
}

function toColumns(texts: ColumnTexts | undefined): Columns {
  return [texts?.tagIds ?? '{}', texts?.times ?? '{}', texts?.values ?? '{}'];
}

const BATCH_IN_ORDER_SQL = `unnest($1::int[], $2::int8[], $3::float8[]) WITH ORDINALITY AS b (tag_id, ts, value, position)`;

/**
 * Counts rows that differ from the value they replace: the previous row of the batch for the same tag and time, or the stored row, which
 * is put before them at position 0.
 */
const COUNT_SQL = `
WITH stored AS MATERIALIZED (
  SELECT r.tag_id, r.ts, r.value FROM ${BATCH_SQL} JOIN reading r ON ${BATCH_JOIN_SQL}
)
SELECT count(*)::int AS total, count(*) FILTER (WHERE value <> before)::int AS conflicting FROM (
  SELECT position, value, lag(value) OVER (PARTITION BY tag_id, ts ORDER BY position) AS before FROM (
    SELECT tag_id, ts, value, 0 AS position FROM stored UNION ALL SELECT tag_id, ts, value, position FROM ${BATCH_IN_ORDER_SQL}
  ) AS all_rows
) AS turns WHERE position > 0`;

const LAST_SQL = `
SELECT array_agg(tag_id)::text AS "tagIds", array_agg(ts)::text AS times, array_agg(value)::text AS values FROM (
  SELECT DISTINCT ON (tag_id, ts) tag_id, ts, value FROM ${BATCH_IN_ORDER_SQL} ORDER BY tag_id, ts, position DESC
) AS last`;

const UPDATE_SQL = `
WITH changed AS (
  UPDATE reading r SET value = b.value FROM ${BATCH_SQL}
  WHERE ${BATCH_JOIN_SQL} AND r.value <> b.value
  RETURNING r.tag_id, r.ts, r.value
)
SELECT array_agg(tag_id)::text AS "tagIds", array_agg(ts)::text AS times, array_agg(value)::text AS values, count(*)::int AS n FROM changed`;

const CHANGED_SQL = `
SELECT array_agg(b.tag_id)::text AS "tagIds", array_agg(b.ts)::text AS times, array_agg(b.value)::text AS values, count(*)::int AS n
FROM ${BATCH_SQL} JOIN reading r ON ${BATCH_JOIN_SQL} AND r.value <> b.value`;

const TAGS_AND_DAYS_SQL = `
SELECT tag_id AS "tagId", min(ts) AS "firstMs", max(ts) AS "lastMs", array_agg(ts)::text AS times, array_agg(value)::text AS values
FROM ${BATCH_SQL} GROUP BY tag_id, ts / 86400000 ORDER BY 1, 2`;

const UPDATE_TAG_SQL = `
UPDATE reading r SET value = b.value FROM unnest($1::int8[], $2::float8[]) AS b (ts, value)
WHERE r.tag_id = $3 AND r.ts BETWEEN $4 AND $5 AND r.ts = b.ts`;

/** One statement per level, each reading from the next finer level in [$3, $4). The ranges of `t` are explained at BATCH_JOIN_SQL. */
const RECOMPUTE = BUCKETS.map(({ table, lengthMs }, index) => {
  const below = BUCKETS[index - 1]?.table;
  const parts =
    below === undefined
      ? 'sum(s.value), min(s.value), max(s.value), count(*)::int'
      : 'sum(s.sum), min(s.min), max(s.max), sum(s.n)::int';
  const sql = `
INSERT INTO ${table} AS b (tag_id, ts, sum, min, max, n)
SELECT k.tag_id, k.start, ${parts}
FROM (
  SELECT DISTINCT tag_id, ts - ts % ${lengthMs} AS start FROM unnest($1::int[], $2::int8[]) AS t (tag_id, ts)
  WHERE t.ts BETWEEN $3 AND $4 AND t.tag_id BETWEEN 0 AND 2147483647
) AS k
JOIN ${below ?? 'reading'} s ON s.tag_id = k.tag_id AND s.ts >= k.start AND s.ts < k.start + ${lengthMs} AND s.ts >= $3 AND s.ts < $4
GROUP BY 1, 2 ORDER BY 1, 2
ON CONFLICT (tag_id, ts) DO UPDATE SET sum = excluded.sum, min = excluded.min, max = excluded.max, n = excluded.n`;
  return { lengthMs, sql };
});

const LATEST_SQL = `UPDATE latest l SET value = b.value FROM ${BATCH_SQL} WHERE l.tag_id = b.tag_id AND l.ts = b.ts`;
