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
export const insertReadingsSql = insertSql('ON CONFLICT (tag_id, ts) DO NOTHING');

/**
 * The same for a batch of which nothing is stored yet; fails as a whole, with a unique violation, when something is.
 * PostgreSQL then writes each reading once, where it otherwise writes it, looks whether somebody else did, and confirms it.
 */
export const insertNewReadingsSql = insertSql('');

function insertSql(onConflict: string): string {
  return `
WITH fresh AS (
  INSERT INTO reading (tag_id, ts, value)
  SELECT tag_id, ts, value FROM (
    SELECT DISTINCT ON (tag_id, ts) tag_id, ts, value
    FROM unnest($1::int[], $2::int8[], $3::float8[]) WITH ORDINALITY AS b (tag_id, ts, value, position)
    WHERE (SELECT pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.readings})) IS NOT NULL
    ORDER BY tag_id, ts, position
  ) AS first
  ${onConflict}
  RETURNING tag_id, ts, value
),
${BUCKETS.map(addToBuckets).join(',\n')},
to_latest AS (
  INSERT INTO latest AS l (tag_id, ts, value)
  SELECT DISTINCT ON (tag_id) tag_id, ts, value FROM fresh ORDER BY tag_id, ts DESC
  ON CONFLICT (tag_id) DO UPDATE SET ts = excluded.ts, value = excluded.value WHERE l.ts < excluded.ts
)
SELECT count(*)::int AS inserted FROM fresh`;
}

/** What the batch adds to a level comes from what it adds to the level below, which has fewer rows. */
function addToBuckets({ level, table, lengthMs }: (typeof BUCKETS)[number], index: number): string {
  const below = BUCKETS[index - 1];
  const parts =
    below === undefined
      ? 'sum(value) AS sum, min(value) AS min, max(value) AS max, count(*)::int AS n FROM fresh'
      : `sum(sum) AS sum, min(min) AS min, max(max) AS max, sum(n)::int AS n FROM add_${below.level}`;
  return `add_${level} AS (
  SELECT tag_id, ts - ts % ${lengthMs} AS ts, ${parts} GROUP BY 1, 2
),
to_${table} AS (
  INSERT INTO ${table} AS b (tag_id, ts, sum, min, max, n)
  SELECT tag_id, ts, sum, min, max, n FROM add_${level} ORDER BY 1, 2
  ON CONFLICT (tag_id, ts) DO UPDATE
  SET sum = b.sum + excluded.sum, min = least(b.min, excluded.min), max = greatest(b.max, excluded.max), n = b.n + excluded.n
)`;
}
