import type pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';
import { inTransaction } from '../database/database.ts';
import { insertReadingsSql } from './insertReadings.ts';
import { BUCKETS } from './levels.ts';
import type { WriteResult } from './writeResult.ts';

/**
 * Writes a batch whose values replace the stored ones; inside the batch the last value wins.
 * Buckets of changed readings are recomputed from the readings, because min and max cannot be updated incrementally.
 * The lock is exclusive: increments of a concurrent writer would be lost or counted twice. Much slower than inserting.
 */
export async function correctReadings(pool: pg.Pool, columns: readonly string[]): Promise<WriteResult> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.readings]);
    // One index lookup per row. The planner does not know that a batch matches few stored rows, and would scan whole partitions.
    await client.query('SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off');
    const { rows: counted } = await client.query<{ total: number; conflicting: number; last: string[] }>(COUNT_SQL, [
      ...columns,
    ]);
    const { rows: last } = await client.query<{ tagIds: string; times: string; values: string }>(LAST_SQL, [
      ...columns,
    ]);
    const lastColumns = [last[0]?.tagIds ?? '{}', last[0]?.times ?? '{}', last[0]?.values ?? '{}'];

    const { rows: added } = await client.query<{ inserted: number }>(insertReadingsSql, lastColumns);
    const { rows: changed } = await client.query<{ tagIds: string; times: string; n: number }>(UPDATE_SQL, lastColumns);
    const changedKeys = [changed[0]?.tagIds ?? '{}', changed[0]?.times ?? '{}'];
    if ((changed[0]?.n ?? 0) > 0) {
      for (const sql of recomputeSql) {
        await client.query(sql, changedKeys);
      }
      await client.query(LATEST_SQL, changedKeys);
    }
    const { total = 0, conflicting = 0 } = counted[0] ?? {};
    const inserted = added[0]?.inserted ?? 0;
    return { inserted, identical: total - inserted - conflicting, conflicting };
  });
}

const BATCH_SQL = `unnest($1::int[], $2::int8[], $3::float8[]) WITH ORDINALITY AS b (tag_id, ts, value, position)`;

/** Counts rows that differ from the value they replace: the previous row of the batch for the same tag and time, or the stored row. */
const COUNT_SQL = `
SELECT count(*)::int AS total, count(*) FILTER (WHERE value <> before)::int AS conflicting FROM (
  SELECT b.value, coalesce(lag(b.value) OVER (PARTITION BY b.tag_id, b.ts ORDER BY b.position), r.value) AS before
  FROM ${BATCH_SQL} LEFT JOIN reading r ON r.tag_id = b.tag_id AND r.ts = b.ts
) AS turns`;

const LAST_SQL = `
SELECT array_agg(tag_id)::text AS "tagIds", array_agg(ts)::text AS times, array_agg(value)::text AS values FROM (
  SELECT DISTINCT ON (tag_id, ts) tag_id, ts, value FROM ${BATCH_SQL} ORDER BY tag_id, ts, position DESC
) AS last`;

const UPDATE_SQL = `
WITH changed AS (
  UPDATE reading r SET value = b.value FROM unnest($1::int[], $2::int8[], $3::float8[]) AS b (tag_id, ts, value)
  WHERE r.tag_id = b.tag_id AND r.ts = b.ts AND r.value <> b.value
  RETURNING r.tag_id, r.ts
)
SELECT array_agg(tag_id)::text AS "tagIds", array_agg(ts)::text AS times, count(*)::int AS n FROM changed`;

/** One statement per level, each reading from the next finer level. */
const recomputeSql = BUCKETS.map(({ table, lengthMs }, index) => {
  const below = BUCKETS[index - 1];
  const parts =
    below === undefined
      ? 'SELECT sum(value) AS sum, min(value) AS min, max(value) AS max, count(*)::int AS n FROM reading s'
      : `SELECT sum(sum) AS sum, min(min) AS min, max(max) AS max, sum(n)::int AS n FROM ${below.table} s`;
  return `
INSERT INTO ${table} AS b (tag_id, ts, sum, min, max, n)
SELECT k.tag_id, k.start, x.sum, x.min, x.max, x.n
FROM (SELECT DISTINCT tag_id, ts - ts % ${lengthMs} AS start FROM unnest($1::int[], $2::int8[]) AS t (tag_id, ts) ORDER BY 1, 2) AS k
CROSS JOIN LATERAL (${parts} WHERE s.tag_id = k.tag_id AND s.ts >= k.start AND s.ts < k.start + ${lengthMs}) AS x
ON CONFLICT (tag_id, ts) DO UPDATE SET sum = excluded.sum, min = excluded.min, max = excluded.max, n = excluded.n`;
});

const LATEST_SQL = `
UPDATE latest l SET value = r.value FROM (SELECT DISTINCT tag_id FROM unnest($1::int[], $2::int8[]) AS t (tag_id, ts)) AS k
JOIN reading r ON r.tag_id = k.tag_id WHERE l.tag_id = k.tag_id AND r.ts = l.ts`;
