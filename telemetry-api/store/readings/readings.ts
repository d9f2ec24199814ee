import type pg from 'pg';
import { errorCode } from '../../errorCode.ts';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';
import { inTransaction } from '../database/database.ts';
import type { Queryable } from '../database/queryable.ts';
import { BATCH_JOIN_SQL, BATCH_SQL, type ReadingColumns, type WriteResult } from './batch.ts';
import { correctReadings } from './correctReadings.ts';
import { insertNewReadingsSql, insertReadingsSql } from './insertReadings.ts';
import { daysOf, ensurePartitions, clearPartitionCache } from './partitions.ts';
import { rejectDeletedTags } from './rejectDeletedTags.ts';
import { rejectBeforeCutoff } from './retentionCutoff.ts';

/** Readings in columns of equal length: row i is the value of one tag at one time. Order and duplicates do not matter. */
export interface ReadingBatch {
  /** Tag ids from the inventory (store/inventory/inventory.ts). */
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
/** Citus locks the shards of a batch in any order. If two writers wait for each other, it cancels one, of which nothing is written. */
const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 5;

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
  const rows = toColumns(batch);
  await ensurePartitions(pool, days);
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(pool, rows, options);
    } catch (error) {
      const code = errorCode(error);
      if (attempt === MAX_ATTEMPTS || (code !== NO_PARTITION && code !== DEADLOCK)) {
        throw error;
      }
      if (code === NO_PARTITION) {
        clearPartitionCache(pool);
        await ensurePartitions(pool, days);
      }
    }
  }
}

/**
 * Compares a batch with the stored readings and writes nothing: `inserted` counts the rows that are not stored. Rows of the batch are not
 * compared with each other.
 * @throws RangeError as `writeReadings`
 */
export async function compareReadings(pool: pg.Pool, batch: ReadingBatch): Promise<WriteResult> {
  checkBatch(batch);
  if (batch.tagIds.length === 0) {
    return { inserted: 0, identical: 0, conflicting: 0 };
  }
  const rows = toColumns(batch);
  const { stored, conflicting } = await countStored(pool, rows);
  return { inserted: rows.count - stored, identical: stored - conflicting, conflicting };
}

async function writeOnce(pool: pg.Pool, rows: ReadingColumns, { onConflict }: WriteOptions): Promise<WriteResult> {
  if (onConflict === 'replace') {
    return inWriteTransaction(pool, 'exclusive', rows, (client) => correctReadings(client, rows));
  }
  const result = (await insertIfNew(pool, rows)) ?? (await insert(pool, INSERT_READINGS, rows));
  const isDuplicateFree = result.inserted === rows.count;
  duplicateFreeBatches.set(pool, isDuplicateFree ? (duplicateFreeBatches.get(pool) ?? DUPLICATE_FREE_BATCHES) + 1 : 0);
  return result;
}

/**
 * Inserts a batch on the assumption that none of its readings is stored, which saves a sixth to a quarter of the time.
 * A failed attempt is wasted work, so it is skipped after a batch with duplicates: importing a file again costs one failed attempt.
 * @returns undefined if the attempt was skipped or failed; nothing is written then
 */
async function insertIfNew(pool: pg.Pool, rows: ReadingColumns): Promise<WriteResult | undefined> {
  if ((duplicateFreeBatches.get(pool) ?? DUPLICATE_FREE_BATCHES) < DUPLICATE_FREE_BATCHES) {
    return undefined;
  }
  try {
    return await insert(pool, INSERT_NEW_READINGS, rows);
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) {
      return undefined;
    }
    throw error;
  }
}

const INSERT_READINGS = { name: 'insert-readings', text: insertReadingsSql };
const INSERT_NEW_READINGS = { name: 'insert-new-readings', text: insertNewReadingsSql };

function insert(pool: pg.Pool, statement: typeof INSERT_READINGS, rows: ReadingColumns): Promise<WriteResult> {
  return inWriteTransaction(pool, 'shared', rows, async (client) => {
    const { rows: added } = await client.query<{ inserted: number }>({ ...statement, values: rows.columns });
    const inserted = added[0]?.inserted ?? 0;
    const rest = rows.count - inserted;
    // Those just inserted do not differ from what is stored.
    const { conflicting } = rest === 0 ? { conflicting: 0 } : await countStored(client, rows);
    return { inserted, identical: rest - conflicting, conflicting };
  });
}

/** Counts the rows whose tag and time are stored, and those of them whose value differs. */
async function countStored(db: Queryable, rows: ReadingColumns): Promise<{ stored: number; conflicting: number }> {
  const { rows: counted } = await db.query<{ stored: number; conflicting: number }>({
    name: 'count-stored-readings',
    text: `SELECT count(*)::int AS stored, count(*) FILTER (WHERE r.value <> b.value)::int AS conflicting
           FROM ${BATCH_SQL} JOIN reading r ON ${BATCH_JOIN_SQL}`,
    values: [...rows.columns, rows.firstMs, rows.lastMs],
  });
  return counted[0] ?? { stored: 0, conflicting: 0 };
}

const LOCK_SQL = {
  shared: 'SELECT pg_advisory_xact_lock_shared($1)',
  exclusive: 'SELECT pg_advisory_xact_lock($1)',
} as const;

/**
 * Writes readings and counts them in one transaction, so that a failed batch is not stored and a stored one is counted.
 * The retention cutoff is checked after the lock is held. Retention raises the cutoff under the exclusive lock: a batch is either
 * written before, or rejected. Otherwise a TimescaleDB hypertable would create the dropped chunk again, and buckets would count twice.
 * The same holds for tags, which are deleted under the exclusive lock.
 * @param lock increments of buckets share the lock; recomputing buckets takes it exclusively
 * @throws RetentionCutoffError if the oldest reading is before the retention cutoff
 * @throws DeletedTagError if a tag is not in the inventory any more
 */
async function inWriteTransaction<T>(
  pool: pg.Pool,
  lock: keyof typeof LOCK_SQL,
  { firstMs, tagIds }: ReadingColumns,
  write: (client: pg.PoolClient) => Promise<T>
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_SQL[lock], [ADVISORY_LOCKS.readings]);
    await rejectBeforeCutoff(client, firstMs);
    await rejectDeletedTags(client, tagIds);
    return write(client);
  });
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

function toColumns({ tagIds, tsEpochMs, values }: ReadingBatch): ReadingColumns {
  let [firstMs, lastMs] = [Infinity, -Infinity];
  for (let i = 0; i < tsEpochMs.length; i++) {
    firstMs = Math.min(firstMs, tsEpochMs[i] ?? firstMs);
    lastMs = Math.max(lastMs, tsEpochMs[i] ?? lastMs);
  }
  const columns: ReadingColumns['columns'] = [toArray(tagIds), toArray(tsEpochMs), toArray(values)];
  return { columns, tagIds: new Set(Array.from(tagIds)), count: tagIds.length, firstMs, lastMs };
}

/** A PostgreSQL array literal; `pg` would quote and escape each number. */
function toArray(column: ArrayLike<number>): string {
  return `{${Array.prototype.join.call(column, ',')}}`;
}
