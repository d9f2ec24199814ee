import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { exportFile, partFile } from '../exports/exportFile.ts';
import { writeExport } from '../exports/writeExport.ts';
import { nameUuid } from '../import/values/nameUuid.ts';
import { type ExportJob, findExport, putExport } from '../store/exports/exports.ts';
import { listKeys } from '../store/keys/keys.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import type { PlantSeries } from './openPlant.ts';

const FILE_LIFE_MS = 7 * DAY_MS;
/** Keeps the export in the state "processing" for a year: no worker claims it while the lease lasts. */
const LEASE_MS = 365 * DAY_MS;

/**
 * Creates an export in each state for every key with access to exports, of tags that it has access to; existing ones are kept.
 * A running server processes the pending one. Without keys, this does nothing.
 * @param dataDir folder for the file of the ready export
 * @returns the number of new exports
 */
export async function demoExports(
  pool: pg.Pool,
  series: readonly PlantSeries[],
  dataDir: string,
  nowMs: number
): Promise<number> {
  let created = 0;
  for (const key of await listKeys(pool)) {
    const isActive = key.revokedMs === null && (key.expiresMs === null || key.expiresMs > nowMs);
    const visible = series.filter(({ device }) => device.active && (key.siteCodes?.includes(device.site.code) ?? true));
    if (!isActive || !key.permissions.includes('exportaciones:leer') || visible.length === 0) {
      continue;
    }
    for (const job of jobsOf(key.id, visible, nowMs)) {
      const known = await findExport(pool, job.id);
      const hasRunOut = job.state === 'ready' && known?.state === 'expired';
      if (!known || hasRunOut) {
        const isReady = job.state === 'ready';
        await putExport(pool, isReady ? await withFile(pool, job, dataDir) : job, nowMs + LEASE_MS);
        created += 1;
      }
    }
  }
  return created;
}

function jobsOf(keyId: string, visible: readonly PlantSeries[], nowMs: number): ExportJob[] {
  const tagIds = visible.filter((_, index) => index % 11 === 0).map(({ tagId }) => tagId);
  const base = {
    ...{ keyId, tagIds, level: '1h' as const, format: 'csv' as const, fromMs: nowMs - 30 * DAY_MS, toMs: nowMs },
    ...{ progress: 0, rows: null, sizeBytes: 0, error: null, finishedMs: null, expiresMs: null },
  };
  const job = (
    state: ExportJob['state'],
    description: string,
    ageMs: number,
    rest: Partial<ExportJob> = {}
  ): ExportJob => ({
    ...base,
    id: nameUuid(`demo export ${keyId} ${state}`),
    state,
    description,
    createdMs: nowMs - ageMs,
    ...rest,
  });
  const finishedLately = nowMs - 3 * HOUR_MS + 40_000;
  const finishedLongAgo = nowMs - 9 * DAY_MS + 25_000;
  return [
    job('expired', 'Informe semanal de energía', 9 * DAY_MS, {
      ...{
        progress: 100,
        rows: 4_032,
        sizeBytes: 214_118,
        finishedMs: finishedLongAgo,
        expiresMs: finishedLongAgo + FILE_LIFE_MS,
      },
    }),
    job('failed', 'Lecturas crudas del último año', 2 * DAY_MS, {
      ...{ level: 'raw', format: 'ndjson', fromMs: nowMs - 365 * DAY_MS, progress: 31, rows: 8_214_400, sizeBytes: 0 },
      ...{
        error: 'No queda espacio para el archivo: hacen falta 2,1 GB.',
        finishedMs: nowMs - 2 * DAY_MS + 9 * MINUTE_MS,
      },
    }),
    job('ready', 'Medias horarias de los últimos 30 días', 3 * HOUR_MS, {
      ...{ progress: 100, finishedMs: finishedLately, expiresMs: finishedLately + FILE_LIFE_MS },
    }),
    job('processing', 'Lecturas por minuto del trimestre', 4 * MINUTE_MS, {
      ...{ level: '1m', fromMs: nowMs - 90 * DAY_MS, progress: 42, rows: 512_000, sizeBytes: 31_457_280 },
    }),
    job('pending', 'Turno de noche, medias horarias', 20_000, { fromMs: nowMs - DAY_MS }),
  ];
}

/** Writes the file like a worker. */
async function withFile(pool: pg.Pool, job: ExportJob, dataDir: string): Promise<ExportJob> {
  const file = exportFile(dataDir, job.id, job.format);
  const written = await writeExport(pool, job, { file, part: partFile(file, randomUUID()) }, async () => true);
  return { ...job, rows: written?.rows ?? 0, sizeBytes: written?.sizeBytes ?? 0 };
}
