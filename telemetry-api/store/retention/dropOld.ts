import type pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';
import type { Queryable } from '../database/queryable.ts';
import { isDistributed } from '../database/placement/citus.ts';
import { dropChunk, findOldChunks, isHypertable, type StoredChunk } from '../database/placement/hypertable.ts';
import { raiseRetentionCutoffs } from '../readings/retentionCutoff.ts';
import { LEVELS, tableOf, type Level } from '../readings/levels.ts';
import { dropOldRows, countOldRows } from './dropOldRows.ts';
import { findPartitions, type StoredPartition } from '../readings/partitions.ts';

/** A unit of expired data: a partition or chunk, or the old rows of an unpartitioned table. */
export interface OldPart {
  readonly level: Level;
  /** Name of the partition, chunk or table. */
  readonly name: string;
  /** Start of a partition or chunk, in ms since 1970; null for rows of a table. */
  readonly fromMs: number | null;
  /** End of the deleted times, in ms since 1970. */
  readonly toMs: number;
  /** Estimated by PostgreSQL for a partition or chunk, exact for rows of a table. */
  readonly rows: number | null;
  /** Disk space that is released; null if the space is only reused for new rows. */
  readonly bytes: number | null;
}

/** Lists what `dropOld` would drop, without changing anything. */
export async function findOld(db: Queryable, cutoffsMs: ReadonlyMap<Level, number>): Promise<OldPart[]> {
  const parts: OldPart[] = [];
  for (const { level, fromMs, table, isPartitioned } of await limitedTables(db, cutoffsMs)) {
    if (isPartitioned) {
      parts.push(...(await oldPartitions(db, level, fromMs)).map((it) => toPart(level, it)));
    } else if (await isHypertable(db, table)) {
      parts.push(...(await findOldChunks(db, table, fromMs)).map((it) => toPart(level, it)));
    } else {
      const rows = await countOldRows(db, table, fromMs);
      parts.push(...(rows > 0 ? [{ level, name: table, fromMs: null, toMs: fromMs, rows, bytes: null }] : []));
    }
  }
  return parts;
}

/**
 * Drops all data before the given cutoffs and rejects older readings from then on. Runs in one process at a time.
 * Reads and writes continue meanwhile: a partition is detached concurrently before it is dropped, and rows of unpartitioned tables
 * are deleted in small transactions. An interrupted run is completed by the next one.
 * @param onDropped called with each dropped part
 * @returns false if another process is already running it
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
    // Detaching waits for running statements, so the statement timeout of requests must not apply.
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
        for (const chunk of await findOldChunks(client, table, fromMs)) {
          if (signal.aborted) {
            return true;
          }
          await dropChunk(client, table, chunk);
          onDropped(toPart(level, chunk));
        }
      } else {
        const dropped = await dropOldRows(client, table, fromMs, signal);
        if (dropped > 0) {
          onDropped({ level, name: table, fromMs: null, toMs: fromMs, rows: dropped, bytes: null });
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
    // A failed connection is closed, which releases the lock.
    client.release(failure);
  }
}

/**
 * Partitions are created, and readings written, under the same locks after checking the cutoffs: no process recreates an expired
 * partition or chunk.
 */
async function raiseCutoffsLocked(client: pg.PoolClient, cutoffsMs: ReadonlyMap<Level, number>): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.partitions]);
  await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.readings]);
  await raiseRetentionCutoffs(client, cutoffsMs);
  await client.query('COMMIT');
}

async function dropPartition(client: pg.PoolClient, parent: string, partition: StoredPartition): Promise<void> {
  if (partition.isPending) {
    await client.query(`ALTER TABLE ${parent} DETACH PARTITION ${partition.name} FINALIZE`);
  } else if (partition.isAttached && !(await isDistributed(client, parent))) {
    // Citus supports only DROP TABLE, which locks the parent table while it waits for running statements.
    await client.query(`ALTER TABLE ${parent} DETACH PARTITION ${partition.name} CONCURRENTLY`);
  }
  await client.query(`DROP TABLE ${partition.name}`);
}

/** The tables of the levels with a cutoff, finest first. */
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

function toPart(level: Level, { name, fromMs, toMs, rows, bytes }: StoredPartition | StoredChunk): OldPart {
  return { level, name, fromMs, toMs, rows, bytes };
}
