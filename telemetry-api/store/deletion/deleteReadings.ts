import type pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';
import { inTransaction } from '../database/database.ts';
import { hasCompressedChunks } from '../database/placement/hypertable.ts';
import type { Queryable } from '../database/queryable.ts';
import { BUCKETS, tableOf, type Level } from '../readings/levels.ts';
import { readRetentionCutoffs } from '../readings/retentionCutoff.ts';
import type { TimeRange } from '../readings/timeRange.ts';
import type { DeletedRows } from './deletedRows.ts';
import { bucketsOf, deletionSteps, expiredRows, partialBuckets } from './deletionSteps.ts';
import { isLatestIn, readDays, readNewest, readRemaining } from './remainingRows.ts';

export interface DeletionOptions {
  /** Ends the deletion between two steps. */
  readonly signal: AbortSignal;
  /** Called before each step. */
  readonly onStep: (tagId: number, done: number, steps: number) => void;
}

/** A part of a deletion, which no writer of readings shares. */
interface DeletionTransaction {
  readonly client: Queryable;
  readonly cutoffsMs: ReadonlyMap<Level, number>;
  /** Is increased by what is deleted. */
  readonly tally: DeletedRows;
}

interface TagDeletion extends DeletionTransaction {
  readonly tagId: number;
}

/**
 * Deletes the readings of a tag in a range. Its buckets and its latest value are then as if these readings had never been imported.
 * Each step of days is a transaction of its own under the lock of corrections: a batch of an import is written before or after it. An interruption
 * leaves whole steps, of which every bucket is exact; the same call deletes the rest.
 * @param deleted is increased by each step
 * @throws DividedBucketError, before anything is deleted
 */
export async function deleteReadings(
  pool: pg.Pool,
  tagId: number,
  range: TimeRange,
  deleted: DeletedRows,
  { signal, onStep }: DeletionOptions
): Promise<void> {
  const cutoffsMs = await readRetentionCutoffs(pool);
  partialBuckets(range, cutoffsMs);
  const steps = deletionSteps(range, await readDays(pool, tagId, range, cutoffsMs));
  for (const [index, step] of steps.entries()) {
    signal.throwIfAborted();
    onStep(tagId, index, steps.length);
    await inDeletion(pool, deleted, (transaction) => deleteStep({ ...transaction, tagId }, step));
  }
  signal.throwIfAborted();
  await inDeletion(pool, deleted, (transaction) => deleteExpired({ ...transaction, tagId }, range));
}

/** Runs part of a deletion in a transaction that no writer of readings shares. Its rows count once it is committed. */
export async function inDeletion(
  pool: pg.Pool,
  deleted: DeletedRows,
  work: (transaction: DeletionTransaction) => Promise<void>
): Promise<void> {
  const tally = await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.readings]);
    const own = structuredClone(deleted);
    await work({ client, cutoffsMs: await readRetentionCutoffs(client), tally: own });
    return own;
  });
  Object.assign(deleted, tally);
}

/** Deletes all readings and buckets of a tag inside a transaction: those that came after `deleteReadings`. */
export async function deleteRest(deletion: TagDeletion, range: TimeRange): Promise<void> {
  const { client, tagId, cutoffsMs } = deletion;
  for (const step of deletionSteps(range, await readDays(client, tagId, range, cutoffsMs))) {
    await deleteStep(deletion, step);
  }
  await deleteExpired(deletion, range);
}

async function deleteStep(deletion: TagDeletion, step: TimeRange): Promise<void> {
  const { client, tagId, cutoffsMs, tally } = deletion;
  const partial = partialBuckets(step, cutoffsMs);
  await allowDecompression(client, step);
  tally.readings += await deleteRows(client, 'reading', tagId, step);
  for (const { level, table, lengthMs } of BUCKETS) {
    tally.buckets[level] += await deleteRows(client, table, tagId, bucketsOf(step, lengthMs));
    for (const bucket of partial.filter((one) => one.level === level)) {
      const rest = await readRemaining(client, tagId, bucket, step);
      if (rest !== undefined) {
        await client.query(`INSERT INTO ${table} (tag_id, ts, sum, min, max, n) VALUES ($1, $2, $3, $4, $5, $6)`, [
          ...[tagId, bucket.fromMs, rest.sum, rest.min, rest.max, rest.n],
        ]);
        tally.buckets[level] -= 1;
        tally.recomputed += 1;
      }
    }
  }
  await replaceLatest(deletion, step);
}

async function deleteExpired(deletion: TagDeletion, range: TimeRange): Promise<void> {
  const { client, tagId, cutoffsMs, tally } = deletion;
  for (const { level, table, ...expired } of expiredRows(range, cutoffsMs)) {
    await allowDecompression(client, expired);
    const rows = await deleteRows(client, table, tagId, expired);
    if (level === 'raw') {
      tally.readings += rows;
    } else {
      tally.buckets[level] += rows;
    }
  }
  // Of a reading that retention has dropped, no bucket of a day may be left.
  await replaceLatest(deletion, range);
}

async function deleteRows(
  client: Queryable,
  table: string,
  tagId: number,
  { fromMs, toMs }: TimeRange
): Promise<number> {
  const { rowCount } = await client.query(`DELETE FROM ${table} WHERE tag_id = $1 AND ts >= $2 AND ts < $3`, [
    tagId,
    fromMs,
    toMs,
  ]);
  return rowCount ?? 0;
}

async function replaceLatest({ client, tagId, cutoffsMs, tally }: TagDeletion, deleted: TimeRange): Promise<void> {
  if (!(await isLatestIn(client, tagId, deleted))) {
    return;
  }
  const newest = await readNewest(client, tagId, cutoffsMs);
  if (newest === undefined) {
    await client.query('DELETE FROM latest WHERE tag_id = $1', [tagId]);
  } else {
    await client.query('UPDATE latest SET ts = $2, value = $3 WHERE tag_id = $1', [tagId, newest.ts, newest.value]);
  }
  tally.latest += 1;
}

/** TimescaleDB decompresses what it deletes from; its default limit of 100,000 rows is less than a day of a fast tag. */
async function allowDecompression(client: Queryable, { fromMs, toMs }: TimeRange): Promise<void> {
  for (const table of ['raw', '1m'] as const) {
    if (await hasCompressedChunks(client, tableOf(table), fromMs, toMs)) {
      await client.query('SET LOCAL timescaledb.max_tuples_decompressed_per_dml_transaction = 0');
    }
  }
}
