import type pg from 'pg';
import { upsertAlerts } from '../store/alerts.ts';
import { type DemoAlerts, demoAlerts } from './demoAlerts.ts';
import { dayMs } from './durations.ts';
import { fillReadings, type FillOptions } from './fillReadings.ts';
import { type OpenPlant, openPlant } from './openPlant.ts';

/** Rules look back so far, and find again what they found before. */
const rulesLookBackMs = 90 * dayMs;

export interface SeededPlant extends OpenPlant {
  /** Stand at the end of what was seeded, ready to go on. */
  alerts: DemoAlerts;
  readings: number;
  newAlerts: number;
}

export interface SeedOptions extends FillOptions {
  nowMs: number;
  historyDays: number;
}

/** Brings the demo plant up to `nowMs`: the whole history where there is none, else what has been missed since. */
export async function seedPlant(pool: pg.Pool, { nowMs, historyDays, ...fill }: SeedOptions): Promise<SeededPlant> {
  const plant = await openPlant(pool, nowMs, historyDays);
  const readings = await fillReadings(pool, plant.series, nowMs, fill);
  const alerts = demoAlerts(plant.series, Math.max(plant.historyStartMs, nowMs - rulesLookBackMs));
  const { inserted } = await upsertAlerts(pool, alerts.follow(nowMs));
  return { ...plant, alerts, readings, newAlerts: inserted };
}
