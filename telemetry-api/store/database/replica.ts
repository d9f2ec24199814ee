import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPool } from './database.ts';
import type { Queryable } from './queryable.ts';
import { isConnectionError } from './isConnectionError.ts';
import { isStatementTimeout } from './isStatementTimeout.ts';
import { ReplicaLag } from './replicaLag.ts';

export interface ReplicaOptions {
  readonly url: string;
  /** A replica with a greater lag is not used. */
  readonly maxLagMs: number;
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
}

export interface Replica {
  /** Reads from the replica while it is usable, otherwise from the primary. */
  readonly db: Queryable;
  isUsed(): boolean;
  /** Calls the listener when reads switch to or from the replica, with the error that caused it, if any. */
  onChange(listener: (isUsed: boolean, error?: unknown) => void): void;
  close(): Promise<void>;
}

const CHECK_INTERVAL_MS = 1000;
/** Limits how long requests wait for a replica that does not respond, before they use the primary. */
const CONNECT_TIMEOUT_MS = 2000;
/** 40001: the replica cancels statements that conflict with replay. 42P01, 42703: it has not replayed a schema change yet. */
const RETRY_ON_PRIMARY = ['40001', '42P01', '42703'];

/**
 * Opens a streaming replica for reads. It is used once it responds with an acceptable lag. On a connection error or excessive lag,
 * reads switch to the primary until the replica recovers. A failing replica does not fail requests.
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
      // If the primary is unreachable, the lag is measured against its last known position.
      const at = await readPosition(primary, 'pg_current_wal_lsn()').catch(() => undefined);
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

/** A write-ahead log position such as 16/B374D848; undefined if the server has none. */
async function readPosition(db: Queryable, expression: string): Promise<string | undefined> {
  const { rows } = await db.query<{ position: string | null }>(`SELECT (${expression})::text AS position`);
  return rows[0]?.position ?? undefined;
}
