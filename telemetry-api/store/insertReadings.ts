import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import { BUCKETS } from './levels.ts';

/**
 * The one statement that writes a batch: $1 tag ids, $2 times, $3 values; answers how many rows were new.
 *
 *   batch -> first of each (tag, time) -> reading, unless it is there -> only the NEW rows reach buckets and latest
 *
 * so that a reading is counted once however often it comes. Rows go in by (tag, time) everywhere: writers that meet wait in
 * the same order and never for each other. The lock is taken by the innermost condition, before the first row is written.
 */
export const insertReadingsSql = `
WITH fresh AS (
  INSERT INTO reading (tag_id, ts, value)
  SELECT tag_id, ts, value FROM (
    SELECT DISTINCT ON (tag_id, ts) tag_id, ts, value
    FROM unnest($1::int[], $2::int8[], $3::float8[]) WITH ORDINALITY AS b (tag_id, ts, value, position)
    WHERE (SELECT pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.readings})) IS NOT NULL
    ORDER BY tag_id, ts, position
  ) AS first
  ON CONFLICT (tag_id, ts) DO NOTHING
  RETURNING tag_id, ts, value
),
${BUCKETS.map(({ table, lengthMs }) => addToBuckets(table, lengthMs)).join(',\n')},
to_latest AS (
  INSERT INTO latest AS l (tag_id, ts, value)
  SELECT DISTINCT ON (tag_id) tag_id, ts, value FROM fresh ORDER BY tag_id, ts DESC
  ON CONFLICT (tag_id) DO UPDATE SET ts = excluded.ts, value = excluded.value WHERE l.ts < excluded.ts
)
SELECT count(*)::int AS inserted FROM fresh`;

function addToBuckets(table: string, lengthMs: number): string {
  return `to_${table} AS (
  INSERT INTO ${table} AS b (tag_id, ts, sum, min, max, n)
  SELECT tag_id, ts - ts % ${lengthMs}, sum(value), min(value), max(value), count(*) FROM fresh GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (tag_id, ts) DO UPDATE
  SET sum = b.sum + excluded.sum, min = least(b.min, excluded.min), max = greatest(b.max, excluded.max), n = b.n + excluded.n
)`;
}
