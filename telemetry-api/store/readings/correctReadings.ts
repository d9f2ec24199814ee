import type pg from 'pg';
import { BATCH_JOIN_SQL, BATCH_SQL } from './batchSql.ts';
import { insertReadingsSql } from './insertReadings.ts';
import { BUCKETS } from './levels.ts';
import type { ReadingColumns } from './readingColumns.ts';
import type { WriteResult } from './writeResult.ts';

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
  const { rows: changed } = await client.query<ColumnTexts & { n: number }>(UPDATE_SQL, [...lastColumns, ...range]);
  if ((changed[0]?.n ?? 0) > 0) {
    const [tagIds, times, values] = toColumns(changed[0]);
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

/** Array literals; null for no rows. */
interface ColumnTexts {
  readonly tagIds: string | null;
  readonly times: string | null;
  readonly values: string | null;
}

function toColumns(texts: ColumnTexts | undefined): [tagIds: string, times: string, values: string] {
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
