import type { Queryable } from '../database/queryable.ts';
import { tableOf, type Level } from '../readings/levels.ts';
import type { TimeRange } from '../readings/timeRange.ts';
import type { CountedDay, PartialBucket } from './deletionSteps.ts';
import { DAY_MS } from '../../durations.ts';

/** What a bucket holds. */
interface BucketRow {
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly n: number;
}

/**
 * The days of a tag that have readings in the range, ascending. Their buckets tell, and before the cutoff of these the minutes, which are kept by whole
 * months, and so longer.
 */
export async function readDays(
  db: Queryable,
  tagId: number,
  { fromMs, toMs }: TimeRange,
  cutoffsMs: ReadonlyMap<Level, number>
): Promise<CountedDay[]> {
  const firstDayMs = Math.floor(fromMs / DAY_MS) * DAY_MS;
  const { rows: days } = await db.query<CountedDay>(
    'SELECT ts AS "startMs", n FROM bucket_1d WHERE tag_id = $1 AND ts >= $2 AND ts < $3 ORDER BY ts',
    [tagId, firstDayMs, toMs]
  );
  const dropped = { fromMs: firstDayMs, toMs: Math.min(toMs, cutoffsMs.get('1d') ?? 0) };
  if (dropped.fromMs >= dropped.toMs) {
    return days;
  }
  const { rows: ofMinutes } = await db.query<CountedDay>(
    `SELECT ts - ts % ${DAY_MS} AS "startMs", sum(n)::int AS n FROM bucket_1m WHERE tag_id = $1 AND ts >= $2 AND ts < $3 GROUP BY 1 ORDER BY 1`,
    [tagId, dropped.fromMs, dropped.toMs]
  );
  const byStart = new Map([...days, ...ofMinutes].map((day) => [day.startMs, day]));
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs);
}

/** What a bucket will hold without the rows of the deleted range; undefined if nothing is left. */
export async function readRemaining(
  db: Queryable,
  tagId: number,
  { source, fromMs, toMs }: PartialBucket,
  deleted: TimeRange
): Promise<BucketRow | undefined> {
  const parts =
    source === 'raw'
      ? 'sum(value) AS sum, min(value) AS min, max(value) AS max, count(*)::int AS n'
      : 'sum(sum) AS sum, min(min) AS min, max(max) AS max, coalesce(sum(n), 0)::int AS n';
  const { rows } = await db.query<BucketRow>(
    `SELECT ${parts} FROM ${tableOf(source)} WHERE tag_id = $1 AND ts >= $2 AND ts < $3 AND NOT (ts >= $4 AND ts < $5)`,
    [tagId, fromMs, toMs, deleted.fromMs, deleted.toMs]
  );
  return rows[0]?.n ? rows[0] : undefined;
}

/** Whether the latest value of a tag is in the range. */
export async function isLatestIn(db: Queryable, tagId: number, { fromMs, toMs }: TimeRange): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM latest WHERE tag_id = $1 AND ts >= $2 AND ts < $3', [
    tagId,
    fromMs,
    toMs,
  ]);
  return (rowCount ?? 0) > 0;
}

/**
 * The newest stored reading of a tag; undefined if there is none. The day is found by its bucket: a statement over all partitions would lock each of them.
 * Retention drops readings before their days.
 */
export async function readNewest(
  db: Queryable,
  tagId: number,
  cutoffsMs: ReadonlyMap<Level, number>
): Promise<{ readonly ts: number; readonly value: number } | undefined> {
  const { rows: days } = await db.query<{ startMs: number | null }>(
    'SELECT max(ts) AS "startMs" FROM bucket_1d WHERE tag_id = $1',
    [tagId]
  );
  const startMs = days[0]?.startMs ?? null;
  if (startMs === null || startMs < (cutoffsMs.get('raw') ?? 0)) {
    return undefined;
  }
  const { rows } = await db.query<{ ts: number; value: number }>(
    'SELECT ts, value FROM reading WHERE tag_id = $1 AND ts >= $2 AND ts < $3 ORDER BY ts DESC LIMIT 1',
    [tagId, startMs, startMs + DAY_MS]
  );
  return rows[0];
}

/** Number of rows of a tag in a range of a table. */
export async function countRows(
  db: Queryable,
  table: string,
  tagId: number,
  { fromMs, toMs }: TimeRange
): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} WHERE tag_id = $1 AND ts >= $2 AND ts < $3`,
    [tagId, fromMs, toMs]
  );
  return rows[0]?.n ?? 0;
}
