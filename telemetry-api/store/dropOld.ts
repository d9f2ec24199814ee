import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import type { Queryable } from './queryable.ts';
import { dropOldChunks, findOldChunks, isHypertable } from './hypertable.ts';
import { raiseRetentionCutoffs } from './keptFrom.ts';
import { LEVELS, tableOf, type Level } from './levels.ts';
import { dropOldRows, countOldRows } from './dropOldRows.ts';
import { findPartitions, type StoredPartition } from './partitions.ts';

/** One thing that goes: a partition, or the old rows of a table that has none. */
export interface OldPart {
  readonly level: Level;
  /** Name of the partition or table. */
  readonly name: string;
  /** As PostgreSQL estimates it for a partition; exact for rows of a table; null for a chunk of TimescaleDB. */
  readonly rows: number | null;
  /** What the disk gets back; null where that is not known, or room is only made for new rows. */
  readonly bytes: number | null;
}

/** What dropOld would drop now, and changes nothing. */
export async function findOld(db: Queryable, cutoffsMs: ReadonlyMap<Level, number>): Promise<OldPart[]> {
  const parts: OldPart[] = [];
  for (const { level, fromMs, table, isPartitioned } of await limitedTables(db, cutoffsMs)) {
    if (isPartitioned) {
      parts.push(...(await oldPartitions(db, level, fromMs)).map((it) => toPart(level, it)));
    } else if (await isHypertable(db, table)) {
      parts.push(...(await findOldChunks(db, table, fromMs)).map((name) => ({ level, name, rows: null, bytes: null })));
    } else {
      const rows = await countOldRows(db, table, fromMs);
      parts.push(...(rows > 0 ? [{ level, name: table, rows, bytes: null }] : []));
    }
  }
  return parts;
}

/**
 * Drops everything before the given times, one process at a time, and refuses older readings from then on.
 * Reads and writes go on: a partition is first detached without keeping anybody from the table, and is nobody's when it is dropped;
 * rows of tables without partitions go in small transactions. What an earlier run left half done is completed.
 * @param onDropped is told of each part
 * @returns false when another process is at it
 */
export async function dropOld(
  pool: pg.Pool,
  cutoffsMs: ReadonlyMap<Level, number>,
  signal: AbortSignal,
  onDropped: (part: OldPart) => void
): Promise<boolean> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      ADVISORY_LOCKS.retention,
    ]);
    if (rows[0]?.isOurs !== true) {
      return false;
    }
    // Detaching waits for the statements that run; it is not to be cut off by the limit for requests.
    await client.query('SET statement_timeout = 0');
    await raiseCutoffsLocked(client, cutoffsMs);
    for (const { level, fromMs, table, isPartitioned } of await limitedTables(client, cutoffsMs)) {
      if (isPartitioned) {
        for (const partition of await oldPartitions(client, level, fromMs)) {
          if (signal.aborted) {
            return true;
          }
          await dropPartition(client, table, partition);
          onDropped(toPart(level, partition));
        }
      } else if (await isHypertable(client, table)) {
        (await dropOldChunks(client, table, fromMs)).forEach((name) =>
          onDropped({ level, name, rows: null, bytes: null })
        );
      } else {
        const dropped = await dropOldRows(client, table, fromMs, signal);
        if (dropped > 0) {
          onDropped({ level, name: table, rows: dropped, bytes: null });
        }
      }
    }
    return true;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    if (failure === undefined) {
      await client.query('RESET statement_timeout');
      await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.retention]);
    }
    // A connection that failed is closed: the lock goes with it.
    client.release(failure);
  }
}

/** Whoever makes partitions looks at these times under the same lock: from here on nobody makes one that is to be dropped. */
async function raiseCutoffsLocked(client: pg.PoolClient, cutoffsMs: ReadonlyMap<Level, number>): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.partitions]);
  await raiseRetentionCutoffs(client, cutoffsMs);
  await client.query('COMMIT');
}

async function dropPartition(client: pg.PoolClient, parent: string, partition: StoredPartition): Promise<void> {
  const { rows } = await client.query<{ isCitus: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') AS "isCitus"`
  );
  if (partition.isPending) {
    await client.query(`ALTER TABLE ${parent} DETACH PARTITION ${partition.name} FINALIZE`);
  } else if (partition.isAttached && rows[0]?.isCitus !== true) {
    // Citus knows DROP TABLE alone, which waits for those who use the parent and lets nobody pass meanwhile.
    await client.query(`ALTER TABLE ${parent} DETACH PARTITION ${partition.name} CONCURRENTLY`);
  }
  await client.query(`DROP TABLE ${partition.name}`);
}

/** The levels that lose something, the coarse ones last, and how their tables are kept. */
async function limitedTables(db: Queryable, cutoffsMs: ReadonlyMap<Level, number>) {
  const { rows } = await db.query<{ table: string }>(
    `SELECT relid::regclass::text AS table FROM unnest($1::regclass[]) AS t (relid)
     JOIN pg_class c ON c.oid = t.relid WHERE c.relkind = 'p'`,
    [LEVELS.map(tableOf)]
  );
  const partitioned = new Set(rows.map(({ table }) => table));
  return LEVELS.flatMap((level) => {
    const fromMs = cutoffsMs.get(level);
    const table = tableOf(level);
    return fromMs === undefined ? [] : [{ level, fromMs, table, isPartitioned: partitioned.has(table) }];
  });
}

async function oldPartitions(db: Queryable, level: Level, cutoffMs: number): Promise<StoredPartition[]> {
  return (await findPartitions(db, tableOf(level))).filter(({ toMs }) => toMs <= cutoffMs);
}

function toPart(level: Level, { name, rows, bytes }: StoredPartition): OldPart {
  return { level, name, rows, bytes };
}
