import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../store/database.ts';
import {
  expireExports,
  failExport,
  finishExport,
  releaseExport,
  reportExport,
  takeExport,
  type TakenExport,
} from '../store/exportQueue.ts';
import { exportFile, partFile } from './exportFile.ts';
import { writeExport } from './writeExport.ts';

const LOOK_EVERY_MS = 1000;
const REPORT_EVERY_MS = 500;
const MOST_ATTEMPTS = 3;
const FILE_LIFE_MS = 7 * 86_400_000;

export interface ExportWorkerOptions {
  readonly db: Queryable;
  readonly dataDir: string;
  readonly now: () => number;
  /** Told of what went wrong; the worker goes on. */
  readonly onError: (error: unknown, exportId?: string) => void;
}

export interface ExportWorker {
  /** Stops in order: a job that is half done goes back to the queue. */
  stop(): Promise<void>;
}

/** Works through the queue of exports, one at a time, and takes away the files that have run out. */
export function startExportWorker(options: ExportWorkerOptions): ExportWorker {
  const stopping = new AbortController();
  const worker = randomUUID();
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await removeExpired(options);
        const job = await takeExport(options.db, worker);
        if (job !== undefined) {
          await work(options, worker, job, stopping.signal);
          continue;
        }
      } catch (error) {
        options.onError(error);
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
}

async function work(
  { db, dataDir, now, onError }: ExportWorkerOptions,
  worker: string,
  job: TakenExport,
  signal: AbortSignal
): Promise<void> {
  const file = exportFile(dataDir, job.id, job.format);
  if (job.attempts > MOST_ATTEMPTS) {
    await rm(partFile(file), { force: true });
    await failExport(db, worker, job.id, `Se interrumpió ${MOST_ATTEMPTS} veces.`, now());
    return;
  }
  let reportedMs = now();
  try {
    const written = await writeExport(db, job, file, signal, async (at) => {
      if (now() - reportedMs < REPORT_EVERY_MS) {
        return true;
      }
      reportedMs = now();
      return reportExport(db, worker, job.id, at);
    });
    if (written === undefined) {
      await releaseExport(db, worker, job.id);
      return;
    }
    await finishExport(db, worker, job.id, { ...written, finishedMs: now(), expiresMs: now() + FILE_LIFE_MS });
  } catch (error) {
    onError(error, job.id);
    await failExport(db, worker, job.id, 'El archivo no se pudo escribir.', now());
  }
}

async function removeExpired({ db, dataDir, now }: ExportWorkerOptions): Promise<void> {
  for (const { id, format } of await expireExports(db, now())) {
    await rm(exportFile(dataDir, id, format), { force: true });
  }
}
