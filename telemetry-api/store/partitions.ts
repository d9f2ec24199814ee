import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import { inTransaction } from './database.ts';

const DAY_MS = 86_400_000;
/** Each new partition locks a few relations until its transaction ends; PostgreSQL's table of locks is not endless. */
const PARTITIONS_PER_TRANSACTION = 32;

interface Partition {
  readonly name: string;
  readonly parent: 'reading' | 'bucket_1m';
  readonly fromMs: number;
  readonly toMs: number;
}

/** The days each pool is known to have partitions for, so that a batch of a known day asks nothing. */
const knownDays = new WeakMap<pg.Pool, Set<number>>();

/**
 * Makes the partitions that readings of the given times go to, if they are not there: readings by UTC day, 1m buckets by UTC month.
 * Reads and writes go on meanwhile.
 */
export async function ensurePartitions(pool: pg.Pool, days: Iterable<number>): Promise<void> {
  const known = knownDays.get(pool) ?? new Set();
  knownDays.set(pool, known);
  const missing = [...days].filter((day) => !known.has(day)).sort((a, b) => a - b);
  if (missing.length === 0) {
    return;
  }
  const wanted = new Map(missing.flatMap((day) => [dayPartition(day), monthPartition(day)]).map((it) => [it.name, it]));
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relid::regclass::text AS name FROM pg_partition_tree('reading') WHERE isleaf
     UNION ALL SELECT relid::regclass::text FROM pg_partition_tree('bucket_1m') WHERE isleaf`
  );
  for (const { name } of rows) {
    wanted.delete(name);
  }
  const toMake = [...wanted.values()];
  for (let at = 0; at < toMake.length; at += PARTITIONS_PER_TRANSACTION) {
    const some = toMake.slice(at, at + PARTITIONS_PER_TRANSACTION);
    await inTransaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.partitions]);
      for (const partition of some) {
        await makePartition(client, partition);
      }
    });
  }
  missing.forEach((day) => known.add(day));
}

/** Forgets what was known: to be called when PostgreSQL finds no partition for a row, because another process dropped it. */
export function forgetPartitions(pool: pg.Pool): void {
  knownDays.delete(pool);
}

/** The UTC days, counted from 1970, that some times fall on. */
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

/** ATTACH lets others read and write the parent, which CREATE … PARTITION OF does not. */
async function makePartition(client: pg.PoolClient, { name, parent, fromMs, toMs }: Partition): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [name]);
  if (rows[0]?.isThere === true) {
    return;
  }
  const settings =
    parent === 'reading'
      ? // Pages are read from the index alone, which needs a fresh visibility map: vacuum by count of inserts, not by share.
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
