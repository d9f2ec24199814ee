import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CitusPlan } from './citusPlan.ts';
import { inTransaction } from '../database.ts';
import { rejectTooFewLocks } from './lockTable.ts';
import { type OnPlacementProgress, withNotices } from './placement.ts';

const POLL_MS = 1000;

const Details = Type.Object({
  tasks: Type.Array(
    Type.Object({
      state: Type.String(),
      message: Type.Optional(Type.String()),
      phase: Type.Optional(Type.String()),
      hosts: Type.Optional(Type.Object({ source: Type.String(), target: Type.String() })),
      size: Type.Optional(Type.Object({ source: Type.String(), target: Type.String() })),
    })
  ),
  task_state_counts: Type.Record(Type.String(), Type.Number()),
});

const DETAILS = Compile(Details);

/** A job of Citus that moves shards. */
interface Rebalance {
  readonly state: string;
  readonly details: Static<typeof Details>;
}

const RUNNING = ['scheduled', 'running', 'cancelling', 'failing'];

/**
 * Rewrites the history in another number of shards, in one transaction; reads and writes wait for it.
 * @throws if the server refuses; nothing is changed then
 */
export async function changeShards(pool: pg.Pool, shards: number, onProgress: OnPlacementProgress): Promise<void> {
  const onNotice = (message: string) => onProgress(() => `changing the number of shards: ${message}`);
  await inTransaction(pool, (client) =>
    withNotices(client, onNotice, async () => {
      await rejectTooFewLocks(client);
      await client.query('SELECT alter_distributed_table($1, shard_count := $2, cascade_to_colocated := true)', [
        'reading',
        shards,
      ]);
    })
  );
}

/**
 * Moves shards until all workers have a fair share, and waits for the end. Moves that already run are waited for first.
 * @returns the number of moves; 0 if the shares were fair
 * @throws if a move fails, or when the signal aborts; Citus then goes on by itself
 */
export async function rebalance(
  pool: pg.Pool,
  transfer: CitusPlan['transfer'],
  signal: AbortSignal,
  onProgress: OnPlacementProgress
): Promise<number> {
  await watch(pool, signal, onProgress);
  const { rows } = await pool.query<{ job: number | null }>(
    'SELECT citus_rebalance_start(shard_transfer_mode := $1::citus.shard_transfer_mode) AS job',
    [transfer]
  );
  return rows[0]?.job == null ? 0 : watch(pool, signal, onProgress);
}

async function watch(pool: pg.Pool, signal: AbortSignal, onProgress: OnPlacementProgress): Promise<number> {
  for (;;) {
    const job = await readRebalance(pool);
    if (job === undefined || job.state === 'finished') {
      return job?.details.task_state_counts.done ?? 0;
    }
    if (!RUNNING.includes(job.state)) {
      const reasons = job.details.tasks.map(({ message }) => message).filter((message) => message !== undefined);
      throw new Error(
        `Citus ended moving shards with "${job.state}". ${reasons.join(' ')} What was moved stays there; run the command again for the rest.`
      );
    }
    onProgress(() => describeRebalance(job));
    await sleep(POLL_MS, undefined, { signal }).catch(() => {
      throw new Error(
        'Interrupted. Citus goes on moving shards: run the command again to watch, or SELECT citus_rebalance_stop() to end it.'
      );
    });
  }
}

/** The last job; `undefined` if there was none. */
async function readRebalance(pool: pg.Pool): Promise<Rebalance | undefined> {
  const { rows } = await pool.query<{ state: string; details: unknown }>(
    'SELECT state::text, details FROM citus_rebalance_status()'
  );
  const [job] = rows;
  return job && { state: job.state, details: DETAILS.Parse(job.details) };
}

/** How far a job is, for a line of progress. */
export function describeRebalance({ details: { tasks, task_state_counts: counts } }: Rebalance): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const moves = tasks.flatMap(({ hosts, size, phase }) =>
    hosts === undefined
      ? []
      : [`${hosts.source} to ${hosts.target}: ${size ? `${size.target} of ${size.source}, ` : ''}${phase ?? 'waiting'}`]
  );
  return [`moving shards, ${counts.done ?? 0} of ${all} steps done`, ...moves].join('; ');
}
