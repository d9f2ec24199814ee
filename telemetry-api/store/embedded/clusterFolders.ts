import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { canEnter, type ServerUser } from './serverUser.ts';
import { errorCode } from '../../errorCode.ts';

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, the closing zero included. */
const MAX_SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = '.s.PGSQL.5432';

/** The folders of one embedded database. */
export interface ClusterFolders {
  /** Holds everything of the database, 0700, owned by the server's account. */
  readonly root: string;
  /** PostgreSQL's own data folder. */
  readonly data: string;
  /** Holds the socket and the FIFO of the members, 0700. */
  readonly run: string;
  readonly log: string;
  readonly lock: string;
}

/** Names the folders of the database under `root`; makes nothing. */
export function clusterFolders(root: string): ClusterFolders {
  const data = path.join(root, 'data');
  const near = path.join(root, 'run');
  return {
    root,
    data,
    run: canHoldSocket(near) ? near : shortRunFolder(root),
    log: path.join(root, 'server.log'),
    lock: path.join(root, 'starting.lock'),
  };
}

/** PostgreSQL takes a comma for the end of a folder's name. */
function canHoldSocket(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES && !/[",]/.test(folder);
}

/** Always /tmp, never TMPDIR: all processes of one data folder must come to the same answer. */
function shortRunFolder(root: string): string {
  return path.join('/tmp', `telemetry-api-${createHash('sha256').update(root).digest('hex').slice(0, 24)}`);
}

/**
 * Makes a folder that only the server's account can look into, or checks the one that is there.
 * @throws when it belongs to somebody else, which in /tmp may be somebody who waits for our socket.
 */
export function makePrivateFolder(folder: string, user: ServerUser | undefined): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (user !== undefined) {
      chownSync(folder, user.uid, user.gid);
    }
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw error;
    }
  }
  const found = lstatSync(folder);
  const owner = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner) {
    throw new Error(
      `${folder} belongs to uid ${found.uid} and the database would run as uid ${owner}. ` +
        'Run as its owner, or set TELEMETRY_DATA_DIR to another folder.'
    );
  }
  chmodSync(folder, 0o700);
}

/**
 * The first of `candidates` in which the server's account can keep a database; its parents are made.
 * @throws naming what to set, when there is none.
 */
export function chooseRoot(candidates: readonly string[], user: ServerUser | undefined): string {
  for (const candidate of candidates) {
    const parent = path.dirname(candidate);
    makePassable(parent, user);
    if (canEnter(user, parent)) {
      return candidate;
    }
  }
  throw new Error(
    `PostgreSQL would run as ${user?.name ?? 'this user'}, who cannot reach ${path.dirname(candidates[0] ?? '')}: ` +
      'a folder above it is private. Set TELEMETRY_DATA_DIR to a folder that every user may pass into, ' +
      'for example /var/lib/telemetria-industrial, or run as another user than root.'
  );
}

/** Folders that we make for another account are to be passed through by it, whatever our umask is; those that are there are left as they are. */
function makePassable(folder: string, user: ServerUser | undefined): void {
  const firstMade = mkdirSync(folder, { recursive: true });
  if (firstMade === undefined || user === undefined) {
    return;
  }
  for (let made = folder; made.startsWith(firstMade); made = path.dirname(made)) {
    chmodSync(made, 0o711);
  }
}
