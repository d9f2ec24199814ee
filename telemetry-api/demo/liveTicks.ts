import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AlertEntry, upsertAlerts } from '../store/alerts/alerts.ts';
import { isConnectionError } from '../store/database/databaseErrors.ts';
import type { DemoAlerts } from './alerts/demoAlerts.ts';
import { MINUTE_MS } from '../durations.ts';
import { fillReadings } from './fillReadings.ts';
import type { PlantSeries } from './openPlant.ts';
import { startStopwatch } from '../stopwatch.ts';

const TICK_MS = 1_000;
const MAX_PAUSE_MS = 15_000;

export interface LiveOptions {
  readonly signal: AbortSignal;
  /** Called once when the database stops responding, and once when it recovers. */
  readonly onOutage: (error: unknown) => void;
  readonly onRecovery: (lostSeconds: number) => void;
  /** Called once a minute; a connection error counts as an outage. */
  readonly everyMinute: () => Promise<void>;
  /** Called when all readings up to now are written, at most once a second. */
  readonly onWritten?: () => void;
  readonly now?: () => number;
}

/**
 * Adds live readings until the signal aborts: every second, the new readings of all loggers and the resulting alerts.
 * No readings are lost in a database outage: they are pure functions of time and are written after it recovers.
 */
export async function runLive(
  pool: pg.Pool,
  series: PlantSeries[],
  alerts: DemoAlerts,
  { signal, onOutage, onRecovery, everyMinute, onWritten, now = Date.now }: LiveOptions
): Promise<void> {
  const unsaved = new Map<string, AlertEntry>();
  let failures = 0;
  let minute = startStopwatch();
  let outage = startStopwatch();
  while (!signal.aborted) {
    const toMs = Math.floor(now() / TICK_MS) * TICK_MS;
    try {
      await fillReadings(pool, series, toMs, { workers: 1, signal });
      alerts.evaluateUntil(toMs).forEach((alert) => unsaved.set(alert.id, alert));
      if (unsaved.size > 0) {
        await upsertAlerts(pool, [...unsaved.values()]);
        unsaved.clear();
      }
      if (minute.elapsedMs() >= MINUTE_MS) {
        await everyMinute();
        minute = startStopwatch();
      }
      onWritten?.();
      if (failures > 0) {
        onRecovery(Math.round(outage.elapsedMs() / 1000));
        failures = 0;
      }
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!isConnectionError(error)) {
        throw error;
      }
      if (failures === 0) {
        outage = startStopwatch();
        onOutage(error);
      }
      failures += 1;
    }
    const pauseMs = failures === 0 ? TICK_MS - (now() % TICK_MS) : Math.min(TICK_MS * 2 ** failures, MAX_PAUSE_MS);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
