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
