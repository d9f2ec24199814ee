import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Static } from 'typebox';
import {
  DatabaseVariables,
  readVariables,
  RetentionVariables,
  ServerVariables,
  type Environment,
} from './environment.ts';
import type { RequestLimits } from '../http/requestScopes.ts';
import type { LogLevel } from '../http/logging.ts';
import { packageFolder } from '../packageFolder.ts';
import type { MetricsAccess } from '../routes/metrics.ts';
import type { RetentionDays } from '../retention/retentionCutoffs.ts';
import type { DatabaseOptions } from '../store/database/database.ts';
import { LEVELS } from '../store/readings/levels.ts';

/**
 * The database: DATABASE_URL, or the embedded one in TELEMETRY_DATA_DIR (default: `.telemetry` beside this package).
 * For root, the default has a fallback: PostgreSQL does not run as root, and its account may not have access to the project's folder.
 */
export function readDatabaseOptions(env: Environment): DatabaseOptions {
  const { DATABASE_URL: databaseUrl, TELEMETRY_DATA_DIR: givenFolder } = readVariables(DatabaseVariables, env);
  const dataDir = dataDirAt(givenFolder);
  if (givenFolder !== undefined || process.getuid?.() !== 0) {
    return { databaseUrl, dataDir };
  }
  const project = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return { databaseUrl, dataDir, fallbackDataDir: `/var/lib/telemetria-industrial/${project}` };
}

/** The data folder: the embedded database and the export files. */
export function readDataDir(env: Environment): string {
  return dataDirAt(readVariables(DatabaseVariables, env).TELEMETRY_DATA_DIR);
}

function dataDirAt(givenFolder: string | undefined): string {
  return path.resolve(givenFolder ?? path.join(packageFolder, '..', '.telemetry'));
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Public base URL without a trailing slash; undefined to derive it from each request. */
  readonly publicUrl: string | undefined;
  readonly onlineWithinMs: number;
  /** Maximum total size of all export files. */
  readonly exportsMaxBytes: number;
  readonly retentionDays: RetentionDays;
  /** A read replica of the database. */
  readonly replica: { readonly url: string; readonly maxLagMs: number } | undefined;
  readonly limits: RequestLimits;
  /** Addresses and CIDR ranges of proxies, separated by commas; undefined for none. */
  readonly trustProxy: string | undefined;
  /** Statements that take longer are cancelled. */
  readonly statementTimeoutMs: number;
  /** Maximum number of database connections. */
  readonly poolSize: number;
  /** How long requests in flight can take to finish when the server stops. */
  readonly stopWithinMs: number;
  readonly isCompressing: boolean;
  readonly metricsAccess: MetricsAccess;
  readonly logLevel: LogLevel;
}

/** Reads the options of `serve` from the environment. @throws if a value is invalid; the message names the variable and the allowed values */
export function readServerOptions(env: Environment): ServerOptions {
  const of = readVariables(ServerVariables, env);
  const { DATABASE_READ_URL: replicaUrl } = of;
  return {
    host: of.API_HOST,
    port: of.API_PORT,
    dataDir: readDataDir(env),
    publicUrl: of.API_PUBLIC_URL?.replace(/\/+$/, ''),
    onlineWithinMs: of.API_ONLINE_WITHIN_S * 1000,
    exportsMaxBytes: of.EXPORTS_MAX_MB * 1e6,
    retentionDays: readRetentionDays(env),
    replica: replicaUrl === undefined ? undefined : { url: replicaUrl, maxLagMs: of.DATABASE_READ_MAX_LAG_S * 1000 },
    limits: limitsOf(of),
    trustProxy: of.API_TRUST_PROXY,
    statementTimeoutMs: of.API_STATEMENT_TIMEOUT_S * 1000,
    poolSize: of.API_POOL_SIZE,
    stopWithinMs: of.API_STOP_WITHIN_S * 1000,
    isCompressing: of.API_COMPRESSION === 'on',
    metricsAccess: of.API_METRICS,
    logLevel: of.API_LOG_LEVEL,
  };
}

function limitsOf(of: Static<typeof ServerVariables>): RequestLimits {
  const { API_RATE_PER_S: perS, API_POOL_SIZE: poolSize } = of;
  const { API_MAX_CONCURRENT: maxConcurrentRequests, API_MAX_DOWNLOADS: maxConcurrentDownloads } = of;
  const share = (ofAll: number, part: number) => Math.max(1, Math.floor(ofAll * part));
  return {
    // The default burst covers the largest dashboard: 12 panels of 8 tags over 90 days at level 1m, 26 pages each.
    rate: perS === 0 ? undefined : { perS, burst: of.API_RATE_BURST ?? 30 * perS },
    maxConcurrentRequests,
    maxConcurrentRequestsPerKey: of.API_MAX_CONCURRENT_PER_KEY ?? share(maxConcurrentRequests, 1 / 2),
    // More would only wait for a database connection, in the order of arrival. One key leaves connections for the others.
    maxRunning: poolSize,
    maxRunningPerKey: share(poolSize, 3 / 4),
    maxConcurrentDownloads,
    maxDownloadsPerExport: of.API_MAX_DOWNLOADS_PER_EXPORT ?? share(maxConcurrentDownloads, 1 / 5),
    maxDownloadsPerAddress: of.API_MAX_DOWNLOADS_PER_ADDRESS ?? share(maxConcurrentDownloads, 1 / 2),
    stallTimeoutMs: of.API_STALL_TIMEOUT_S * 1000,
  };
}

/** Retention days of each level. A coarser level must be retained at least as long as a finer one. @throws if a value is invalid */
export function readRetentionDays(env: Environment): RetentionDays {
  const variables = readVariables(RetentionVariables, env);
  const levels = LEVELS.map((level) => {
    const name = `RETENTION_${level.toUpperCase() as Uppercase<typeof level>}_DAYS` as const;
    return { level, name, days: variables[name] };
  });
  for (const [index, coarser] of levels.entries()) {
    const finer = levels[index - 1];
    if (finer !== undefined && coarser.days !== undefined && (finer.days ?? Infinity) > coarser.days) {
      throw new Error(
        `${finer.name} must be at most ${coarser.days}, the value of ${coarser.name}, not "${finer.days ?? ''}": a coarser level must be retained at least as long as a finer one.`
      );
    }
  }
  return Object.fromEntries(levels.flatMap(({ level, days }) => (days === undefined ? [] : [[level, days]])));
}
