import type pg from 'pg';

/** The time range of a tag's readings. */
export interface TagTimeRange {
  /** 00:00 UTC on the day of the first reading. */
  readonly firstDayMs: number;
  readonly lastMs: number;
}

/** The time ranges of all tags with readings, by tag id. */
export async function readTagTimeRanges(pool: pg.Pool): Promise<Map<number, TagTimeRange>> {
  const { rows } = await pool.query<{ tagId: number; firstDayMs: number; lastMs: number }>(
    `SELECT l.tag_id AS "tagId", l.ts AS "lastMs", d.ts AS "firstDayMs"
     FROM latest l CROSS JOIN LATERAL (SELECT ts FROM bucket_1d WHERE tag_id = l.tag_id ORDER BY ts LIMIT 1) AS d`
  );
  return new Map(rows.map(({ tagId, firstDayMs, lastMs }) => [tagId, { firstDayMs, lastMs }]));
}
