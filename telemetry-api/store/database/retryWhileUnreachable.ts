import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../../errorCode.ts';
import { startStopwatch, type Stopwatch } from '../../stopwatch.ts';
import { DiskFullError } from '../embedded/clusterFolders.ts';
import { DISK_FULL, isConnectionError, QUERY_CANCELED } from './databaseErrors.ts';

/** Repeats `work`, which must be idempotent, while the database is unreachable. */
export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

/** A database whose outages its user waits out. */
export interface RetriedDatabase {
  readonly pool: pg.Pool;
  readonly retry: Retry;
}

export interface RetryOptions {
  /** How long an outage may last; then its error is thrown. */
  readonly limitMs: number;
  /** Ends the wait; what is waiting is attempted once more. */
  readonly signal: AbortSignal;
  /** Called once per outage. */
  readonly onOutage: (error: unknown) => void;
  readonly onRecovery: () => void;
  /** Why the database stays unreachable, if that is known. A full disk ends the wait. */
  readonly outageReason?: () => unknown;
}

const PAUSE_MS = 250;
/** Errors that waiting does not help: a full disk, and a statement that somebody cancelled. */
const PERMANENT_CODES = [DISK_FULL, QUERY_CANCELED];

/** Returns a function whose calls share outages, also if several run at once. */
export function retryWhileUnreachable({ limitMs, signal, onOutage, onRecovery, outageReason }: RetryOptions): Retry {
  let outage: Stopwatch | undefined;
  return async (work) => {
    for (;;) {
      try {
        const result = await work();
        if (outage !== undefined) {
          outage = undefined;
          onRecovery();
        }
        return result;
      } catch (error) {
        if (!isConnectionError(error) || PERMANENT_CODES.includes(errorCode(error) ?? '')) {
          throw error;
        }
        if (outage === undefined) {
          outage = startStopwatch();
          onOutage(error);
        }
        const reason = outageReason?.();
        if (reason instanceof DiskFullError) {
          throw reason;
        }
        if (signal.aborted || outage.elapsedMs() >= limitMs) {
          throw error;
        }
      }
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  };
}
