import { createHash } from 'node:crypto';
import path from 'node:path';
import type { RequestLimits } from './http/guardRequests.ts';
import { LOG_LEVELS, type LogLevel } from './http/logging.ts';
import { packageFolder } from './packageFolder.ts';
import { METRICS_ACCESS, type MetricsAccess } from './routes/metrics.ts';
import type { RetentionDays } from './retention/retentionCutoffs.ts';
import type { DatabaseOptions } from './store/database/database.ts';
import { LEVELS, type Level } from './store/readings/levels.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The database: DATABASE_URL, or the embedded one in TELEMETRY_DATA_DIR (default: `.telemetry` beside this package).
 * For root, the default has a fallback: PostgreSQL does not run as root, and its account may not have access to the project's folder.
 */
export function readDatabaseOptions(env: Environment): DatabaseOptions {
  const databaseUrl = env.DATABASE_URL || undefined;
  const dataDir = readDataDir(env);
  if (env.TELEMETRY_DATA_DIR || process.getuid?.() !== 0) {
    return { databaseUrl, dataDir };
  }
  const project = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return { databaseUrl, dataDir, fallbackDataDir: `/var/lib/telemetria-industrial/${project}` };
}

/** The data folder: the embedded database and the export files. */
export function readDataDir(env: Environment): string {
  return path.resolve(env.TELEMETRY_DATA_DIR || path.join(packageFolder, '..', '.telemetry'));
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
  return {
    host: env.API_HOST || '127.0.0.1',
    port: readInteger(env, 'API_PORT', 8310, 0, 65_535),
    dataDir: readDataDir(env),
    publicUrl: readPublicUrl(env.API_PUBLIC_URL || undefined),
    onlineWithinMs: readInteger(env, 'API_ONLINE_WITHIN_S', 900, 1, 31_536_000) * 1000,
    exportsMaxBytes: readInteger(env, 'EXPORTS_MAX_MB', 10_000, 1, 999_999_999) * 1e6,
    retentionDays: readRetentionDays(env),
    replica: readReplica(env),
    limits: readLimits(env),
    statementTimeoutMs: readInteger(env, 'API_STATEMENT_TIMEOUT_S', 30, 1, 50) * 1000,
    poolSize: readInteger(env, 'API_POOL_SIZE', 8, 1, 500),
    stopWithinMs: readInteger(env, 'API_STOP_WITHIN_S', 10, 1, 600) * 1000,
    isCompressing: readChoice(env, 'API_COMPRESSION', ['on', 'off']) === 'on',
    metricsAccess: readChoice(env, 'API_METRICS', METRICS_ACCESS, 'operator'),
    logLevel: readChoice(env, 'API_LOG_LEVEL', LOG_LEVELS, 'warn'),
  };
}

/** The default burst covers the largest dashboard: 12 panels of 8 tags over 90 days at level 1m, 26 pages each. */
function readLimits(env: Environment): RequestLimits {
  const perS = readInteger(env, 'API_RATE_PER_S', 100, 0, 1_000_000);
  const burst = readInteger(env, 'API_RATE_BURST', Math.max(1, 30 * perS), 1, 100_000_000);
  return {
    rate: perS === 0 ? undefined : { perS, burst },
    maxConcurrentRequests: readInteger(env, 'API_MAX_AT_WORK', 200, 1, 100_000),
    maxConcurrentDownloads: readInteger(env, 'API_MAX_DOWNLOADS', 20, 1, 100_000),
  };
}

function readChoice<T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
  byDefault: T | undefined = choices[0]
): T {
  const text = env[name] || byDefault;
  const known = choices.find((choice) => choice === text);
  if (known === undefined) {
    throw new Error(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  }
  return known;
}

function readInteger(env: Environment, name: string, byDefault: number, minimum: number, maximum: number): number {
  const text = env[name] || String(byDefault);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    throw new Error(`${name} must be an integer from ${minimum} to ${maximum}, not "${text}".`);
  }
  return value;
}

function readReplica(env: Environment): ServerOptions['replica'] {
  const maxLagMs = readInteger(env, 'DATABASE_READ_MAX_LAG_S', 30, 1, 86_400) * 1000;
  const url = env.DATABASE_READ_URL || undefined;
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) {
    // The message omits the URL, because it can contain a password.
    throw new Error(
      'DATABASE_READ_URL is not a valid URL. Expected format: postgres://user:password@host:5432/database.'
    );
  }
  return url === undefined ? undefined : { url, maxLagMs };
}

/** Retention days of each level. A coarser level must be retained at least as long as a finer one. @throws if a value is invalid */
export function readRetentionDays(env: Environment): RetentionDays {
  const days: Partial<Record<Level, number>> = {};
  let coarser: { readonly name: string; readonly count: number } | undefined;
  for (const level of [...LEVELS].reverse()) {
    const name = `RETENTION_${level.toUpperCase()}_DAYS`;
    const count = env[name] ? readInteger(env, name, 0, 1, 100_000) : undefined;
    if (coarser !== undefined && (count === undefined || count > coarser.count)) {
      throw new Error(
        `${name} must be at most ${coarser.count}, the value of ${coarser.name}, not "${env[name] ?? ''}": a coarser level must be retained at least as long as a finer one.`
      );
    }
    if (count !== undefined) {
      days[level] = count;
      coarser = { name, count };
    }
  }
  return days;
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^https?:\/\/[^\s?#]+$/.test(text)) {
    throw new Error(`API_PUBLIC_URL must be a URL such as https://telemetry.example.com, not "${text}".`);
  }
  return text?.replace(/\/+$/, '');
}
