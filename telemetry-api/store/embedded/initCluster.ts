import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ClusterFolders } from './clusterFolders.ts';
import type { NativePostgres } from './nativePostgres.ts';
import { asUser, type ServerUser } from './serverUser.ts';

export const SUPERUSER = 'telemetry';
const MAJOR_VERSION = '18';
/** The socket is in a folder that only its owner can enter. There is no line for TCP, so that no setting can open it by mistake. */
const ACCESS = 'local all all trust\n';

/**
 * Creates the database files if there are none: in a temporary folder that is then renamed, so that an interrupted start leaves no
 * partial files. Call it while holding the start lock.
 * @throws if the files belong to another major version of PostgreSQL, or cannot be created
 */
export async function initCluster(
  folders: ClusterFolders,
  native: NativePostgres,
  user: ServerUser | undefined,
  isDurable: boolean,
  signal?: AbortSignal
): Promise<void> {
  const versionFile = path.join(folders.data, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version !== MAJOR_VERSION) {
      throw new Error(
        `${folders.data} was created by PostgreSQL ${version}, which the embedded PostgreSQL ${MAJOR_VERSION} cannot read. ` +
          'Set TELEMETRY_DATA_DIR to a new folder, or DATABASE_URL to a server of the old version.'
      );
    }
    // Earlier releases left the file as initdb writes it, with trust for TCP on this machine.
    writeFileSync(accessFile(folders.data), ACCESS);
    return;
  }
  for (const left of readdirSync(folders.root).filter((name) => name.startsWith('data.'))) {
    rmSync(path.join(folders.root, left), { recursive: true, force: true });
  }
  if (existsSync(folders.data) && readdirSync(folders.data).length > 0) {
    throw new Error(
      `${folders.data} contains files, but no database of PostgreSQL. Move them away, or set TELEMETRY_DATA_DIR to another folder.`
    );
  }
  const partial = `${folders.data}.${process.pid}`;
  const args = [
    ...['-D', partial, '-U', SUPERUSER, '--auth=trust', '--encoding=UTF8', '--no-locale'],
    // Set explicitly, because initdb guesses wrong on machines without time zone files.
    ...['--set', 'timezone=UTC', '--set', 'log_timezone=UTC'],
    ...(isDurable ? [] : ['--no-sync']),
  ];
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  try {
    // Not the synchronous variant, which would keep signals waiting.
    await promisify(execFile)(native.initdb, args, {
      ...asUser(user),
      cwd: folders.root,
      env,
      signal,
      killSignal: 'SIGKILL',
    });
    writeFileSync(accessFile(partial), ACCESS);
    renameSync(partial, folders.data);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true, maxRetries: 10 });
    signal?.throwIfAborted();
    throw new Error(`The embedded PostgreSQL could not create its files in ${folders.root}.`, { cause: error });
  }
}

function accessFile(data: string): string {
  return path.join(data, 'pg_hba.conf');
}
