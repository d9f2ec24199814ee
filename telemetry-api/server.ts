import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { buildApp } from './app.ts';
import type { ServerOptions } from './config/config.ts';
import { claimFolder, findMissingFiles } from './exports/claimFolder.ts';
import { DownloadLinks } from './exports/downloadLinks.ts';
import { startExportWorker } from './exports/exportWorker.ts';
import { CursorCodec } from './http/parameters/cursor.ts';
import { loggerOptions } from './http/logging.ts';
import { RepeatedErrors } from './http/repeatedErrors.ts';
import { startRetention } from './retention/retentionWorker.ts';
import type { Database } from './store/database/database.ts';
import { limitResponseTime } from './store/database/limitResponseTime.ts';
import { openReplica } from './store/database/replica.ts';
import { readSecret } from './store/keys/secrets.ts';
import { startStopwatch } from './stopwatch.ts';
import { errorCode } from './errorCode.ts';

/** Of a list in a line of the log. */
const MAX_NAMED = 10;

export interface RunningServer {
  /** For example http://127.0.0.1:8310 */
  readonly address: string;
  /** Rejects new requests, finishes those in flight and returns unfinished exports to the queue. */
  close(): Promise<void>;
}

/** Starts listening and the background jobs. @throws if the port is in use, naming API_PORT, or if the data folder is that of another database */
export async function startServer(database: Database, options: ServerOptions): Promise<RunningServer> {
  const { pool } = database;
  await claimFolder(pool, options.dataDir);
  const db = limitResponseTime(pool, options.statementTimeoutMs);
  const replica = options.replica && openReplica(db, { ...options, ...options.replica });
  const services = {
    db,
    readDb: replica?.db,
    isReplicaUsed: replica?.isUsed,
    pool,
    cursors: new CursorCodec(await readSecret(pool, 'cursor')),
    downloads: new DownloadLinks(await readSecret(pool, 'download')),
    dataDir: options.dataDir,
    publicUrl: options.publicUrl,
    onlineWithinMs: options.onlineWithinMs,
    now: Date.now,
    startStopwatch,
  };
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { limits, trustProxy, isCompressing, metricsAccess, logLevel } = options;
  const repeatedErrors = new RepeatedErrors();
  const logger = loggerOptions(logLevel, process.stderr, repeatedErrors);
  const app = buildApp(services, { logger, limits, trustProxy, isCompressing, metricsAccess, registry });
  const address = await app.listen({ host: options.host, port: options.port }).catch(async (error: unknown) => {
    await app.close();
    await replica?.close();
    repeatedErrors.close();
    throw describeListenError(error, options);
  });
  replica?.onChange((isUsed, error) =>
    app.log.warn({ isUsed, err: error }, isUsed ? 'reading from the replica' : 'reading from the primary')
  );
  const missing = await findMissingFiles(pool, options.dataDir);
  if (missing.length > 0) {
    app.log.warn(
      { dataDir: options.dataDir, exports: missing.slice(0, MAX_NAMED), count: missing.length },
      'finished exports have no file in this data folder, so their downloads are not found here; all servers of a database need the same one'
    );
  }
  const worker = startBackgroundWork(pool, services, options, app.log);
  return {
    address,
    close: async () => {
      // Closes connections that are still open, such as slow downloads.
      const cut = setTimeout(() => app.server.closeAllConnections(), options.stopWithinMs);
      await Promise.all([worker.stop(), app.close()]);
      clearTimeout(cut);
      await replica?.close();
      repeatedErrors.close();
    },
  };
}

/** Starts the background jobs of a server: exports and retention. */
function startBackgroundWork(
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
    startStopwatch,
    onError: (error, exportId) => log.error({ err: error, exportId }, 'export worker'),
  });
  const retention = startRetention({
    pool,
    days: retentionDays,
    now,
    // Deleted data does not come back, so the default level shows it. In a line, `level` is the severity.
    onDropped: ({ level: dataLevel, ...part }) => log.warn({ dataLevel, ...part }, 'retention deleted'),
    onWaiting: (large, untilMs) =>
      log.warn(
        {
          deletes: large.map(({ level, cutoffMs, old }) => ({
            dataLevel: level,
            before: new Date(cutoffMs).toISOString(),
            ...old,
          })),
        },
        `retention deletes this at ${new Date(untilMs).toISOString()}, because a limit is new or lower; to keep it, stop the service and change RETENTION_…_DAYS`
      ),
    onError: (error) => log.error({ err: error }, 'retention'),
  });
  return {
    stop: async () => {
      await Promise.all([exports.stop(), retention.stop()]);
    },
  };
}

function describeListenError(error: unknown, { host, port }: ServerOptions): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} on ${host} is already in use. Stop the process that uses it, or set API_PORT to another port.`
    );
  }
  if (code === 'EACCES') {
    return new Error(`This user is not allowed to use port ${port} on ${host}. Set API_PORT to 1024 or higher.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Error(
      `This machine has no address ${host}. Set API_HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`
    );
  }
  return error;
}
