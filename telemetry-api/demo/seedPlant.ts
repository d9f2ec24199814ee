import type pg from 'pg';
import { upsertAlerts } from '../store/alerts/alerts.ts';
import { type DemoAlerts, demoAlerts } from './alerts/demoAlerts.ts';
import { DAY_MS } from '../durations.ts';
import { fillReadings, type FillOptions } from './fillReadings.ts';
import { type OpenPlant, openPlant } from './openPlant.ts';

/** How far back rules are evaluated again; they find the same alerts as before. */
const RULES_LOOK_BACK_MS = 90 * DAY_MS;

export interface SeededPlant extends OpenPlant {
  /** Evaluated up to the end of the seeded readings, to continue from there. */
  readonly alerts: DemoAlerts;
  readonly readings: number;
  readonly newAlerts: number;
}

export interface SeedOptions extends FillOptions {
  readonly nowMs: number;
  readonly historyDays: number;
}

/** Fills the demo plant up to `nowMs`: the whole history of a new plant, otherwise the readings since the last run. */
export async function seedPlant(pool: pg.Pool, { nowMs, historyDays, ...fill }: SeedOptions): Promise<SeededPlant> {
  const plant = await openPlant(pool, nowMs, historyDays);
  const readings = await fillReadings(pool, plant.series, nowMs, fill);
  const alerts = demoAlerts(plant.series, Math.max(plant.historyStartMs, nowMs - RULES_LOOK_BACK_MS));
  const { inserted } = await upsertAlerts(pool, alerts.evaluateUntil(nowMs));
  return { ...plant, alerts, readings, newAlerts: inserted };
}
