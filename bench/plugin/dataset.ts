import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '../../telemetry-api/store/database/database.ts';
import { readTagIds, upsertDevices } from '../../telemetry-api/store/inventory/inventory.ts';
import { createKey } from '../../telemetry-api/store/keys/keys.ts';
import { BEST_BATCH_ROWS, writeReadings } from '../../telemetry-api/store/readings/readings.ts';
import {
  DAY_MS,
  DEVICES,
  HISTORY_FROM_MS,
  HISTORY_TO_MS,
  PLANT,
  type PlantSeries,
  readingTimes,
  readingValue,
  RECENT_FROM_MS,
  type Sample,
  TAGS,
} from './plant.ts';
import { PERIOD_SERIES } from './periodSeries.ts';

/** Change this name with the data, so that a folder with older data is filled again. */
const MARKER_FILE = 'bench-plant-3';

/**
 * Fills the embedded database of a folder with the plant unless an earlier run has done so.
 * @returns an API key with read permissions
 */
export async function makeDataset(dataDir: string, log: (text: string) => void): Promise<string> {
  const database = await openDatabase({ dataDir });
  try {
    const markerFile = path.join(dataDir, MARKER_FILE);
    if (!existsSync(markerFile)) {
      await fill(database, log);
      writeFileSync(markerFile, '');
    }
    const key = { name: 'bench', family: 'dashboard', siteCodes: null, expiresMs: null } as const;
    const permissions = ['lecturas:leer', 'dispositivos:leer', 'alertas:leer'] as const;
    return (await createKey(database.pool, { ...key, permissions }, Date.now())).secret;
  } finally {
    await database.close();
  }
}

/** The tags of each device. */
const DEVICES_WITH_TAGS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(DEVICES.map((code) => [code, TAGS])),
  ...Object.fromEntries(
    PERIOD_SERIES.map(({ device }) => [
      device,
      PERIOD_SERIES.filter((series) => series.device === device).map(({ tag }) => tag),
    ])
  ),
};

async function fill({ pool }: Database, log: (text: string) => void): Promise<void> {
  await upsertDevices(
    pool,
    Object.entries(DEVICES_WITH_TAGS).map(([code, tags]) => ({
      site: { code: 'bench', name: 'Planta de medida', zone: 'UTC' },
      area: 'Línea 1',
      code,
      name: code,
      kind: 'maquina',
      active: true,
      // ASCII only: Node 20 decodes other text three times slower, browsers do not.
      tags: tags.map((key) => ({ key, name: key, unit: 'bar', kind: 'medida' })),
    }))
  );
  const ids = await readTagIds(pool);
  let written = 0;
  for (const batch of batches((device, tag) => ids.get(device)?.get(tag) ?? NaN)) {
    const { inserted } = await writeReadings(pool, batch, { onConflict: 'keep' });
    written += inserted;
    log(`writing benchmark data: ${written.toLocaleString('en')} readings`);
  }
  // Otherwise autovacuum would start during the measurements.
  await pool.query('VACUUM (ANALYZE)');
}

interface Batch {
  readonly tagIds: number[];
  readonly tsEpochMs: number[];
  readonly values: number[];
}

/** In batches of the best size. */
function* batches(idOf: (device: string, tag: string) => number): Generator<Batch> {
  let batch: Batch = { tagIds: [], tsEpochMs: [], values: [] };
  for (const { device, tag, samples } of parts()) {
    const id = idOf(device, tag);
    for (const { tsEpochMs, value } of samples()) {
      batch.tagIds.push(id);
      batch.tsEpochMs.push(tsEpochMs);
      batch.values.push(value);
      if (batch.tagIds.length >= BEST_BATCH_ROWS) {
        yield batch;
        batch = { tagIds: [], tsEpochMs: [], values: [] };
      }
    }
  }
  yield batch;
}

interface Part {
  readonly device: string;
  readonly tag: string;
  readonly samples: () => Iterable<Sample>;
}

/** The plant day by day, in the order in which readings arrive; then one series after the other. */
function* parts(): Generator<Part> {
  for (const [fromMs, toMs] of days()) {
    for (const series of PLANT) {
      yield { ...series, samples: () => readings(series, fromMs, toMs) };
    }
  }
  yield* PERIOD_SERIES;
}

function* readings(series: PlantSeries, fromMs: number, toMs: number): Generator<Sample> {
  for (const ts of readingTimes(series, fromMs, toMs)) {
    yield { tsEpochMs: ts, value: readingValue(ts) };
  }
}

/** The days of the history, split at RECENT_FROM_MS. */
function* days(): Generator<[fromMs: number, toMs: number]> {
  for (let from = HISTORY_FROM_MS; from < HISTORY_TO_MS;) {
    const nextDay = Math.floor(from / DAY_MS + 1) * DAY_MS;
    const to = Math.min(nextDay, HISTORY_TO_MS, from < RECENT_FROM_MS ? RECENT_FROM_MS : Infinity);
    yield [from, to];
    from = to;
  }
}
