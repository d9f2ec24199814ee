import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPool } from './database.ts';
import type { Queryable } from './queryable.ts';
import { isConnectionError } from './isDatabaseAway.ts';
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

const CHECK_INTERVAL_MS = 1000;
/** Requests wait for a replica that does not even refuse; the first database is better then. */
const CONNECT_TIMEOUT_MS = 2000;
/** A replica cancels statements that are in the way of what it replays: 40001. What it has not heard of yet, class 42, the first database knows. */
const RETRY_ON_PRIMARY = ['40001', '42P01', '42703'];

/**
 * Opens a streaming replica for reads. It is used once it answers and is not too far behind, and not used from the first sign of the
 * contrary until it has answered again: no request fails for it.
 */
export function openReplica(primary: pg.Pool, options: ReplicaOptions): Replica {
  const pool = openPool({ connectionString: options.url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }, options);
  const lag = new ReplicaLag();
  const closing = new AbortController();
  const listeners: Array<(isUsed: boolean, error?: unknown) => void> = [];
  let isUsed = false;
  const setUsed = (now: boolean, error?: unknown) => {
    if (now !== isUsed) {
      isUsed = now;
      listeners.forEach((listener) => listener(now, error));
    }
  };

  const checkLag = async () => {
    try {
      // The first database may be away: what was heard of it last is what the replica is measured by.
      const at = await readPosition(primary, 'pg_current_wal_lsn()').catch(() => null);
      lag.record(Date.now(), at);
      const replayed = await readPosition(pool, 'CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END');
      setUsed(lag.lagMs(replayed, Date.now()) <= options.maxLagMs);
    } catch (error) {
      setUsed(false, error);
    }
  };
  const watch = async () => {
    while (!closing.signal.aborted) {
      await checkLag();
      await sleep(CHECK_INTERVAL_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const watching = watch();

  const query = async (...args: Parameters<Queryable['query']>) => {
    if (isUsed) {
      try {
        return await pool.query(...args);
      } catch (error) {
        const isUnreachable = isConnectionError(error) && !isStatementTimeout(error);
        if (isUnreachable) {
          setUsed(false, error);
        } else if (!(error instanceof pg.DatabaseError && RETRY_ON_PRIMARY.includes(error.code ?? ''))) {
          throw error;
        }
      }
    }
    return primary.query(...args);
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
