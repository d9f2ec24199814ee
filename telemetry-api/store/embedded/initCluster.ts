import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ClusterFolders } from './clusterFolders.ts';
import type { NativePostgres } from './nativePostgres.ts';
import { asUser, replaceFile, type ServerUser } from './serverUser.ts';

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
    replaceFile(accessFile(folders.data), ACCESS, user);
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
    await runAlone(native.initdb, args, { ...asUser(user), cwd: folders.root, env }, signal);
    replaceFile(accessFile(partial), ACCESS, user);
    renameSync(partial, folders.data);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true, maxRetries: 10 });
    signal?.throwIfAborted();
    throw new Error(`The embedded PostgreSQL could not create its files in ${folders.root}.`, { cause: error });
  }
}

/**
 * Runs a program in a process group of its own, and kills all of the group if it is interrupted: initdb starts a server, which would go
 * on writing to the folder that is removed.
 * @throws Error with what the program wrote, if it failed
 */
async function runAlone(
  program: string,
  args: readonly string[],
  options: object,
  signal?: AbortSignal
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]);
  const kill = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  };
  signal?.addEventListener('abort', kill, { once: true });
  try {
    const [[code], errors] = await ended;
    if (code !== 0) {
      throw new Error(errors.trim() || `${program} ended with ${code}`);
    }
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

function accessFile(data: string): string {
  return path.join(data, 'pg_hba.conf');
}
