import type pg from 'pg';
import { openDatabase } from '../../telemetry-api/store/database/database.ts';
import { readTagIds, upsertDevices } from '../../telemetry-api/store/inventory/inventory.ts';
import { createKey, PERMISSIONS } from '../../telemetry-api/store/keys/keys.ts';
import { BEST_BATCH_ROWS, writeReadings } from '../../telemetry-api/store/readings/readings.ts';
import type { Engine } from './engines.ts';
import { HOT_READINGS, HOT_TAG, PLANT_FROM_MS, PLANT_TAGS, plantDevices, plantTag, valueAt } from './plant.ts';

/** A database with the inventory of the plant. */
export interface BenchDatabase {
  readonly url: string;
  /** Secret of a key with all permissions and sites. */
  readonly key: string;
}

const KEY = 'tii_live_measured-by-the-bench-alone';

/** Creates a database with the inventory of the plant and no readings. */
export async function makePlantDatabase(engine: Engine, name: string): Promise<BenchDatabase> {
  await engine.run(`CREATE DATABASE ${name}`);
  const url = engine.urlOf(name);
  await withPool(url, async (pool) => {
    await upsertDevices(pool, plantDevices());
    const key = {
      name: 'bench',
      family: 'integration',
      permissions: PERMISSIONS,
      siteCodes: null,
      expiresMs: null,
    } as const;
    await createKey(pool, { ...key, secret: KEY }, Date.now());
  });
  return { url, key: KEY };
}

/** Writes the million readings of the hot tag, and one reading of each other tag. */
export async function writeHotHistory(database: BenchDatabase): Promise<void> {
  await withPool(database.url, async (pool) => {
    const ids = await readTagIds(pool);
    const idOf = ({ device, tag }: { readonly device: string; readonly tag: string }) => {
      const id = ids.get(device)?.get(tag);
      if (id === undefined) {
        throw new Error(`The plant has no ${device} ${tag}.`);
      }
      return id;
    };
    const hot = idOf(HOT_TAG);
    for (let first = 0; first < HOT_READINGS; first += BEST_BATCH_ROWS) {
      const steps = Array.from({ length: Math.min(BEST_BATCH_ROWS, HOT_READINGS - first) }, (_, i) => first + i);
      const batch = {
        tagIds: steps.map(() => hot),
        tsEpochMs: steps.map((step) => PLANT_FROM_MS + step * 1000),
        values: steps.map((step) => valueAt(0, step)),
      };
      await writeReadings(pool, batch, { onConflict: 'keep' });
    }
    const others = Array.from({ length: PLANT_TAGS - 1 }, (_, i) => i + 1);
    const batch = {
      tagIds: others.map((tag) => idOf(plantTag(tag))),
      tsEpochMs: others.map(() => PLANT_FROM_MS),
      values: others.map((tag) => valueAt(tag, 0)),
    };
    await writeReadings(pool, batch, { onConflict: 'keep' });
    await settle(pool);
  });
}

/** Does the work of autovacuum immediately, so that pages are read with index-only scans. */
export async function settle(pool: pg.Pool): Promise<void> {
  await pool.query('VACUUM (ANALYZE)');
}

export async function withPool<T>(databaseUrl: string, work: (pool: pg.Pool) => Promise<T>, poolSize = 4): Promise<T> {
  const database = await openDatabase({ databaseUrl, dataDir: '', poolSize });
  try {
    return await work(database.pool);
  } finally {
    await database.close();
  }
}
