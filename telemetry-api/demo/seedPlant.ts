import type pg from 'pg';
import { upsertAlerts } from '../store/alerts.ts';
import { type DemoAlerts, demoAlerts } from './demoAlerts.ts';
import { DAY_MS } from './durations.ts';
import { fillReadings, type FillOptions } from './fillReadings.ts';
import { type OpenPlant, openPlant } from './openPlant.ts';

/** Rules look back so far, and find again what they found before. */
const RULES_LOOK_BACK_MS = 90 * DAY_MS;

export interface SeededPlant extends OpenPlant {
  /** Stand at the end of what was seeded, ready to go on. */
  readonly alerts: DemoAlerts;
  readonly readings: number;
  readonly newAlerts: number;
}

export interface SeedOptions extends FillOptions {
  readonly nowMs: number;
  readonly historyDays: number;
}

/** Brings the demo plant up to `nowMs`: the whole history where there is none, else what has been missed since. */
export async function seedPlant(pool: pg.Pool, { nowMs, historyDays, ...fill }: SeedOptions): Promise<SeededPlant> {
  const plant = await openPlant(pool, nowMs, historyDays);
  const readings = await fillReadings(pool, plant.series, nowMs, fill);
  const alerts = demoAlerts(plant.series, Math.max(plant.historyStartMs, nowMs - RULES_LOOK_BACK_MS));
  const { inserted } = await upsertAlerts(pool, alerts.follow(nowMs));
  return { ...plant, alerts, readings, newAlerts: inserted };
}
