import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPool } from './database.ts';
import type { Queryable } from './queryable.ts';
import { isDatabaseAway } from './isDatabaseAway.ts';
import { isStatementTimeout } from './isStatementTimeout.ts';
import { ReplicaLag } from './replicaLag.ts';

export interface ReplicaOptions {
  readonly url: string;
  /** A replica that is further behind is not read from. */
  readonly maxLagMs: number;
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
}

export interface Replica {
  /** Reads from the replica while it can be used, else from the first database. */
  readonly db: Queryable;
  isUsed(): boolean;
  /** Told each time when reads begin to go elsewhere; the error is why, where there was one. */
  onChange(listener: (isUsed: boolean, error?: unknown) => void): void;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1000;
/** Requests wait for a replica that does not even refuse; the first database is better then. */
const CONNECT_TIMEOUT_MS = 2000;
/** A replica cancels statements that are in the way of what it replays: 40001. What it has not heard of yet, class 42, the first database knows. */
const ASK_THE_FIRST = ['40001', '42P01', '42703'];

/**
 * Opens a streaming replica for reads. It is used once it answers and is not too far behind, and not used from the first sign of the
 * contrary until it has answered again: no request fails for it.
 */
export function openReplica(first: pg.Pool, options: ReplicaOptions): Replica {
  const pool = openPool({ connectionString: options.url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }, options);
  const lag = new ReplicaLag();
  const closing = new AbortController();
  const listeners: Array<(isUsed: boolean, error?: unknown) => void> = [];
  let isUsed = false;
  const set = (now: boolean, error?: unknown) => {
    if (now !== isUsed) {
      isUsed = now;
      listeners.forEach((listener) => listener(now, error));
    }
  };

  const look = async () => {
    try {
      // The first database may be away: what was heard of it last is what the replica is measured by.
      const at = await readPosition(first, 'pg_current_wal_lsn()').catch(() => null);
      lag.note(Date.now(), at);
      const replayed = await readPosition(pool, 'CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END');
      set(lag.of(replayed, Date.now()) <= options.maxLagMs);
    } catch (error) {
      set(false, error);
    }
  };
  const watch = async () => {
    while (!closing.signal.aborted) {
      await look();
      await sleep(LOOK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const watching = watch();

  const query = async (...args: Parameters<Queryable['query']>) => {
    if (isUsed) {
      try {
        return await pool.query(...args);
      } catch (error) {
        const isAway = isDatabaseAway(error) && !isStatementTimeout(error);
        if (isAway) {
          set(false, error);
        } else if (!(error instanceof pg.DatabaseError && ASK_THE_FIRST.includes(error.code ?? ''))) {
          throw error;
        }
      }
    }
    return first.query(...args);
  };
  return {
    db: { query: query as unknown as Queryable['query'] },
    isUsed: () => isUsed,
    onChange: (listener) => void listeners.push(listener),
    close: async () => {
      closing.abort();
      await watching;
      await pool.end();
    },
  };
}

/** A place in the write-ahead log, as text such as 16/B374D848; null where there is none. */
async function readPosition(db: Queryable, expression: string): Promise<string | null> {
  const { rows } = await db.query<{ position: string | null }>(`SELECT (${expression})::text AS position`);
  return rows[0]?.position ?? null;
}
