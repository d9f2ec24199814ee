import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { canEnter, type ServerUser } from './serverUser.ts';
import { errorCode } from '../../errorCode.ts';

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, including the terminating NUL. */
const MAX_SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = '.s.PGSQL.5432';

/** The folders of an embedded database. */
export interface ClusterFolders {
  /** Contains all other folders; mode 0700, owned by the server's account. */
  readonly root: string;
  /** PostgreSQL's own data folder. */
  readonly data: string;
  /** Contains the socket and the FIFO of the members; mode 0700. */
  readonly run: string;
  readonly log: string;
  readonly lock: string;
}

/** Returns the folders of the database under `root` without creating them. */
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

/** PostgreSQL treats a comma as a separator of socket folders. */
function canHoldSocket(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES && !/[",]/.test(folder);
}

/** Always /tmp, never TMPDIR: all processes of a data folder must use the same folder. */
function shortRunFolder(root: string): string {
  return path.join('/tmp', `telemetry-api-${createHash('sha256').update(root).digest('hex').slice(0, 24)}`);
}

/**
 * Creates a folder that only the server's account can access, or checks the existing one.
 * @throws if it belongs to another user, who in /tmp could be waiting to hijack the socket
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
      `${folder} belongs to uid ${found.uid}, but the database would run as uid ${owner}. ` +
        'Run as the owner of the folder, or set TELEMETRY_DATA_DIR to another folder.'
    );
  }
  chmodSync(folder, 0o700);
}

/**
 * The first of `candidates` whose parent folder the server's account can access. Creates missing parents.
 * @throws if there is none; the message names the variable to set
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
    `PostgreSQL would run as ${user?.name ?? 'this user'}, which cannot access ${path.dirname(candidates[0] ?? '')}: ` +
      'a parent folder is private. Set TELEMETRY_DATA_DIR to a folder that all users can access, ' +
      'for example /var/lib/telemetria-industrial, or do not run as root.'
  );
}

/** Creates missing folders so that the server's account can traverse them, regardless of the umask. Existing folders stay unchanged. */
function makePassable(folder: string, user: ServerUser | undefined): void {
  const firstMade = mkdirSync(folder, { recursive: true });
  if (firstMade === undefined || user === undefined) {
    return;
  }
  for (let made = folder; made.startsWith(firstMade); made = path.dirname(made)) {
    chmodSync(made, 0o711);
  }
}
