import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { dropOld, type OldPart } from '../store/dropOld.ts';
import { retentionCutoffs, type RetentionDays } from './keptFromTimes.ts';

const RUN_INTERVAL_MS = 3_600_000;

export interface RetentionOptions {
  readonly pool: pg.Pool;
  readonly days: RetentionDays;
  readonly now: () => number;
  readonly onDropped: (part: OldPart) => void;
  /** Told of what went wrong; it is tried again an hour later. */
  readonly onError: (error: unknown) => void;
}

export interface RetentionWorker {
  /** Stops after the part that it is at. */
  stop(): Promise<void>;
}

/** Drops what is not kept any more, at the start and every hour; of several servers on one database one does it. */
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
