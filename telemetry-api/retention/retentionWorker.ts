import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { dropOld, type OldPart } from '../store/retention/dropOld.ts';
import { retentionCutoffs, type RetentionDays } from './retentionCutoffs.ts';

const RUN_INTERVAL_MS = 3_600_000;

export interface RetentionOptions {
  readonly pool: pg.Pool;
  readonly days: RetentionDays;
  readonly now: () => number;
  readonly onDropped: (part: OldPart) => void;
  /** Called with the error of a failed run; the next run is an hour later. */
  readonly onError: (error: unknown) => void;
}

export interface RetentionWorker {
  /** Stops after the current part. */
  stop(): Promise<void>;
}

/** Drops expired data at startup and every hour, in one of the servers of a database. */
export function startRetention({ pool, days, now, onDropped, onError }: RetentionOptions): RetentionWorker {
  const stopping = new AbortController();
  const running = Object.keys(days).length === 0 ? Promise.resolve() : loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await dropOld(pool, retentionCutoffs(days, now()), stopping.signal, onDropped).catch(onError);
      await sleep(RUN_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
}
