import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { ServerOptions } from './config.ts';
import { startExportWorker } from './exports/exportWorker.ts';
import { startRetention } from './retention/retentionWorker.ts';

/** Starts the background jobs of a server: exports and retention. */
export function startBackgroundWork(
  pool: pg.Pool,
  { now }: { readonly now: () => number },
  { dataDir, exportsMaxBytes, retentionDays }: ServerOptions,
  log: FastifyBaseLogger
): { stop(): Promise<void> } {
  const exports = startExportWorker({
    db: pool,
    dataDir,
    exportsMaxBytes,
    now,
    onError: (error, exportId) => log.error({ err: error, exportId }, 'export worker'),
  });
  const retention = startRetention({
    pool,
    days: retentionDays,
    now,
    onDropped: (part) => log.info(part, 'retention'),
    onError: (error) => log.error({ err: error }, 'retention'),
  });
  return {
    stop: async () => {
      await Promise.all([exports.stop(), retention.stop()]);
    },
  };
}
