import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { canEnter, type ServerUser, withRightsOf } from './serverUser.ts';
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
      lchownSync(folder, user.uid, user.gid);
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
  withRightsOf(user, () => chmodSync(folder, 0o700));
}

export interface ChosenRoot {
  readonly root: string;
  /** Removes the folders that were created for it and are still empty. */
  undo(): void;
}

/**
 * Creates the first of `candidates` that can be created and that the server's account can access, with its parents.
 * @throws if there is none; the message names the folder and the variable to set, and nothing that was created is left
 */
export function makeRoot(candidates: readonly string[], user: ServerUser | undefined): ChosenRoot {
  let firstError: unknown;
  for (const root of candidates) {
    const made: string[] = [];
    const undo = () => removeEmpty(made);
    try {
      const parent = path.dirname(root);
      makeParents(parent, user, made);
      if (!canEnter(user, parent)) {
        throw new Error(
          `PostgreSQL would run as ${user?.name ?? 'this user'}, which cannot access ${parent}: ` +
            'a parent folder is private. Set TELEMETRY_DATA_DIR to a folder that all users can access, ' +
            'for example /var/lib/telemetria-industrial, or do not run as root.'
        );
      }
      if (!existsSync(root)) {
        made.push(root);
      }
      makePrivateFolder(root, user);
      return { root, undo };
    } catch (error) {
      undo();
      firstError ??= describeFolderError(error, path.dirname(root));
    }
  }
  throw firstError;
}

/**
 * Creates missing folders so that the server's account can traverse them, regardless of the umask. Existing folders stay unchanged.
 * Not with the option `recursive` of mkdir, which does not return for a folder below /proc.
 */
function makeParents(folder: string, user: ServerUser | undefined, made: string[]): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined) {
    if (!found.isDirectory()) {
      throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' });
    }
    return;
  }
  makeParents(path.dirname(folder), user, made);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      return;
    }
    throw error;
  }
  made.push(folder);
  if (user !== undefined) {
    chmodSync(folder, 0o711);
  }
}

function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder);
    } catch {
      // Not created, or in use.
    }
  }
}

const FOLDER_PROBLEMS: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENOENT: 'this file system does not allow new folders there',
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'its symbolic links form a loop',
};

const OTHER_FOLDER = 'Set TELEMETRY_DATA_DIR to a folder on a local disk that this user may write to.';
const FULL_DISKS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free space on it.',
  EDQUOT: 'the disk quota is used up. Free space on it.',
};

/** The data folder has no space for the database. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
}

/** Explains an error of the file system; returns other errors unchanged. */
export function describeFolderError(error: unknown, folder: string): unknown {
  const code = errorCode(error) ?? '';
  const [full, problem] = [FULL_DISKS[code], FOLDER_PROBLEMS[code]];
  if (full !== undefined) {
    return new DiskFullError(`The data folder ${folder} cannot be used: ${full}`, { cause: error });
  }
  return problem === undefined
    ? error
    : new Error(`The data folder ${folder} cannot be used: ${problem}. ${OTHER_FOLDER}`, { cause: error });
}
