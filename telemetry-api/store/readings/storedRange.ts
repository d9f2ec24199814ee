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
