import type pg from 'pg';
import { inTransaction } from '../database/database.ts';
import type { Queryable } from '../database/queryable.ts';
import { correctReadings } from './correctReadings.ts';
import { insertNewReadingsSql, insertReadingsSql } from './insertReadings.ts';
import { daysOf, ensurePartitions, clearPartitionCache } from './partitions.ts';
import type { WriteResult } from './writeResult.ts';
import { errorCode } from '../../errorCode.ts';

/** Readings in columns of equal length: row i is the value of one tag at one time. Order and duplicates do not matter. */
export interface ReadingBatch {
  /** Tag ids from the inventory (store/inventory.ts). */
  readonly tagIds: ArrayLike<number>;
  /** Whole ms since 1970 in UTC, from EARLIEST_MS to LATEST_MS. */
  readonly tsEpochMs: ArrayLike<number>;
  /** Finite, within ±MAX_VALUE. */
  readonly values: ArrayLike<number>;
}

export interface WriteOptions {
  /**
   * For a tag and time that already have a value, in the store or earlier in the batch:
   * `keep` retains the first value, `replace` writes the last.
   */
  readonly onConflict: 'keep' | 'replace';
}

export const EARLIEST_MS = 0;
/** The last ms of 2199: later times are typing errors, and each would create a partition. */
export const LATEST_MS = Date.UTC(2200, 0, 1) - 1;
/** Keeps the sum of a hundred million readings in one bucket finite. */
export const MAX_VALUE = 1e300;
/** Larger batches are not faster and use more memory. */
export const BEST_BATCH_ROWS = 20_000;

const NO_PARTITION = '23514';
const UNIQUE_VIOLATION = '23505';

/** After this many consecutive batches without duplicates, the next one is expected to have none. */
const DUPLICATE_FREE_BATCHES = 10;
/** Batches written by each pool since the last one with duplicates. */
const duplicateFreeBatches = new WeakMap<pg.Pool, number>();

/**
 * Writes readings, their buckets and the latest values of their tags, all or nothing.
 * Buckets stay exact for any order of readings and any number of concurrent writers.
 * @throws RangeError before anything is written if a time or value is out of bounds; the message names the row
 */
export async function writeReadings(pool: pg.Pool, batch: ReadingBatch, options: WriteOptions): Promise<WriteResult> {
  checkBatch(batch);
  if (batch.tagIds.length === 0) {
    return { inserted: 0, identical: 0, conflicting: 0 };
  }
  const days = daysOf(batch.tsEpochMs);
  await ensurePartitions(pool, days);
  try {
    return await writeOnce(pool, batch, options);
  } catch (error) {
    if (errorCode(error) === NO_PARTITION) {
      clearPartitionCache(pool);
      await ensurePartitions(pool, days);
      return writeOnce(pool, batch, options);
    }
    throw error;
  }
}

async function writeOnce(pool: pg.Pool, batch: ReadingBatch, options: WriteOptions): Promise<WriteResult> {
  const columns = [toArray(batch.tagIds), toArray(batch.tsEpochMs), toArray(batch.values)];
  if (options.onConflict === 'replace') {
    return correctReadings(pool, columns);
  }
  const count = batch.tagIds.length;
  const result = (await insertIfNew(pool, columns, count)) ?? (await insert(pool, INSERT_READINGS, columns, count));
  const isDuplicateFree = result.inserted === count;
  duplicateFreeBatches.set(pool, isDuplicateFree ? (duplicateFreeBatches.get(pool) ?? DUPLICATE_FREE_BATCHES) + 1 : 0);
  return result;
}

/**
 * Inserts a batch on the assumption that none of its readings is stored, which saves a sixth to a quarter of the time.
 * A failed attempt is wasted work, so it is skipped after a batch with duplicates: importing a file again costs one failed attempt.
 * @returns undefined if the attempt was skipped or failed; nothing is written then
 */
async function insertIfNew(pool: pg.Pool, columns: readonly string[], count: number): Promise<WriteResult | undefined> {
  if ((duplicateFreeBatches.get(pool) ?? DUPLICATE_FREE_BATCHES) < DUPLICATE_FREE_BATCHES) {
    return undefined;
  }
  try {
    return await insert(pool, INSERT_NEW_READINGS, columns, count);
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) {
      return undefined;
    }
    throw error;
  }
}

const INSERT_READINGS = { name: 'insert-readings', text: insertReadingsSql };
const INSERT_NEW_READINGS = { name: 'insert-new-readings', text: insertNewReadingsSql };

/** Counts in the transaction that writes: if the answer to its COMMIT is lost, the counts are not. */
function insert(
  pool: pg.Pool,
  statement: typeof INSERT_READINGS,
  columns: readonly string[],
  count: number
): Promise<WriteResult> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ inserted: number }>({ ...statement, values: [...columns] });
    const inserted = rows[0]?.inserted ?? 0;
    const conflicting = inserted === count ? 0 : await countConflicts(client, columns);
    return { inserted, identical: count - inserted - conflicting, conflicting };
  });
}

async function countConflicts(client: Queryable, columns: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ conflicting: number }>({
    name: 'count-conflicting-readings',
    // LATERAL … OFFSET 0 forces one index lookup per row; otherwise the planner may scan whole partitions for a hash join.
    text: `SELECT count(*)::int AS conflicting FROM unnest($1::int[], $2::int8[], $3::float8[]) AS b (tag_id, ts, value)
           CROSS JOIN LATERAL (SELECT r.value FROM reading r WHERE r.tag_id = b.tag_id AND r.ts = b.ts OFFSET 0) AS stored
           WHERE stored.value <> b.value`,
    values: [...columns],
  });
  return rows[0]?.conflicting ?? 0;
}

function checkBatch({ tagIds, tsEpochMs, values }: ReadingBatch): void {
  if (tagIds.length !== tsEpochMs.length || tagIds.length !== values.length) {
    throw new RangeError(
      `The columns of a batch must have equal lengths; got ${tagIds.length}, ${tsEpochMs.length} and ${values.length}.`
    );
  }
  for (let i = 0; i < tagIds.length; i++) {
    const ts = tsEpochMs[i] ?? Number.NaN;
    const value = values[i] ?? Number.NaN;
    if (!(Number.isInteger(ts) && ts >= EARLIEST_MS && ts <= LATEST_MS)) {
      throw new RangeError(`Row ${i}: the time ${ts} is not an integer in ms between 1970 and the end of 2199.`);
    }
    if (!(Math.abs(value) <= MAX_VALUE)) {
      throw new RangeError(`Row ${i}: the value ${value} is not a number within ±${MAX_VALUE}.`);
    }
  }
}

/** A PostgreSQL array literal; `pg` would quote and escape each number. */
function toArray(column: ArrayLike<number>): string {
  return `{${Array.prototype.join.call(column, ',')}}`;
}
