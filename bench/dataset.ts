import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '../telemetry-api/store/database.ts';
import { readTagIds, upsertDevices } from '../telemetry-api/store/inventory.ts';
import { createKey } from '../telemetry-api/store/keys.ts';
import { BEST_BATCH_ROWS, writeReadings } from '../telemetry-api/store/readings.ts';
import {
  DAY_MS,
  DEVICES,
  HISTORY_FROM_MS,
  HISTORY_TO_MS,
  PLANT,
  readingTimes,
  readingValue,
  RECENT_FROM_MS,
  TAGS,
} from './plant.ts';

/** Changes with the plant, so that a folder of an older one is not taken for this one. */
const MADE_FILE = 'bench-plant-2';

/**
 * Fills the embedded database of a folder with the plant, unless it is there from an earlier run.
 * @returns a key that may read it
 */
export async function makeDataset(dataDir: string, say: (text: string) => void): Promise<string> {
  const database = await openDatabase({ dataDir });
  try {
    const madeFile = path.join(dataDir, MADE_FILE);
    if (!existsSync(madeFile)) {
      await fill(database, say);
      writeFileSync(madeFile, '');
    }
    const key = { name: 'bench', family: 'dashboard', siteCodes: null, expiresMs: null } as const;
    const permissions = ['lecturas:leer', 'dispositivos:leer'] as const;
    return (await createKey(database.pool, { ...key, permissions }, Date.now())).secret;
  } finally {
    await database.close();
  }
}

async function fill({ pool }: Database, say: (text: string) => void): Promise<void> {
  await upsertDevices(
    pool,
    DEVICES.map((code) => ({
      site: { code: 'bench', name: 'Planta de medida', zone: 'UTC' },
      area: 'Línea 1',
      code,
      name: code,
      kind: 'maquina',
      active: true,
      // In plain ASCII: of other bytes Node 20 takes three times as long to make a text, which browsers do not.
      tags: TAGS.map((key) => ({ key, name: key, unit: 'bar', kind: 'medida' })),
    }))
  );
  const ids = await readTagIds(pool);
  let written = 0;
  for (const batch of batches((device, tag) => ids.get(device)?.get(tag) ?? NaN)) {
    const { inserted } = await writeReadings(pool, batch, { onConflict: 'keep' });
    written += inserted;
    say(`writing benchmark data: ${written.toLocaleString('en')} readings`);
  }
  // What autovacuum does within minutes, so that it does not do it while something is measured.
  await pool.query('VACUUM (ANALYZE)');
}

interface Batch {
  readonly tagIds: number[];
  readonly tsEpochMs: number[];
  readonly values: number[];
}

/** Day by day, as readings come in, in as few batches as are good. */
function* batches(idOf: (device: string, tag: string) => number): Generator<Batch> {
  let batch: Batch = { tagIds: [], tsEpochMs: [], values: [] };
  for (const [fromMs, toMs] of days()) {
    for (const series of PLANT) {
      const id = idOf(series.device, series.tag);
      for (const ts of readingTimes(series, fromMs, toMs)) {
        batch.tagIds.push(id);
        batch.tsEpochMs.push(ts);
        batch.values.push(readingValue(ts));
      }
      if (batch.tagIds.length >= BEST_BATCH_ROWS) {
        yield batch;
        batch = { tagIds: [], tsEpochMs: [], values: [] };
      }
    }
  }
  yield batch;
}

/** The days of the history, cut at RECENT_FROM_MS. */
function* days(): Generator<[fromMs: number, toMs: number]> {
  for (let from = HISTORY_FROM_MS; from < HISTORY_TO_MS;) {
    const nextDay = Math.floor(from / DAY_MS + 1) * DAY_MS;
    const to = Math.min(nextDay, HISTORY_TO_MS, from < RECENT_FROM_MS ? RECENT_FROM_MS : Infinity);
    yield [from, to];
    from = to;
  }
}
