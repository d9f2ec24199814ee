import { createHash } from 'node:crypto';
import path from 'node:path';
import { packageFolder } from './packageFolder.ts';
import type { DatabaseOptions } from './store/database.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where data is kept: DATABASE_URL, or the embedded database of TELEMETRY_DATA_DIR (default: `.telemetry` beside this package).
 * A root whose project lies in a private home cannot keep the default one there, since PostgreSQL does not run as root.
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

/** The folder of everything that is not in the database: the files of exports. */
export function readDataDir(env: Environment): string {
  return path.resolve(env.TELEMETRY_DATA_DIR || path.join(packageFolder, '..', '.telemetry'));
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** How others reach the server, without a slash at the end; undefined: as each request came in. */
  readonly publicUrl: string | undefined;
  readonly onlineWithinMs: number;
  /** What the files of all exports may take together. */
  readonly exportsMaxBytes: number;
  readonly logLevel: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

/** What `serve` reads from the environment. @throws naming the variable and what is allowed */
export function readServerOptions(env: Environment): ServerOptions {
  const logLevel = env.API_LOG_LEVEL || 'warn';
  if (!LOG_LEVELS.includes(logLevel)) {
    throw new Error(`API_LOG_LEVEL is one of ${LOG_LEVELS.join(', ')}, not "${logLevel}".`);
  }
  return {
    host: env.API_HOST || '127.0.0.1',
    port: readInteger(env, 'API_PORT', 8310, 0, 65_535),
    dataDir: readDataDir(env),
    publicUrl: readPublicUrl(env.API_PUBLIC_URL || undefined),
    onlineWithinMs: readInteger(env, 'API_ONLINE_WITHIN_S', 900, 1, 31_536_000) * 1000,
    exportsMaxBytes: readInteger(env, 'EXPORTS_MAX_MB', 10_000, 1, 999_999_999) * 1e6,
    logLevel,
  };
}

function readInteger(env: Environment, name: string, byDefault: number, minimum: number, maximum: number): number {
  const text = env[name] || String(byDefault);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    throw new Error(`${name} is a whole number from ${minimum} to ${maximum}, not "${text}".`);
  }
  return value;
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^https?:\/\/[^\s?#]+$/.test(text)) {
    throw new Error(`API_PUBLIC_URL looks like https://telemetry.example.com, not "${text}".`);
  }
  return text?.replace(/\/+$/, '');
}
