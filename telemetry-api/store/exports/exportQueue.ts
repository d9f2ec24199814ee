import type { Queryable } from '../database/queryable.ts';
import type { ExportFormat, ExportRequest } from './exports.ts';

/** A job as seen by the worker that claimed it. */
export interface ClaimedExport extends Omit<ExportRequest, 'keyId' | 'description'> {
  readonly id: string;
  /** 1 the first time the job is claimed; more if earlier workers died while processing it. */
  readonly attempts: number;
}

/** A worker that does not report for this long loses its job. Uses the database's clock, because workers may run on several machines. */
const LEASE_MS = 30_000;
const DB_NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::int8';

/** Claims the oldest job that is pending or whose lease has expired. */
export async function claimExport(db: Queryable, worker: string): Promise<ClaimedExport | undefined> {
  const { rows } = await db.query<ClaimedExport>(
    `UPDATE export SET state = 'processing', progress = 0, rows = 0, size_bytes = 0, worker = $1, attempts = attempts + 1,
       lease_until_ms = ${DB_NOW_MS} + ${LEASE_MS}
     WHERE id = (
       SELECT id FROM export WHERE state = 'pending' OR (state = 'processing' AND coalesce(lease_until_ms, 0) < ${DB_NOW_MS})
       ORDER BY created_ms LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, format, tag_ids AS "tagIds", level, from_ms AS "fromMs", to_ms AS "toMs", attempts`,
    [worker]
  );
  return rows[0];
}

/** Records progress and renews the lease. Returns false if another worker has claimed the job. */
export async function reportExport(
  db: Queryable,
  worker: string,
  id: string,
  at: { readonly progress: number; readonly rows: number; readonly sizeBytes: number }
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE export SET progress = $3, rows = $4, size_bytes = $5, lease_until_ms = ${DB_NOW_MS} + ${LEASE_MS}
     WHERE id = $2 AND worker = $1 AND state = 'processing'`,
    [worker, id, at.progress, at.rows, at.sizeBytes]
  );
  return rowCount === 1;
}

/** Marks a job as ready. Call it when the complete file is in place. */
export async function finishExport(
  db: Queryable,
  worker: string,
  id: string,
  done: { readonly rows: number; readonly sizeBytes: number; readonly finishedMs: number; readonly expiresMs: number }
): Promise<void> {
  await db.query(
    `UPDATE export SET state = 'ready', progress = 100, rows = $3, size_bytes = $4, finished_ms = $5, expires_ms = $6, worker = NULL
     WHERE id = $2 AND worker = $1 AND state = 'processing'`,
    [worker, id, done.rows, done.sizeBytes, done.finishedMs, done.expiresMs]
  );
}

export async function failExport(
  db: Queryable,
  worker: string,
  id: string,
  error: string,
  finishedMs: number
): Promise<void> {
  await db.query(
    `UPDATE export SET state = 'failed', error = $3, finished_ms = $4, worker = NULL
     WHERE id = $2 AND worker = $1 AND state = 'processing'`,
    [worker, id, error, finishedMs]
  );
}

/**
 * Returns a job to the queue.
 * @param isCounted whether this attempt counts towards the maximum; false when the worker shuts down normally
 */
export async function releaseExport(db: Queryable, worker: string, id: string, isCounted: boolean): Promise<void> {
  await db.query(
    `UPDATE export SET state = 'pending', progress = 0, rows = NULL, size_bytes = 0, worker = NULL, attempts = attempts - $3
     WHERE id = $2 AND worker = $1 AND state = 'processing'`,
    [worker, id, isCounted ? 0 : 1]
  );
}

/** Marks expired exports and returns those whose files can be deleted. */
export async function expireExports(
  db: Queryable,
  nowMs: number
): Promise<Array<{ id: string; format: ExportFormat }>> {
  const { rows } = await db.query<{ id: string; format: ExportFormat }>(
    `UPDATE export SET state = 'expired' WHERE state = 'ready' AND expires_ms <= $1 RETURNING id, format`,
    [nowMs]
  );
  return rows;
}
