import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { packageFolder } from '../../../packageFolder.ts';
import { ADVISORY_LOCKS } from '../advisoryLocks.ts';
import { isDistributed } from './citus.ts';
import { inTransaction } from '../database.ts';
import { isHypertable } from './hypertable.ts';
import { rejectTooFewLocks } from './lockTable.ts';
import type { Queryable } from '../queryable.ts';
import { continueSequences } from '../sequences.ts';

/** PostgreSQL extensions that can manage the tables; each has a script in migrations/placement. */
export const PLACEMENTS = ['timescaledb', 'citus'] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** Called with what is being done, at each step and each partition. */
export type OnPlacementProgress = (describe: () => string) => void;

/**
 * Converts the history tables to an extension in one transaction.
 * @returns false if the extension already manages them; nothing is changed then
 * @throws if the extension is missing, or the server has too few locks for the number of days; nothing is changed then
 */
export async function applyPlacement(
  pool: pg.Pool,
  placement: Placement,
  onProgress: OnPlacementProgress = () => undefined
): Promise<boolean> {
  const { rows } = await pool.query('SELECT 1 FROM pg_extension WHERE extname = $1', [placement]);
  if (rows.length === 0) {
    throw new Error(
      `The extension ${placement} is not enabled in this database. If it is installed, run CREATE EXTENSION ${placement}`
    );
  }
  let step: string = placement;
  let copied = 0;
  // Citus announces each partition that it copies.
  const onNotice = (message: string) => {
    if (message.startsWith('Copying data')) {
      copied += 1;
      onProgress(() => `${step}: copying, ${copied} tables and partitions so far`);
    }
  };
  return inTransaction(pool, (client) =>
    withNotices(client, onNotice, () =>
      runPlacement(client, placement, (describe) => {
        step = describe();
        onProgress(describe);
      })
    )
  );
}

/** Listens to what the server announces while a statement runs. */
export async function withNotices<T>(
  client: pg.PoolClient,
  onNotice: (message: string) => void,
  work: () => Promise<T>
): Promise<T> {
  const listener = ({ message = '' }: { readonly message?: string | undefined }) => onNotice(message);
  client.on('notice', listener);
  try {
    return await work();
  } finally {
    client.off('notice', listener);
  }
}

/** The same without looking for the extension, on a client in a transaction. */
export async function runPlacement(
  client: Queryable,
  placement: Placement,
  onProgress: OnPlacementProgress = () => undefined
): Promise<boolean> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migration]);
  if (await IS_PLACED[placement](client, 'reading')) {
    return false;
  }
  if (placement === 'timescaledb') {
    await rejectTooFewLocks(client);
  }
  const steps = readSteps(placement);
  for (const [index, sql] of steps.entries()) {
    const title = `step ${index + 1} of ${steps.length}, ${titleOf(sql)}`;
    onProgress(() => title);
    const [, to, from] = COPY_STEP.exec(sql) ?? [];
    if (to !== undefined && from !== undefined) {
      await copyPartitions(client, from, to, (done, all) => onProgress(() => `${title}: ${done} of ${all} partitions`));
    } else {
      await client.query(sql);
    }
  }
  await continueSequences(client);
  return true;
}

const COPY_STEP = /INSERT INTO (\w+) SELECT \* FROM (\w+)$/;

/** The statements of a script. */
function readSteps(placement: Placement): string[] {
  const script = readFileSync(path.join(packageFolder, 'migrations', 'placement', `${placement}.sql`), 'utf8');
  return script
    .split(/;\s*\n/)
    .map((sql) => sql.replace(/^(--.*)?\n/gm, '').trim())
    .filter((sql) => sql !== '');
}

/** The first words of a statement. */
function titleOf(sql: string): string {
  return sql.slice(0, 60).split('\n')[0] ?? sql;
}

async function copyPartitions(
  db: Queryable,
  from: string,
  to: string,
  onPartition: (done: number, all: number) => void
): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    [from]
  );
  for (const [index, { name }] of rows.entries()) {
    onPartition(index, rows.length);
    await db.query(`INSERT INTO ${to} SELECT * FROM ${name}`);
  }
}

const IS_PLACED: Readonly<Record<Placement, (db: Queryable, table: string) => Promise<boolean>>> = {
  timescaledb: isHypertable,
  citus: isDistributed,
};
