import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { dropOld, type OldPart } from '../store/retention/dropOld.ts';
import { readRetentionCutoffs } from '../store/readings/retentionCutoff.ts';
import {
  type OldShare,
  readAnnouncements,
  readOldShares,
  writeAnnouncements,
} from '../store/retention/announcements.ts';
import { decideRetention, movedCutoffs } from './largeRuns.ts';
import { retentionCutoffs, type RetentionDays } from './retentionCutoffs.ts';

const RUN_INTERVAL_MS = 3_600_000;

export interface RetentionOptions {
  readonly pool: pg.Pool;
  readonly days: RetentionDays;
  readonly now: () => number;
  readonly onDropped: (part: OldPart) => void;
  /** Called when a run that would delete much is announced, and at the start of a service that finds it announced. */
  readonly onWaiting: (large: readonly OldShare[], untilMs: number) => void;
  /** Called with the error of a failed run; the next run is an hour later. */
  readonly onError: (error: unknown) => void;
}

export interface RetentionWorker {
  /** Stops after the current part. */
  stop(): Promise<void>;
}

/**
 * Drops expired data at startup and every hour, in one of the servers of a database. A run that would delete much, because a limit is new or lower,
 * is announced and waits for an hour, also across restarts.
 */
export function startRetention(options: RetentionOptions): RetentionWorker {
  const { pool, days, now, onDropped, onWaiting, onError } = options;
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
      const nextMs = await run().catch((error: unknown) => {
        onError(error);
        return now() + RUN_INTERVAL_MS;
      });
      const pauseMs = Math.min(RUN_INTERVAL_MS, Math.max(0, nextMs - now()));
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** @returns when to run again, in ms since 1970 */
  async function run(): Promise<number> {
    const cutoffsMs = retentionCutoffs(days, now());
    const announced = await readAnnouncements(pool);
    const moved = movedCutoffs(cutoffsMs, await readRetentionCutoffs(pool));
    const shares = moved.size === 0 ? [] : await readOldShares(pool, moved);
    const decision = decideRetention(shares, announced, now());
    if (decision.act === 'wait') {
      if (decision.isNew) {
        const announcedMs = now();
        await writeAnnouncements(
          pool,
          decision.large.map(({ level, cutoffMs }) => ({ level, cutoffMs, announcedMs }))
        );
      }
      onWaiting(decision.large, decision.untilMs);
      return decision.untilMs;
    }
    await dropOld(pool, cutoffsMs, stopping.signal, onDropped);
    if (announced.length > 0 && !stopping.signal.aborted) {
      await writeAnnouncements(pool, []);
    }
    return now() + RUN_INTERVAL_MS;
  }
}
