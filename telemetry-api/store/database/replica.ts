import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startStopwatch, type StartStopwatch, type Stopwatch } from '../../stopwatch.ts';
import { openPool } from './database.ts';
import type { Queryable } from './queryable.ts';
import { isConnectionError, isReadTimeout, isStatementTimeout } from './databaseErrors.ts';
import { limitResponseTime } from './limitResponseTime.ts';

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
const RESPONSE_TIMEOUT_MS = 2000;
/** 40001: the replica cancels statements that conflict with replay. 42P01, 42703: it has not replayed a schema change yet. */
const RETRY_ON_PRIMARY = ['40001', '42P01', '42703'];

/**
 * Opens a streaming replica for reads. It is used once it responds with an acceptable lag. On a connection error or excessive lag,
 * reads switch to the primary until the replica recovers. A failing replica does not fail requests: reads in flight are repeated on the
 * primary, within seconds even if the replica is frozen and its connections stay open.
 */
export function openReplica(primary: Queryable, options: ReplicaOptions): Replica {
  const connection = { connectionString: options.url, connectionTimeoutMillis: RESPONSE_TIMEOUT_MS };
  const pool = openPool(connection, options);
  const { statementTimeoutMs } = options;
  const reads = statementTimeoutMs === undefined ? pool : limitResponseTime(pool, statementTimeoutMs);
  // A connection of its own, so that many slow reads do not look like a replica that does not respond.
  const watchPool = openPool({ ...connection, query_timeout: RESPONSE_TIMEOUT_MS }, { poolSize: 1 });
  const lag = new ReplicaLag(startStopwatch);
  const closing = new AbortController();
  const listeners: Array<(isUsed: boolean, error?: unknown) => void> = [];
  /** Reads in flight. */
  const abandon = new Set<(error: unknown) => void>();
  let isUsed = false;
  const setUsed = (now: boolean, error?: unknown) => {
    if (error !== undefined) {
      abandon.forEach((reject) => reject(error));
    }
    if (now !== isUsed) {
      isUsed = now;
      listeners.forEach((listener) => listener(now, error));
    }
  };

  const checkLag = async () => {
    try {
      // If the primary is unreachable, the lag is measured against its last known position.
      const at = await readPosition(primary, 'pg_current_wal_lsn()').catch(() => undefined);
      lag.record(at);
      const replayed = await readPosition(watchPool, 'CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END');
      setUsed(lag.lagMs(replayed) <= options.maxLagMs);
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

  const queryReplica = (...args: Parameters<Queryable['query']>) =>
    new Promise((resolve, reject) => {
      abandon.add(reject);
      void Promise.resolve(reads.query(...args))
        .then(resolve, reject)
        .finally(() => abandon.delete(reject));
    });
  const query = async (...args: Parameters<Queryable['query']>) => {
    if (isUsed) {
      try {
        return await queryReplica(...args);
      } catch (error) {
        if (isReadTimeout(error) || (isConnectionError(error) && !isStatementTimeout(error))) {
          setUsed(false, error);
        }
        const canRetry = error instanceof pg.DatabaseError && RETRY_ON_PRIMARY.includes(error.code ?? '');
        // No longer used: this read was abandoned, or the replica failed while it ran.
        if (isUsed && !canRetry) {
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
      await Promise.all([pool.end(), watchPool.end()]);
    },
  };
}

/** A write-ahead log position such as 16/B374D848; undefined if the server has none. */
async function readPosition(db: Queryable, expression: string): Promise<string | undefined> {
  const { rows } = await db.query<{ position: string | null }>(`SELECT (${expression})::text AS position`);
  return rows[0]?.position ?? undefined;
}

/** Number of retained positions. The lag of a replica behind the oldest one is Infinity. */
const MAX_POSITIONS = 600;

/**
 * Measures the lag of a replica from past write-ahead log positions of the primary. Unlike the time of the last replayed transaction,
 * this lag does not grow while nothing is written, and depends on no time of day: a clock that is set back must not keep a stuck
 * replica in use.
 */
export class ReplicaLag {
  private readonly startStopwatch: StartStopwatch;
  private readonly seen: Array<{ readonly age: Stopwatch; readonly position: bigint }> = [];

  constructor(startStopwatch: StartStopwatch) {
    this.startStopwatch = startStopwatch;
  }

  /** @param position current position of the primary; undefined if it is unreachable */
  record(position: string | undefined): void {
    if (position !== undefined) {
      this.seen.push({ age: this.startStopwatch(), position: toNumber(position) });
      this.seen.splice(0, this.seen.length - MAX_POSITIONS);
    }
  }

  /** @param replayed position that the replica has replayed; undefined if it is not a streaming replica, whose lag counts as 0 */
  lagMs(replayed: string | undefined): number {
    const newest = this.seen.at(-1);
    if (replayed === undefined || newest === undefined) {
      return 0;
    }
    const position = toNumber(replayed);
    if (position >= newest.position) {
      return 0;
    }
    const reached = this.seen.findLast((seen) => seen.position <= position);
    return reached?.age.elapsedMs() ?? Infinity;
  }
}

function toNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
