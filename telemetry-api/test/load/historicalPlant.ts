import type pg from 'pg';
import { upsertAlerts } from '../../store/alerts/alerts.ts';
import { type DeviceEntry, readTagIds, upsertDevices } from '../../store/inventory/inventory.ts';
import { BUCKETS, type Level } from '../../store/readings/levels.ts';
import { BEST_BATCH_ROWS, writeReadings } from '../../store/readings/readings.ts';
import { BATCH_STEP_MS, BATCHES_FROM_MS, batchValueAt } from '../support/batches.ts';

/** A tag of the plant, as requests name it. */
export interface PlantTag {
  readonly id: number;
  readonly site: string;
  readonly device: string;
  readonly key: string;
}

/** A point as on the wire. */
export type Point = Readonly<Record<string, string | number>>;

/** 36,000 steps of each tag, on three days. */
const HISTORY_MS = 70 * 3_600_000;

/** The window whose content does not change during a run. */
export const HISTORY = { fromMs: BATCHES_FROM_MS, toMs: BATCHES_FROM_MS + HISTORY_MS } as const;
export const SITES = ['NORTE', 'SUR'] as const;
/** The site of the device whose readings are imported during a run. */
export const LIVE_SITE = 'VIVA';
export const ALERTS_PER_SITE = 120;

/** Ordered, as lists are. */
export const DEVICES = [...SITES.flatMap((site) => [`${site}-01`, `${site}-02`]), `${LIVE_SITE}-01`] as const;
const HISTORICAL_TAG_KEYS = ['caudal', 'presion'];
const LIVE_TAG_KEYS = Array.from({ length: 10 }, (_, i) => `nivel_${i}`);

/** Creates the inventory, alerts and the readings of `HISTORY`. @returns all tags */
export async function createHistoricalPlant(pool: pg.Pool): Promise<PlantTag[]> {
  await upsertDevices(pool, DEVICES.map(deviceEntry));
  const ids = await readTagIds(pool);
  const tags = DEVICES.flatMap((device) =>
    tagKeysOf(device).map((key) => ({ id: ids.get(device)?.get(key) ?? 0, site: siteOf(device), device, key }))
  );
  const historical = tags.filter(({ site }) => site !== LIVE_SITE);
  for (const { id } of historical) {
    for (let fromMs: number = HISTORY.fromMs; fromMs < HISTORY.toMs; fromMs += BEST_BATCH_ROWS * BATCH_STEP_MS) {
      const tsEpochMs = timesOf(fromMs, Math.min(HISTORY.toMs, fromMs + BEST_BATCH_ROWS * BATCH_STEP_MS));
      const batch = { tagIds: tsEpochMs.map(() => id), tsEpochMs, values: tsEpochMs.map((ts) => batchValueAt(id, ts)) };
      await writeReadings(pool, batch, { onConflict: 'keep' });
    }
  }
  for (const site of SITES) {
    const { id: tagId = 0 } = historical.find((tag) => tag.site === site) ?? {};
    await upsertAlerts(
      pool,
      alertIds(site).map((id, i) => {
        const openedMs = HISTORY.fromMs + i * 600_000;
        const times = { startedMs: openedMs, openedMs, acknowledgedMs: null, endedMs: openedMs + 60_000 };
        return { id, tagId, rule: 'Máximo', severity: 'warning', ...times, startValue: 1, peakValue: 2 };
      })
    );
  }
  return tags;
}

/** The ids of a site's alerts, in the order of their opening. */
export function alertIds(site: string): string[] {
  const prefix = String(1 + DEVICES.findIndex((device) => siteOf(device) === site)).padStart(8, '0');
  return Array.from({ length: ALERTS_PER_SITE }, (_, i) => `${prefix}-0000-4000-8000-${String(i).padStart(12, '0')}`);
}

/** The rows of a tag in [fromMs, toMs), whole buckets, computed from the values that were written. */
export function expectedRows({ id }: PlantTag, level: Level, fromMs: number, toMs: number): Point[] {
  const lengthMs = BUCKETS.find((bucket) => bucket.level === level)?.lengthMs;
  const rows = timesOf(fromMs, toMs).map((ts) => ({ ts, valor: batchValueAt(id, ts) }));
  if (lengthMs === undefined) {
    return rows.map(({ ts, valor }) => ({ ts: new Date(ts).toISOString(), valor }));
  }
  const buckets = new Map<number, number[]>();
  for (const { ts, valor } of rows) {
    const startMs = ts - (ts % lengthMs);
    const values = buckets.get(startMs) ?? [];
    buckets.set(startMs, values);
    values.push(valor);
  }
  return [...buckets].map(([startMs, values]) => ({
    ts: new Date(startMs).toISOString(),
    // Exact in any order: the values are multiples of 1/8.
    avg: values.reduce((sum, value) => sum + value, 0) / values.length,
    min: Math.min(...values),
    max: Math.max(...values),
    n: values.length,
  }));
}

/** The times of readings in [fromMs, toMs): every step since the first one. */
function timesOf(fromMs: number, toMs: number): number[] {
  const firstStep = Math.ceil((fromMs - BATCHES_FROM_MS) / BATCH_STEP_MS);
  const steps = Math.ceil((toMs - BATCHES_FROM_MS) / BATCH_STEP_MS) - firstStep;
  return Array.from({ length: steps }, (_, i) => BATCHES_FROM_MS + (firstStep + i) * BATCH_STEP_MS);
}

/** The site of a device of the plant. */
export function siteOf(device: string): string {
  return device.split('-')[0] ?? '';
}

function tagKeysOf(device: string): readonly string[] {
  return siteOf(device) === LIVE_SITE ? LIVE_TAG_KEYS : HISTORICAL_TAG_KEYS;
}

function deviceEntry(code: string): DeviceEntry {
  return {
    site: { code: siteOf(code), name: `Planta ${siteOf(code)}`, zone: 'Europe/Madrid' },
    area: 'Servicios',
    code,
    name: `Equipo ${code}`,
    kind: 'equipo',
    active: true,
    tags: tagKeysOf(code).map((key) => ({ key, name: key, unit: 'bar', kind: 'medida' })),
  };
}
