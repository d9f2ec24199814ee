import type pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';
import { inTransaction } from '../database/database.ts';
import { isDistributed, readShardSizes } from '../database/placement/citus.ts';
import type { Queryable } from '../database/queryable.ts';
import { rejectBeforeCutoff } from './retentionCutoff.ts';
import { DAY_MS } from '../../durations.ts';

/** Each new partition locks several relations until its transaction ends, and PostgreSQL's lock table is limited. */
const PARTITIONS_PER_TRANSACTION = 32;

/** The tables with partitions: one per UTC day of readings, one per UTC month of 1m buckets. */
export type PartitionedTable = 'reading' | 'bucket_1m';

interface Partition {
  readonly name: string;
  readonly parent: PartitionedTable;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A partition that exists in the database. */
export interface StoredPartition {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** False if it was detached and not yet dropped. */
  readonly isAttached: boolean;
  /** Whether a concurrent detach was started and not completed. */
  readonly isPending: boolean;
  /** PostgreSQL's estimate: the larger one of its last analysis and of its counters. */
  readonly rows: number;
  readonly bytes: number;
}

/** Caches the days with partitions by pool, so that a batch of these days needs no query. */
const daysWithPartitions = new WeakMap<pg.Pool, Set<number>>();

/**
 * Creates missing partitions for the given UTC days: one per day for readings, one per month for 1m buckets.
 * Does not block reads and writes. Tables managed by an extension (docs/capacity.md) are skipped.
 * @throws RetentionCutoffError if a day is before the retention cutoff
 */
export async function ensurePartitions(pool: pg.Pool, days: Iterable<number>): Promise<void> {
  const known = daysWithPartitions.get(pool) ?? new Set();
  daysWithPartitions.set(pool, known);
  const missing = [...days].filter((day) => !known.has(day)).sort((a, b) => a - b);
  if (missing.length === 0) {
    return;
  }
  const firstMs = (missing[0] ?? 0) * DAY_MS;
  await rejectBeforeCutoff(pool, firstMs);
  const wanted = missing.flatMap((day) => [dayPartition(day), monthPartition(day)]);
  await makeMissing(pool, wanted, (client) => rejectBeforeCutoff(client, firstMs));
  missing.forEach((day) => known.add(day));
}

/** Creates the partition of a day of readings or a month of 1m buckets, unless it exists or an extension manages the table. */
export async function ensurePartition(pool: pg.Pool, parent: PartitionedTable, fromMs: number): Promise<void> {
  const day = Math.floor(fromMs / DAY_MS);
  await makeMissing(pool, [parent === 'reading' ? dayPartition(day) : monthPartition(day)]);
}

/** @param check called in each transaction; nothing is made if it throws */
async function makeMissing(
  pool: pg.Pool,
  partitions: readonly Partition[],
  check: (client: pg.PoolClient) => Promise<void> = async () => undefined
): Promise<void> {
  const wanted = new Map(partitions.map((partition) => [partition.name, partition]));
  const { rows } = await pool.query<{ parent: string; names: string[] }>(
    `SELECT c.relname AS parent, array(SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = c.oid) AS names
     FROM pg_class c WHERE c.oid IN ('reading'::regclass, 'bucket_1m'::regclass) AND c.relkind = 'p'`
  );
  const stored = new Map(rows.map(({ parent, names }) => [parent, new Set(names)]));
  const toMake = [...wanted.values()].filter(({ name, parent }) => stored.get(parent)?.has(name) === false);
  for (let at = 0; at < toMake.length; at += PARTITIONS_PER_TRANSACTION) {
    const some = toMake.slice(at, at + PARTITIONS_PER_TRANSACTION);
    await inTransaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.partitions]);
      await check(client);
      for (const partition of some) {
        await makePartition(client, partition);
      }
    });
  }
}

/** Call it when PostgreSQL reports a missing partition: another process has dropped one that the cache lists. */
export function clearPartitionCache(pool: pg.Pool): void {
  daysWithPartitions.delete(pool);
}

/** The UTC days of the given times, counted from 1970-01-01. */
export function daysOf(tsEpochMs: ArrayLike<number>): Set<number> {
  const days = new Set<number>();
  let last = Number.NaN;
  for (let i = 0; i < tsEpochMs.length; i++) {
    const day = Math.floor((tsEpochMs[i] ?? 0) / DAY_MS);
    if (day !== last) {
      days.add(day);
      last = day;
    }
  }
  return days;
}

/** The partitions of a table, including those that are not attached yet or no longer. */
export async function findPartitions(db: Queryable, parent: string): Promise<StoredPartition[]> {
  const { rows } = await db.query<Omit<StoredPartition, 'fromMs' | 'toMs'>>(
    `SELECT c.relname AS name, i.inhrelid IS NOT NULL AS "isAttached", coalesce(i.inhdetachpending, false) AS "isPending",
       greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::int8 AS rows, pg_total_relation_size(c.oid) AS bytes
     FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
     WHERE c.relkind = 'r' AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = $1::regclass)
       AND c.relname ~ ('^' || $1 || '_[0-9]{4}(_[0-9]{2}){1,2}$') ORDER BY c.relname`,
    [parent]
  );
  const sizes = (await isDistributed(db, parent)) ? await readShardSizes(db, parent) : undefined;
  return rows.map((row) => ({ ...row, ...sizes?.get(row.name), ...rangeOf(row.name) }));
}

/** Partition names end with their day or month. */
function rangeOf(name: string): { readonly fromMs: number; readonly toMs: number } {
  const [year = 0, month = 1, day] = (/\d{4}(_\d\d)+$/.exec(name)?.[0] ?? '').split('_').map(Number);
  return day === undefined
    ? { fromMs: Date.UTC(year, month - 1), toMs: Date.UTC(year, month) }
    : { fromMs: Date.UTC(year, month - 1, day), toMs: Date.UTC(year, month - 1, day + 1) };
}

/** Unlike CREATE … PARTITION OF, ATTACH does not block reads and writes of the parent. */
async function makePartition(client: pg.PoolClient, { name, parent, fromMs, toMs }: Partition): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [name]);
  if (rows[0]?.isThere === true) {
    return;
  }
  const settings =
    parent === 'reading'
      ? // Index-only scans need a current visibility map, so vacuum after a number of inserts instead of a share of the table.
        'autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000'
      : 'fillfactor = 70';
  await client.query(`CREATE TABLE ${name} (LIKE ${parent} INCLUDING ALL) WITH (${settings})`);
  await client.query(`ALTER TABLE ${parent} ATTACH PARTITION ${name} FOR VALUES FROM (${fromMs}) TO (${toMs})`);
}

function dayPartition(day: number): Partition {
  const name = new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '_');
  return { name: `reading_${name}`, parent: 'reading', fromMs: day * DAY_MS, toMs: (day + 1) * DAY_MS };
}

function monthPartition(day: number): Partition {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const name = date.toISOString().slice(0, 7).replace('-', '_');
  return {
    name: `bucket_1m_${name}`,
    parent: 'bucket_1m',
    fromMs: Date.UTC(year, month),
    toMs: Date.UTC(year, month + 1),
  };
}
