import type { Queryable } from '../database/queryable.ts';
import { DAY_MS } from '../../durations.ts';

const TAGS_AT_ONCE = 100;
/** At most 72,000 hourly buckets per transaction. */
const WINDOW_MS = 30 * DAY_MS;

/** Counts the rows of a table before the cutoff. Scans the whole table. */
export async function countOldRows(db: Queryable, table: string, cutoffMs: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ts < $1`, [cutoffMs]);
  return rows[0]?.n ?? 0;
}

/**
 * Deletes the rows of a table before the cutoff, in windows of tags and days along the primary key. Each statement reads only the
 * rows it deletes, and transactions stay short. It does not conflict with writers, which write no rows of that age.
 * @returns the number of deleted rows
 */
export async function dropOldRows(
  db: Queryable,
  table: string,
  cutoffMs: number,
  signal: AbortSignal
): Promise<number> {
  const { rows } = await db.query<{ first: number | null; last: number | null }>(
    `SELECT min(tag_id) AS first, max(tag_id) AS last FROM ${table}`
  );
  const { first, last } = rows[0] ?? {};
  let dropped = 0;
  for (let tag = first ?? 0; tag <= (last ?? -1); tag += TAGS_AT_ONCE) {
    const tagIds = Array.from({ length: TAGS_AT_ONCE }, (_, i) => tag + i);
    for (let fromMs = await oldest(db, table, tagIds, cutoffMs); fromMs < cutoffMs; fromMs += WINDOW_MS) {
      if (signal.aborted) {
        return dropped;
      }
      const { rowCount } = await db.query(
        `DELETE FROM ${table} WHERE tag_id = ANY ($1::int[]) AND ts >= $2 AND ts < $3`,
        [tagIds, fromMs, Math.min(fromMs + WINDOW_MS, cutoffMs)]
      );
      dropped += rowCount ?? 0;
    }
  }
  return dropped;
}

/**
 * Time of the oldest row of the given tags, with one index lookup per tag. A tag with rows is in `latest`, on the same shard of Citus, unless its last
 * readings were deleted: the rows of such a tag are all read.
 */
async function oldest(db: Queryable, table: string, tagIds: readonly number[], orMs: number): Promise<number> {
  const { rows } = await db.query<{ ts: number | null; found: number[] | null }>(
    `SELECT min(of.ts) AS ts, array_agg(l.tag_id) AS found FROM latest l
     CROSS JOIN LATERAL (SELECT ts FROM ${table} b WHERE b.tag_id = l.tag_id ORDER BY ts LIMIT 1) AS of
     WHERE l.tag_id = ANY ($1::int[])`,
    [tagIds]
  );
  const found = new Set(rows[0]?.found);
  const { rows: others } = await db.query<{ ts: number | null }>(
    `SELECT min(ts) AS ts FROM ${table} WHERE tag_id = ANY ($1::int[])`,
    [tagIds.filter((id) => !found.has(id))]
  );
  return Math.min(rows[0]?.ts ?? orMs, others[0]?.ts ?? orMs);
}
