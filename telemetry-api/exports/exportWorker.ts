import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../store/database/queryable.ts';
import {
  expireExports,
  failExport,
  finishExport,
  releaseExport,
  reportExport,
  claimExport,
  type ClaimedExport,
} from '../store/exports/exportQueue.ts';
import { isConnectionError } from '../store/database/databaseErrors.ts';
import { describeFailure, ExportsFullError } from './describeFailure.ts';
import { exportFile, exportsFolder, partFile } from './exportFile.ts';
import { folderBytes } from './folderBytes.ts';
import { sweepFolder } from './sweepFolder.ts';
import { writeExport } from './writeExport.ts';
import type { StartStopwatch, Stopwatch } from '../stopwatch.ts';

const POLL_INTERVAL_MS = 1000;
const REPORT_INTERVAL_MS = 500;
const SWEEP_INTERVAL_MS = 600_000;
const MAX_ATTEMPTS = 3;
const FILE_LIFETIME_MS = 7 * 86_400_000;

export interface ExportWorkerOptions {
  readonly db: Queryable;
  readonly dataDir: string;
  /** Maximum total size of all export files, including those being written. */
  readonly exportsMaxBytes: number;
  /** The time of day. */
  readonly now: () => number;
  readonly startStopwatch: StartStopwatch;
  /** Called with errors; the worker continues. */
  readonly onError: (error: unknown, exportId?: string) => void;
}

export interface ExportWorker {
  /** Stops the worker and returns an unfinished job to the queue. */
  stop(): Promise<void>;
}

/** Processes queued exports one at a time and deletes expired files. */
export function startExportWorker(options: ExportWorkerOptions): ExportWorker {
  const { db, dataDir, startStopwatch } = options;
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
    let swept: Stopwatch | undefined;
    let isUnreachable = false;
    while (!stopping.signal.aborted) {
      try {
        await removeExpired(options);
        if (swept === undefined || swept.elapsedMs() >= SWEEP_INTERVAL_MS) {
          // Files have times of day.
          await sweepFolder(db, exportsFolder(dataDir), Date.now() - SWEEP_INTERVAL_MS);
          swept = startStopwatch();
        }
        const job = await claimExport(db, worker);
        isUnreachable = false;
        if (job !== undefined) {
          await work(options, worker, job, stopping.signal);
          continue;
        }
      } catch (error) {
        const wasUnreachable = isUnreachable;
        isUnreachable = isConnectionError(error);
        // An outage is reported once.
        if (!(wasUnreachable && isUnreachable)) {
          options.onError(error);
        }
      }
      await sleep(POLL_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
}

async function work(
  options: ExportWorkerOptions,
  worker: string,
  job: ClaimedExport,
  signal: AbortSignal
): Promise<void> {
  const { db, dataDir, now, onError } = options;
  if (job.attempts > MAX_ATTEMPTS) {
    await failExport(db, worker, job.id, `Se interrumpió ${MAX_ATTEMPTS} veces.`, now());
    return;
  }
  const file = exportFile(dataDir, job.id, job.format);
  const part = partFile(file, worker);
  try {
    const written = await writeExport(db, job, { file, part }, progressReporter(options, worker, job.id, part, signal));
    if (written === undefined) {
      await releaseExport(db, worker, job.id, false);
      return;
    }
    await finishExport(db, worker, job.id, { ...written, finishedMs: now(), expiresMs: now() + FILE_LIFETIME_MS });
  } catch (error) {
    onError(error, job.id);
    if (isConnectionError(error)) {
      // Not caused by the job. If the release fails as well, the job can be claimed again when its lease expires.
      await releaseExport(db, worker, job.id, true);
      return;
    }
    await failExport(db, worker, job.id, describeFailure(error), now());
  }
}

/** Called after each page: checks that the file fits and that this worker still owns the job. Checks disk and database at intervals. */
function progressReporter(
  { db, dataDir, exportsMaxBytes, startStopwatch }: ExportWorkerOptions,
  worker: string,
  jobId: string,
  part: string,
  signal: AbortSignal
) {
  let reported: Stopwatch | undefined;
  let othersBytes = 0;
  return async (at: { readonly progress: number; readonly rows: number; readonly sizeBytes: number }) => {
    if (reported === undefined || reported.elapsedMs() >= REPORT_INTERVAL_MS || at.progress === 100) {
      reported = startStopwatch();
      othersBytes = await folderBytes(exportsFolder(dataDir), part);
      if (!(await reportExport(db, worker, jobId, at))) {
        return false;
      }
    }
    if (othersBytes + at.sizeBytes > exportsMaxBytes) {
      throw new ExportsFullError(exportsMaxBytes);
    }
    return !signal.aborted;
  };
}

async function removeExpired({ db, dataDir, now }: ExportWorkerOptions): Promise<void> {
  for (const { id, format } of await expireExports(db, now())) {
    await rm(exportFile(dataDir, id, format), { force: true });
  }
}
