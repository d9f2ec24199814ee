import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { exportFile, partFile } from '../exports/exportFile.ts';
import { writeExport } from '../exports/writeExport.ts';
import { nameUuid } from '../import/values/nameUuid.ts';
import { type ExportJob, findExport, putExport } from '../store/exports/exports.ts';
import { listKeys } from '../store/keys/keys.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { PlantSeries } from './openPlant.ts';

const FILE_LIFE_MS = 7 * DAY_MS;
/** Keeps the export in the state "processing" for a year: no worker claims it while the lease lasts. */
const LEASE_MS = 365 * DAY_MS;

/**
 * Creates an export in each state for one key with access to exports, of tags that it has access to; existing ones are kept.
 * A running server processes the pending one.
 * @param dataDir folder for the file of the ready export
 * @returns the number of new exports
 */
export async function demoExports(
  pool: pg.Pool,
  keyId: string,
  series: readonly PlantSeries[],
  dataDir: string,
  nowMs: number
): Promise<number> {
  const key = (await listKeys(pool)).find(({ id }) => id === keyId);
  const isActive = key?.revokedMs === null && (key.expiresMs === null || key.expiresMs > nowMs);
  const visible = series.filter(({ device }) => device.active && (key?.siteCodes?.includes(device.site.code) ?? true));
  if (!isActive || !key.permissions.includes('exportaciones:leer') || visible.length === 0) {
    return 0;
  }
  let created = 0;
  const tagIds = visible.filter((_, index) => index % 11 === 0).map(({ tagId }) => tagId);
  for (const sample of SAMPLES) {
    const job = jobOf(sample, keyId, tagIds, nowMs);
    const known = await findExport(pool, job.id);
    const hasRunOut = job.state === 'ready' && known?.state === 'expired';
    if (!known || hasRunOut) {
      await putExport(pool, job.state === 'ready' ? await withFile(pool, job, dataDir) : job, nowMs + LEASE_MS);
      created += 1;
    }
  }
  return created;
}

interface Sample extends Partial<ExportJob> {
  readonly state: ExportJob['state'];
  /** Length of the exported time range. */
  readonly days: number;
  readonly ageMs: number;
  /** How long it ran, if it has ended. */
  readonly tookMs?: number;
}

const SAMPLES: readonly Sample[] = [
  {
    ...{ state: 'expired', description: 'Informe semanal de energía', days: 30, ageMs: 9 * DAY_MS, tookMs: 25_000 },
    ...{ progress: 100, rows: 4_032, sizeBytes: 214_118 },
  },
  {
    ...{ state: 'failed', description: 'Lecturas crudas del último año', days: 365, ageMs: 2 * DAY_MS },
    ...{ level: 'raw', format: 'ndjson', progress: 31, rows: 8_214_400, tookMs: 9 * MINUTE_MS },
    error: 'No queda espacio para el archivo: hacen falta 2,1 GB.',
  },
  {
    ...{ state: 'ready', description: 'Medias horarias de los últimos 30 días', days: 30, ageMs: 3 * HOUR_MS },
    ...{ progress: 100, tookMs: 40_000 },
  },
  {
    ...{ state: 'processing', description: 'Lecturas por minuto del trimestre', days: 90, ageMs: 4 * MINUTE_MS },
    ...{ level: '1m', progress: 42, rows: 512_000, sizeBytes: 31_457_280 },
  },
  { state: 'pending', description: 'Turno de noche, medias horarias', days: 1, ageMs: 20_000 },
];

function jobOf({ days, ageMs, tookMs, ...sample }: Sample, keyId: string, tagIds: number[], nowMs: number): ExportJob {
  const createdMs = nowMs - ageMs;
  const finishedMs = tookMs === undefined ? null : createdMs + tookMs;
  return {
    ...{ keyId, tagIds, description: '', level: '1h', format: 'csv', fromMs: nowMs - days * DAY_MS, toMs: nowMs },
    ...{ progress: 0, rows: null, sizeBytes: 0, error: null, createdMs, finishedMs },
    expiresMs: finishedMs === null || sample.error ? null : finishedMs + FILE_LIFE_MS,
    ...sample,
    id: nameUuid(`demo export ${keyId} ${sample.state}`),
  };
}

/** Writes the file like a worker. */
async function withFile(pool: pg.Pool, job: ExportJob, dataDir: string): Promise<ExportJob> {
  const file = exportFile(dataDir, job.id, job.format);
  const written = await writeExport(pool, job, { file, part: partFile(file, randomUUID()) }, async () => true);
  return { ...job, rows: written?.rows ?? 0, sizeBytes: written?.sizeBytes ?? 0 };
}
