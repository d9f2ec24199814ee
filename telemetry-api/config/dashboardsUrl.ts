import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readDataDir } from './config.ts';
import { DatabaseVariables, type Environment, readVariables } from './environment.ts';

const FILE_NAME = 'dashboards-url';

/**
 * Where dashboards show the data: DASHBOARDS_URL, or the address that a running `npm start` wrote in the data folder.
 * @returns without a trailing slash; undefined if it is not known
 */
export function readDashboardsUrl(env: Environment): string | undefined {
  const { DASHBOARDS_URL: url, DATABASE_URL: ownDatabase } = readVariables(DatabaseVariables, env);
  // npm start shows the embedded database alone.
  const known = url ?? (ownDatabase === undefined ? readSaved(readDataDir(env)) : undefined);
  return known?.replace(/\/+$/, '');
}

/** Writes the address in the data folder while `work` runs. */
export async function withDashboardsUrl<T>(dataDir: string, url: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(dataDir, FILE_NAME);
  writeFileSync(file, `${url}\n`);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function readSaved(dataDir: string): string | undefined {
  try {
    return readFileSync(path.join(dataDir, FILE_NAME), 'utf8').trim();
  } catch {
    return undefined;
  }
}
