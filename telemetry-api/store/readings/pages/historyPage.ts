import type { Queryable } from '../../database/queryable.ts';
import type { Level } from '../levels.ts';
import { writeRows, type RowLayout, type RowTarget, type RowText } from './rowText.ts';
import { DAY_MS } from '../../../durations.ts';

/** Up to `limit` rows of a tag in [fromMs, toMs), ascending. */
export interface HistoryRequest {
  readonly tagId: number;
  readonly level: Level;
  /** The next page starts 1 ms after the last row of the previous one: a tag has at most one row per ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

/** Shorter windows touch few partitions and are not narrowed. */
const WIDE_WINDOW_MS = 4 * DAY_MS;

/**
 * Reads one page and formats it with the given layout. The layout has one label for `value` at level raw, and four for `avg`, `min`, `max`
 * and `n` at the other levels. Statements take a single lower bound: with separate bounds for `desde` and the cursor, the plan would read
 * rows by the first and discard them by the second.
 */
export async function readHistoryPage(
  db: Queryable,
  request: HistoryRequest,
  layout: RowLayout,
  target?: RowTarget
): Promise<RowText> {
  const toMs = request.level === 'raw' ? await narrowRawWindow(db, request) : request.toMs;
  const { rows } = await db.query<Record<string, string | null>>(historyPageStatement({ ...request, toMs }));
  const columns = rows[0] ?? {};
  const values = COLUMNS[request.level === 'raw' ? 'raw' : 'bucket'].map((name) => columns[name] ?? '');
  return writeRows({ originMs: request.fromMs, times: columns.times ?? '', values }, layout, request.limit, target);
}

/** The statement of a page. Returns a single row with the columns for `writeRows`, holding one history row more than the limit. */
export function historyPageStatement({ tagId, level, fromMs, toMs, limit }: HistoryRequest) {
  return { name: `history-page-${level}`, text: PAGE_SQL[level], values: [tagId, fromMs, toMs, limit + 1] };
}

/**
 * The end of the day on which a page of raw readings is full, according to the counts of the daily buckets. Planning over ten years of
 * partitions takes a hundred times longer than reading the page from the few partitions it touches.
 */
async function narrowRawWindow(db: Queryable, { tagId, fromMs, toMs, limit }: HistoryRequest): Promise<number> {
  if (toMs - fromMs < WIDE_WINDOW_MS) {
    return toMs;
  }
  // The first day may be requested only in part, so its count is not used.
  const firstWholeDayMs = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  const { rows } = await db.query<{ lastDayMs: number }>({
    name: 'narrow-raw-window',
    text: `SELECT ts AS "lastDayMs" FROM (
             SELECT ts, sum(n) OVER (ORDER BY ts) AS readings FROM bucket_1d
             WHERE tag_id = $1 AND ts < $3
               -- buckets still count readings that retention has dropped
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

/** Averages are not stored. Rounding of the sum can put one slightly outside [min, max], so it is clamped. */
function bucketSql(table: string): string {
  return `SELECT string_agg((ts - $2)::text, ',') AS times, string_agg(avg::text, ',') AS avg, string_agg(min::text, ',') AS min,
            string_agg(max::text, ',') AS max, string_agg(n::text, ',') AS n FROM (
          SELECT ts, least(greatest(sum / n, min), max) AS avg, min, max, n
          FROM ${table} WHERE tag_id = $1 AND ts >= $2 AND ts < $3 ORDER BY ts LIMIT $4) AS page`;
}
