import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ClusterFolders } from './clusterFolders.ts';
import type { NativePostgres } from './nativePostgres.ts';
import { asUser, type ServerUser } from './serverUser.ts';

export const SUPERUSER = 'telemetry';
const MAJOR_VERSION = '18';

/**
 * Creates the database files if there are none: in a temporary folder that is then renamed, so that an interrupted start leaves no
 * partial files. Call it while holding the start lock.
 * @throws if the files belong to another major version of PostgreSQL, or cannot be created
 */
export function initCluster(
  folders: ClusterFolders,
  native: NativePostgres,
  user: ServerUser | undefined,
  isDurable: boolean
): void {
  const versionFile = path.join(folders.data, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version !== MAJOR_VERSION) {
      throw new Error(
        `${folders.data} was created by PostgreSQL ${version}, which the embedded PostgreSQL ${MAJOR_VERSION} cannot read. ` +
          'Set TELEMETRY_DATA_DIR to a new folder, or DATABASE_URL to a server of the old version.'
      );
    }
    return;
  }
  for (const left of readdirSync(folders.root).filter((name) => name.startsWith('data.'))) {
    rmSync(path.join(folders.root, left), { recursive: true, force: true });
  }
  const partial = `${folders.data}.${process.pid}`;
  const made = spawnSync(
    native.initdb,
    [
      ...['-D', partial, '-U', SUPERUSER, '--auth=trust', '--encoding=UTF8', '--no-locale'],
      // Set explicitly, because initdb guesses wrong on machines without time zone files.
      ...['--set', 'timezone=UTC', '--set', 'log_timezone=UTC'],
      ...(isDurable ? [] : ['--no-sync']),
    ],
    { ...asUser(user), cwd: folders.root, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' }
  );
  if (made.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new Error(
      `The embedded PostgreSQL could not create its files in ${folders.root}: ${made.error?.message ?? made.stderr.trim()}`
    );
  }
  renameSync(partial, folders.data);
}
