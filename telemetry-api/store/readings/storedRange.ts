import type { Queryable } from '../database/queryable.ts';
import { tableOf, type Level } from './levels.ts';

/** Times of rows in ms since 1970. */
export interface StoredRange {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** The first and the last row that any of the tags has in [fromMs, toMs); undefined if there is none. */
export async function storedRange(
  db: Queryable,
  tagIds: readonly number[],
  level: Level,
  fromMs: number,
  toMs: number
): Promise<StoredRange | undefined> {
  // A statement for each tag: it is a look-up in an index, and Citus sends it to the server of the tag.
  const statement = `SELECT min(ts) AS "firstMs", max(ts) AS "lastMs" FROM ${tableOf(level)} WHERE tag_id = $1 AND ts >= $2 AND ts < $3`;
  const ranges: StoredRange[] = [];
  for (const tagId of tagIds) {
    const { rows } = await db.query<{ firstMs: number | null; lastMs: number | null }>(statement, [
      tagId,
      fromMs,
      toMs,
    ]);
    const { firstMs = null, lastMs = null } = rows[0] ?? {};
    if (firstMs !== null && lastMs !== null) {
      ranges.push({ firstMs, lastMs });
    }
  }
  return ranges.length === 0
    ? undefined
    : {
        firstMs: Math.min(...ranges.map((range) => range.firstMs)),
        lastMs: Math.max(...ranges.map((range) => range.lastMs)),
      };
}

/** The time range of a tag's readings. */
export interface TagTimeRange {
  /** 00:00 UTC on the day of the first reading. */
  readonly firstDayMs: number;
  readonly lastMs: number;
}

/** The time ranges of all tags with readings, by tag id. */
export async function readTagTimeRanges(db: Queryable): Promise<Map<number, TagTimeRange>> {
  const { rows } = await db.query<{ tagId: number; firstDayMs: number; lastMs: number }>(
    `SELECT l.tag_id AS "tagId", l.ts AS "lastMs", d.ts AS "firstDayMs"
     FROM latest l CROSS JOIN LATERAL (SELECT ts FROM bucket_1d WHERE tag_id = l.tag_id ORDER BY ts LIMIT 1) AS d`
  );
  return new Map(rows.map(({ tagId, firstDayMs, lastMs }) => [tagId, { firstDayMs, lastMs }]));
}
