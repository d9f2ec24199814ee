import type { Queryable } from '../database/queryable.ts';
import type { Level } from '../readings/levels.ts';

/** Each is also the file extension. */
export const EXPORT_FORMATS = ['csv', 'ndjson', 'csv.gz', 'ndjson.gz'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * pending -> processing -> ready -> expired
 *                       -> failed
 */
export type ExportState = 'pending' | 'processing' | 'ready' | 'failed' | 'expired';

/** Readings or buckets of the given tags in [fromMs, toMs). */
export interface ExportRequest {
  readonly keyId: string;
  readonly description: string;
  readonly format: ExportFormat;
  readonly tagIds: readonly number[];
  readonly level: Level;
  readonly fromMs: number;
  readonly toMs: number;
}

/** An export job and its current state. */
export interface ExportJob extends ExportRequest {
  readonly id: string;
  readonly state: ExportState;
  /** 0 to 100 */
  readonly progress: number;
  readonly rows: number | null;
  readonly sizeBytes: number;
  /** User-facing message without internal details. */
  readonly error: string | null;
  readonly createdMs: number;
  readonly finishedMs: number | null;
  readonly expiresMs: number | null;
}

const COLUMNS = `id, key_id AS "keyId", description, format, state, progress, rows, size_bytes AS "sizeBytes", error,
  created_ms AS "createdMs", finished_ms AS "finishedMs", expires_ms AS "expiresMs",
  tag_ids AS "tagIds", level, from_ms AS "fromMs", to_ms AS "toMs"`;

/** Queues an export for the workers of `serve`. Returns its id. */
export async function queueExport(db: Queryable, request: ExportRequest, nowMs: number): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO export (key_id, description, format, tag_ids, level, from_ms, to_ms, created_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      request.keyId,
      request.description,
      request.format,
      request.tagIds,
      request.level,
      request.fromMs,
      request.toMs,
      nowMs,
    ]
  );
  return rows[0]?.id ?? '';
}

/**
 * Inserts or replaces an export in any state, for seeding and tests.
 * For `ready`, write the file first (exportFile in exports/exportFile.ts); otherwise its download responds with 404.
 * A `processing` job is left alone until `leaseUntilMs`; then a worker can claim it.
 */
export async function putExport(db: Queryable, job: ExportJob, leaseUntilMs?: number): Promise<void> {
  await db.query(
    `INSERT INTO export AS e (id, key_id, description, format, state, progress, rows, size_bytes, error, created_ms, finished_ms,
       expires_ms, tag_ids, level, from_ms, to_ms, lease_until_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     ON CONFLICT (id) DO UPDATE SET key_id = excluded.key_id, description = excluded.description, format = excluded.format,
       state = excluded.state, progress = excluded.progress, rows = excluded.rows, size_bytes = excluded.size_bytes,
       error = excluded.error, created_ms = excluded.created_ms, finished_ms = excluded.finished_ms,
       expires_ms = excluded.expires_ms, tag_ids = excluded.tag_ids, level = excluded.level, from_ms = excluded.from_ms,
       to_ms = excluded.to_ms, lease_until_ms = excluded.lease_until_ms, worker = NULL, attempts = 0`,
    [
      job.id,
      job.keyId,
      job.description,
      job.format,
      job.state,
      job.progress,
      job.rows,
      job.sizeBytes,
      job.error,
      job.createdMs,
      job.finishedMs,
      job.expiresMs,
      job.tagIds,
      job.level,
      job.fromMs,
      job.toMs,
      leaseUntilMs,
    ]
  );
}

/** The latest exports requested with a key, newest first. */
export async function listExports(db: Queryable, keyId: string, count: number): Promise<ExportJob[]> {
  const { rows } = await db.query<ExportJob>({
    name: 'list-exports',
    text: `SELECT ${COLUMNS} FROM export WHERE key_id = $1 ORDER BY created_ms DESC, id DESC LIMIT $2`,
    values: [keyId, count],
  });
  return rows;
}

/** The exports of all keys, newest first. */
export async function listAllExports(db: Queryable): Promise<ExportJob[]> {
  const { rows } = await db.query<ExportJob>(`SELECT ${COLUMNS} FROM export ORDER BY created_ms DESC, id DESC`);
  return rows;
}

export async function findExport(db: Queryable, id: string): Promise<ExportJob | undefined> {
  const { rows } = await db.query<ExportJob>({
    name: 'find-export',
    text: `SELECT ${COLUMNS} FROM export WHERE id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Which of the given exports are ready for download. */
export async function findReadyExports(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM export WHERE id = ANY ($1::uuid[]) AND state = 'ready'`,
    [ids]
  );
  return new Set(rows.map(({ id }) => id));
}
