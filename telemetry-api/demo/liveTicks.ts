import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AlertEntry, upsertAlerts } from '../store/alerts.ts';
import { isDatabaseAway } from '../store/isDatabaseAway.ts';
import { type DemoAlerts } from './demoAlerts.ts';
import { minuteMs } from './durations.ts';
import { fillReadings } from './fillReadings.ts';
import { type PlantSeries } from './openPlant.ts';

const tickMs = 1_000;
const longestPauseMs = 15_000;

export interface LiveOptions {
  signal: AbortSignal;
  /** Called when the database stops answering, and when it is back; once each. */
  onOutage: (error: unknown) => void;
  onRecovery: (lostSeconds: number) => void;
  /** Done once a minute; an error of it counts as an outage. */
  everyMinute: () => Promise<void>;
  now?: () => number;
}

/**
 * Keeps the plant moving until the signal aborts: each second what its loggers have seen since, and the alerts that follow.
 * While the database does not answer, nothing is lost: the readings are pure functions of time and are written when it is back.
 */
export async function runLive(
  pool: pg.Pool,
  series: PlantSeries[],
  alerts: DemoAlerts,
  { signal, onOutage, onRecovery, everyMinute, now = Date.now }: LiveOptions
): Promise<void> {
  const unsaved = new Map<string, AlertEntry>();
  let failures = 0;
  let nextMinuteMs = now() + minuteMs;
  let failedSinceMs = 0;
  while (!signal.aborted) {
    const toMs = Math.floor(now() / tickMs) * tickMs;
    try {
      await fillReadings(pool, series, toMs, { lanes: 1, signal });
      alerts.follow(toMs).forEach((alert) => unsaved.set(alert.id, alert));
      if (unsaved.size > 0) {
        await upsertAlerts(pool, [...unsaved.values()]);
        unsaved.clear();
      }
      if (toMs >= nextMinuteMs) {
        await everyMinute();
        nextMinuteMs = toMs + minuteMs;
      }
      if (failures > 0) {
        onRecovery(Math.round((now() - failedSinceMs) / 1000));
        failures = 0;
      }
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!isDatabaseAway(error)) {
        throw error;
      }
      if (failures === 0) {
        failedSinceMs = now();
        onOutage(error);
      }
      failures += 1;
    }
    const pauseMs = failures === 0 ? tickMs - (now() % tickMs) : Math.min(tickMs * 2 ** failures, longestPauseMs);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
