import type pg from 'pg';
import { upsertAlerts } from '../../store/alerts/alerts.ts';
import { readTagIds, upsertDevices } from '../../store/inventory/inventory.ts';
import { BEST_BATCH_ROWS, writeReadings } from '../../store/readings/readings.ts';
import { BATCH_STEP_MS, BATCHES_FROM_MS, batchValueAt } from '../support/batches.ts';

/** A tag of the plant, as requests name it. */
export interface PlantTag {
  readonly id: number;
  readonly site: string;
  readonly device: string;
  readonly key: string;
}

/** The window whose content does not change during a run: 36,000 steps of each tag, on three days. */
export const HISTORY = { fromMs: BATCHES_FROM_MS, toMs: BATCHES_FROM_MS + 70 * 3_600_000 } as const;
export const SITES = ['NORTE', 'SUR'] as const;
/** The site of the device whose readings are imported during a run. */
export const LIVE_SITE = 'VIVA';
const ALERTS_PER_TAG = 60;

/** Creates the inventory, alerts and the readings of `HISTORY`. @returns all tags */
export async function createPlantData(pool: pg.Pool): Promise<PlantTag[]> {
  const plant = [...SITES, LIVE_SITE].map((site) => ({
    ...{ site, device: `${site}-01` },
    keys: site === LIVE_SITE ? Array.from({ length: 10 }, (_, i) => `nivel_${i}`) : ['caudal', 'presion'],
  }));
  await upsertDevices(
    pool,
    plant.map(({ site, device, keys }) => ({
      site: { code: site, name: `Planta ${site}`, zone: 'Europe/Madrid' },
      ...{ area: 'Servicios', code: device, name: `Equipo ${device}`, kind: 'equipo', active: true },
      tags: keys.map((key) => ({ key, name: key, unit: 'bar', kind: 'medida' })),
    }))
  );
  const ids = await readTagIds(pool);
  const tags = plant.flatMap(({ site, device, keys }) =>
    keys.map((key) => ({ id: ids.get(device)?.get(key) ?? 0, site, device, key }))
  );
  for (const { id } of tags.filter((tag) => tag.site !== LIVE_SITE)) {
    for (let fromMs: number = HISTORY.fromMs; fromMs < HISTORY.toMs; fromMs += BEST_BATCH_ROWS * BATCH_STEP_MS) {
      const rows = Math.min(BEST_BATCH_ROWS, (HISTORY.toMs - fromMs) / BATCH_STEP_MS);
      const tsEpochMs = Array.from({ length: rows }, (_, i) => fromMs + i * BATCH_STEP_MS);
      const batch = { tagIds: tsEpochMs.map(() => id), tsEpochMs, values: tsEpochMs.map((ts) => batchValueAt(id, ts)) };
      await writeReadings(pool, batch, { onConflict: 'keep' });
    }
    const prefix = String(id).padStart(8, '0');
    await upsertAlerts(
      pool,
      Array.from({ length: ALERTS_PER_TAG }, (_, i) => {
        const openedMs = HISTORY.fromMs + i * 600_000;
        return {
          id: `${prefix}-0000-4000-8000-${String(i).padStart(12, '0')}`,
          ...{ tagId: id, rule: 'Máximo', severity: 'warning', startValue: 1, peakValue: 2 },
          ...{ startedMs: openedMs, openedMs, acknowledgedMs: null, endedMs: openedMs + 60_000 },
        };
      })
    );
  }
  return tags;
}
