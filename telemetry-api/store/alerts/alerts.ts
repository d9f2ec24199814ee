import type pg from 'pg';

export type Severity = 'info' | 'warning' | 'critical';

/** Open until `endedMs`; acknowledged from `acknowledgedMs` on. Times are ms since 1970 in UTC. */
export interface AlertEntry {
  /** A UUID; writing the same id again updates the alert. */
  readonly id: string;
  readonly tagId: number;
  readonly rule: string;
  readonly severity: Severity;
  /** When the condition began; not after `openedMs`. */
  readonly startedMs: number;
  readonly openedMs: number;
  readonly acknowledgedMs: number | null;
  readonly endedMs: number | null;
  readonly startValue: number;
  readonly peakValue: number;
}

const ENTRY_COLUMNS = `id, tag_id AS "tagId", rule, severity, started_ms AS "startedMs", opened_ms AS "openedMs",
  acknowledged_ms AS "acknowledgedMs", ended_ms AS "endedMs", start_value AS "startValue", peak_value AS "peakValue"`;

/** Inserts or updates alerts in one statement. The last entry of an id wins. */
export async function upsertAlerts(
  pool: pg.Pool,
  alerts: readonly AlertEntry[]
): Promise<{ inserted: number; updated: number }> {
  const last = [...new Map(alerts.map((alert) => [alert.id.toLowerCase(), alert])).values()];
  const column = <K extends keyof AlertEntry>(key: K) => last.map((alert) => alert[key]);
  const { rows } = await pool.query<{ inserted: number }>(
    `WITH written AS (
       INSERT INTO alert (id, tag_id, rule, severity, started_ms, opened_ms, acknowledged_ms, ended_ms, start_value, peak_value)
       SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::int8[], $8::int8[],
         $9::float8[], $10::float8[])
       ORDER BY 1
       ON CONFLICT (id) DO UPDATE SET tag_id = excluded.tag_id, rule = excluded.rule, severity = excluded.severity,
         started_ms = excluded.started_ms, opened_ms = excluded.opened_ms, acknowledged_ms = excluded.acknowledged_ms,
         ended_ms = excluded.ended_ms, start_value = excluded.start_value, peak_value = excluded.peak_value
       -- a row that was inserted has no deleter
       RETURNING xmax = 0 AS is_new)
     SELECT count(*) FILTER (WHERE is_new)::int AS inserted FROM written`,
    [
      column('id'),
      column('tagId'),
      column('rule'),
      column('severity'),
      column('startedMs'),
      column('openedMs'),
      column('acknowledgedMs'),
      column('endedMs'),
      column('startValue'),
      column('peakValue'),
    ]
  );
  const inserted = rows[0]?.inserted ?? 0;
  return { inserted, updated: last.length - inserted };
}

/** The stored alerts with the given ids, by id. */
export async function readAlerts(pool: pg.Pool, ids: readonly string[]): Promise<Map<string, AlertEntry>> {
  const { rows } = await pool.query<AlertEntry>(`SELECT ${ENTRY_COLUMNS} FROM alert WHERE id = ANY ($1::uuid[])`, [
    ids,
  ]);
  return new Map(rows.map((alert) => [alert.id, alert]));
}

/** The alerts of one rule of a tag that started before a time. */
export interface AlertSeries {
  readonly tagId: number;
  readonly rule: string;
  readonly beforeMs: number;
}

/** The last alert of each series, where there is one. */
export async function readAlertsBefore(pool: pg.Pool, series: readonly AlertSeries[]): Promise<AlertEntry[]> {
  const { rows } = await pool.query<AlertEntry>(
    `SELECT DISTINCT ON (tag_id, rule) ${ENTRY_COLUMNS}
     FROM alert
     JOIN unnest($1::int[], $2::text[], $3::int8[]) AS series (tag_id, rule, before_ms) USING (tag_id, rule)
     WHERE started_ms < before_ms
     ORDER BY tag_id, rule, started_ms DESC, id`,
    [series.map(({ tagId }) => tagId), series.map(({ rule }) => rule), series.map(({ beforeMs }) => beforeMs)]
  );
  return rows;
}
