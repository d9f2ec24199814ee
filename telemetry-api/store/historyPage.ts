import type { Queryable } from './queryable.ts';
import type { Level } from './levels.ts';
import { writeRows, type RowLayout, type RowText } from './rowText.ts';

/** Up to `limit` rows of a tag in [fromMs, toMs), ascending. */
export interface HistoryRequest {
  readonly tagId: number;
  readonly level: Level;
  /** The next page begins 1 ms after the last row of the one before: a tag has one row a time. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

const DAY_MS = 86_400_000;
/** Windows shorter than this reach few partitions: nothing to save. */
const WIDE_WINDOW_MS = 4 * DAY_MS;

/**
 * Reads one page, written out in the given layout: its labels are for `value` at raw, for `avg`, `min`, `max` and `n` at other levels.
 * Statements take one lower bound, not desde and cursor: with two, the plan reads what the first lets through and throws away what the second does not.
 */
export async function readHistoryPage(db: Queryable, request: HistoryRequest, layout: RowLayout): Promise<RowText> {
  const toMs = request.level === 'raw' ? await narrowRawWindow(db, request) : request.toMs;
  const { rows } = await db.query<Record<string, string | null>>(historyPageStatement({ ...request, toMs }));
  const columns = rows[0] ?? {};
  const values = COLUMNS[request.level === 'raw' ? 'raw' : 'bucket'].map((name) => columns[name] ?? '');
  return writeRows({ originMs: request.fromMs, times: columns.times ?? '', values }, layout, request.limit);
}

/** The statement that makes a page: one row, its columns as `writeRows` takes them, with one row more than the page has room for. */
export function historyPageStatement({ tagId, level, fromMs, toMs, limit }: HistoryRequest) {
  return { name: `history-page-${level}`, text: PAGE_SQL[level], values: [tagId, fromMs, toMs, limit + 1] };
}

/**
 * The end of the day by which a page of raw readings is full, as the daily buckets count them: planning over the partitions of ten years
 * takes a hundred times longer than reading the page from the few that it touches.
 */
async function narrowRawWindow(db: Queryable, { tagId, fromMs, toMs, limit }: HistoryRequest): Promise<number> {
  if (toMs - fromMs < WIDE_WINDOW_MS) {
    return toMs;
  }
  // Of the first day only a part may be asked for: it counts for nothing.
  const firstWholeDayMs = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  const { rows } = await db.query<{ lastDayMs: number }>({
    name: 'narrow-raw-window',
    text: `SELECT ts AS "lastDayMs" FROM (
             SELECT ts, sum(n) OVER (ORDER BY ts) AS readings FROM bucket_1d
             WHERE tag_id = $1 AND ts < $3
               -- buckets still count readings that are not kept any more
               AND ts >= greatest($2, (SELECT kept_from_ms FROM retention WHERE level = 'raw'))
             ORDER BY ts LIMIT $4) AS days
           WHERE readings >= $4 ORDER BY ts LIMIT 1`,
    values: [tagId, firstWholeDayMs, toMs, limit + 1],
  });
  const lastDayMs = rows[0]?.lastDayMs;
  return lastDayMs === undefined ? toMs : Math.min(toMs, lastDayMs + DAY_MS);
}

const COLUMNS = { raw: ['value'], bucket: ['avg', 'min', 'max', 'n'] } as const;

const PAGE_SQL: Record<Level, string> = {
  raw: `SELECT string_agg((ts - $2)::text, ',') AS times, string_agg(value::text, ',') AS value FROM (
          SELECT ts, value FROM reading WHERE tag_id = $1 AND ts >= $2 AND ts < $3 ORDER BY ts LIMIT $4) AS page`,
  '1m': bucketSql('bucket_1m'),
  '1h': bucketSql('bucket_1h'),
  '1d': bucketSql('bucket_1d'),
};

/** The average is computed here and nowhere stored; a sum that rounded may put it a hair outside [min, max], where it cannot be. */
function bucketSql(table: string): string {
  return `SELECT string_agg((ts - $2)::text, ',') AS times, string_agg(avg::text, ',') AS avg, string_agg(min::text, ',') AS min,
            string_agg(max::text, ',') AS max, string_agg(n::text, ',') AS n FROM (
          SELECT ts, least(greatest(sum / n, min), max) AS avg, min, max, n
          FROM ${table} WHERE tag_id = $1 AND ts >= $2 AND ts < $3 ORDER BY ts LIMIT $4) AS page`;
}
