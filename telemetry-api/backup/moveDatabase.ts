import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { copyIn, copyOut, RESTARTED_EXPORTS } from '../store/backup/copyTable.ts';
import {
  differingRanges,
  isSameDigest,
  readDigest,
  readDigests,
  sliced,
  type SlicedTable,
} from '../store/backup/digests.ts';
import type { TimeRange } from '../store/readings/timeRange.ts';
import { lockOutWriters, markMoved } from '../store/backup/moving.ts';
import { beginRestore, clearTables, endRestore } from '../store/backup/restoring.ts';
import { ACCESS_TABLES, PLANT_TABLES, type StoredTable } from '../store/backup/storedTables.ts';
import { ADVISORY_LOCKS } from '../store/database/advisoryLocks.ts';
import { openSession } from '../store/database/database.ts';
import { readInstance } from '../store/database/instance.ts';
import { isDistributed } from '../store/database/placement/citus.ts';
import { clearPartitionCache, ensurePartition } from '../store/readings/partitions.ts';
import { startStopwatch } from '../stopwatch.ts';

/** A database of a move. */
export interface MovedDatabase {
  readonly pool: pg.Pool;
  /** For messages. */
  readonly location: string;
}

export interface MoveOptions {
  readonly source: MovedDatabase;
  /** Empty, or with what an interrupted move has left. */
  readonly target: MovedDatabase;
  /** Whether the target becomes the plant; the source then rejects all writers. */
  readonly isFinishing: boolean;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (describe: () => string) => void;
}

/** What a look at both databases found and copied. */
export interface MoveRound {
  readonly rows: number;
  readonly elapsedMs: number;
  /** Whether writers waited for it: the move is finished. */
  readonly isLast: boolean;
}

/** They refer to each other: if one differs, all are copied. */
const INVENTORY_TABLES = PLANT_TABLES.filter(({ name }) => ['site', 'area', 'device', 'tag', 'alert'].includes(name));

/** Further rounds copy what was written during the one before, as long as each is at most this part of it. */
const SHRINKING = 0.5;
/** Rounds of so few rows are not repeated: a live plant always writes some. */
const FEW_ROWS = 10_000;

/**
 * Copies a plant into another database, while it is served and written to.
 *
 *     rounds: compare both by digests, copy what differs, until little does
 *     finish: lock out writers -> a last round, with keys and exports -> mark the source as moved -> open the target
 *
 * Until the finish, the source is the plant, and no command opens the target. At no instant both accept rows. What interrupts a move is repaired by
 * the next one, which copies only what differs.
 * @returns the rounds; the last one of a finished move was under the lock
 * @throws if the target has rows of another origin, or a database cannot be moved; nothing is changed then
 */
export async function moveDatabase(options: MoveOptions): Promise<MoveRound[]> {
  const { source, target, nowMs, signal, onProgress } = options;
  const from = await openSession(source.pool, signal);
  try {
    const to = await openSession(target.pool, signal);
    try {
      const { id, movedTo } = await readInstance(from.client);
      await rejectImpossible(options, from.client, to.client, movedTo);
      await beginRestore(to.client, target.location, nowMs, 'kept');
      clearPartitionCache(target.pool);
      onProgress(() => 'waiting for retention to end');
      await from.client.query('SELECT pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.retention]);
      const copy = new Copy(from.client, to.client, options);
      const rounds: MoveRound[] = [];
      do {
        rounds.push(await copy.round(PLANT_TABLES, `round ${rounds.length + 1}`));
      } while (isWorthAnother(rounds));
      // One that was marked is not the plant any more.
      if (options.isFinishing || movedTo !== null) {
        rounds.push(await finish(from.client, to.client, copy, { id, movedTo: target.location }));
      }
      return rounds;
    } finally {
      to.close();
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    from.close();
  }
}

async function rejectImpossible(
  { source, target }: MoveOptions,
  from: pg.PoolClient,
  to: pg.PoolClient,
  movedTo: string | null
): Promise<void> {
  const [{ id }, other] = [await readInstance(from), await readInstance(to)];
  if (id === other.id) {
    throw new Error(
      movedTo === target.location
        ? `The plant was moved to ${target.location} before; there is nothing left to do.`
        : other.movedTo === null
          ? `${target.location} is the database of the plant itself. Move it to another one.`
          : `${target.location} had this plant before. Move it to an empty database.`
    );
  }
  if (movedTo !== null && movedTo !== target.location) {
    throw new Error(`The plant of ${source.location} was moved to ${movedTo}. Move it from there.`);
  }
  if (await isDistributed(from, 'reading')) {
    throw new Error(
      'A database on Citus cannot be moved while it is written to. Stop the imports, and use backup and restore.'
    );
  }
}

function isWorthAnother(rounds: readonly MoveRound[]): boolean {
  const [previous, last] = [rounds.at(-2), rounds.at(-1)];
  return (
    last !== undefined && last.rows > FEW_ROWS && (previous === undefined || last.rows <= SHRINKING * previous.rows)
  );
}

/** The source is marked before the target is opened: interrupted in between, neither accepts rows, and the next move goes on from there. */
async function finish(
  from: pg.PoolClient,
  to: pg.PoolClient,
  copy: Copy,
  { id, movedTo }: { readonly id: string; readonly movedTo: string }
): Promise<MoveRound> {
  await from.query('BEGIN');
  await lockOutWriters(from);
  const last = await copy.round(PLANT_TABLES, 'last round, writers wait');
  await to.query('BEGIN');
  // Until the end of this transaction, no key is valid in the target.
  await copy.replace(ACCESS_TABLES);
  await markMoved(from, movedTo);
  await from.query('COMMIT');
  // The folder of export files stays that of the plant.
  await to.query('UPDATE instance SET id = $1', [id]);
  await endRestore(to);
  await to.query('COMMIT');
  return { ...last, isLast: true };
}

/** Copies what differs from one connection to the other. */
class Copy {
  private readonly from: pg.PoolClient;
  private readonly to: pg.PoolClient;
  private readonly options: MoveOptions;
  private rows = 0;

  constructor(from: pg.PoolClient, to: pg.PoolClient, options: MoveOptions) {
    this.from = from;
    this.to = to;
    this.options = options;
  }

  async round(tables: readonly StoredTable[], title: string): Promise<MoveRound> {
    const running = startStopwatch();
    this.rows = 0;
    for (const table of tables) {
      this.options.signal.throwIfAborted();
      this.options.onProgress(() => `${title}: comparing ${table.name}`);
      const slicedTable = sliced(table);
      if (slicedTable !== undefined) {
        await this.copySlices(slicedTable, title);
      } else if (!(await this.isSame(table))) {
        await this.inTarget(() => this.replace(groupOf(table)));
      }
    }
    return { rows: this.rows, elapsedMs: running.elapsedMs(), isLast: false };
  }

  private async isSame(table: StoredTable): Promise<boolean> {
    const [source, target] = await Promise.all([readDigest(this.from, table), readDigest(this.to, table)]);
    return isSameDigest(source, target);
  }

  private async copySlices(table: SlicedTable, title: string): Promise<void> {
    const [source, target] = await Promise.all([readDigests(this.from, table), readDigests(this.to, table)]);
    const ranges = differingRanges(table, source, target);
    for (const [index, range] of ranges.entries()) {
      this.options.onProgress(
        () =>
          `${title}: ${table.name} of ${new Date(range.fromMs).toISOString().slice(0, 10)}, part ${index + 1} of ${ranges.length}`
      );
      if (table.partitions !== undefined) {
        await ensurePartition(this.options.target.pool, table.partitions, range.fromMs);
      }
      await this.inTarget(async () => {
        await this.to.query(`DELETE FROM ${table.name} WHERE ts >= $1 AND ts < $2`, [range.fromMs, range.toMs]);
        await this.copyRows(table, range);
      });
    }
  }

  /** In a transaction of the target. */
  async replace(tables: readonly StoredTable[]): Promise<void> {
    await clearTables(this.to, tables);
    for (const table of tables) {
      await this.copyRows(table);
    }
  }

  private async copyRows(table: StoredTable, range?: TimeRange): Promise<void> {
    const rows = copyOut(this.from, table, range, table.name === 'export' ? RESTARTED_EXPORTS : {});
    const written = copyIn(this.to, table.name, table.columns);
    await pipeline(rows, written, { signal: this.options.signal });
    if (rows.rowCount !== written.rowCount) {
      throw new Error(
        `Of ${rows.rowCount} rows of ${table.name}, ${written.rowCount} were written. Run the move again.`
      );
    }
    this.rows += written.rowCount;
  }

  private async inTarget(work: () => Promise<void>): Promise<void> {
    await this.to.query('BEGIN');
    await work();
    await this.to.query('COMMIT');
  }
}

/** What is replaced with a table. */
function groupOf(table: StoredTable): readonly StoredTable[] {
  return INVENTORY_TABLES.includes(table) ? INVENTORY_TABLES : [table];
}
