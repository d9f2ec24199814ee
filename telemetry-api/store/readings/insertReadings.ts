import { BUCKETS } from './levels.ts';

/**
 * Writes a batch in one statement: $1 tag ids, $2 times, $3 values. Returns the number of new rows.
 *
 *   batch -> first row of each (tag, time) -> reading, unless stored -> only NEW rows are added to buckets and latest
 *
 * A reading is therefore counted once, however often it is sent. Rows are always written in order of (tag, time), which prevents
 * deadlocks between writers. Runs in a transaction of `inWriteTransaction`.
 */
export const insertReadingsSql = insertSql('ON CONFLICT (tag_id, ts) DO NOTHING');

/**
 * The same for a batch of which no reading is stored yet; otherwise the statement fails with a unique violation.
 * Faster, because PostgreSQL skips the speculative insertion of ON CONFLICT.
 */
export const insertNewReadingsSql = insertSql('');

function insertSql(onConflict: string): string {
  return `
WITH fresh AS (
  INSERT INTO reading (tag_id, ts, value)
  SELECT tag_id, ts, value FROM (
    SELECT DISTINCT ON (tag_id, ts) tag_id, ts, value
    FROM unnest($1::int[], $2::int8[], $3::float8[]) WITH ORDINALITY AS b (tag_id, ts, value, position)
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

/** Adds the batch to a level. The increments come from those of the next finer level, which has fewer rows than the batch. */
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
