import { execFileSync, spawnSync } from 'node:child_process';
import { renameSync, rmSync, statSync, type Stats, writeFileSync } from 'node:fs';

/** The account that runs PostgreSQL when this process runs as root; PostgreSQL does not run as root. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Undefined means the current user. For root: the owner of the existing data folder, otherwise `postgres`, otherwise `nobody`.
 * @throws if none of these accounts exists
 */
export function chooseServerUser(clusterFolder: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const owner = ownerOf(clusterFolder);
  if (owner !== undefined && owner.uid !== 0) {
    return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  for (const name of ['postgres', 'nobody']) {
    const user = lookUp(name);
    if (user !== undefined) {
      return user;
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and the users "postgres" and "nobody" do not exist. Run as another user.'
  );
}

function ownerOf(folder: string): Stats | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false });
  } catch {
    // Creating the folder fails with the same error and explains it.
    return undefined;
  }
}

function lookUp(name: string): ServerUser | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Whether the account can run a program, including access to all parent folders. */
export function canRun(user: ServerUser | undefined, program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { ...asUser(user), cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Whether the account can enter a folder. */
export function canEnter(user: ServerUser | undefined, folder: string): boolean {
  return canRun(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
}

/**
 * Does work of the file system with the rights of the account. It owns the folder of the database and can put links there, through which
 * root would write, or take over, files of others. Synchronous, because these rights are those of the whole process.
 */
export function withRightsOf<T>(user: ServerUser | undefined, work: () => T): T {
  const { getgroups, getegid, setgroups, setegid, seteuid } = process;
  if (user === undefined || !getgroups || !getegid || !setgroups || !setegid || !seteuid) {
    return work();
  }
  const [groups, gid] = [getgroups(), getegid()];
  try {
    setgroups([user.gid]);
    setegid(user.gid);
    seteuid(user.uid);
    return work();
  } finally {
    seteuid(0);
    setegid(gid);
    setgroups(groups);
  }
}

/** Creates or replaces a file of the account, whole. A link in its place is replaced, not followed. */
export function replaceFile(file: string, text: string, user: ServerUser | undefined): void {
  const partial = `${file}.${process.pid}`;
  withRightsOf(user, () => {
    // Of a killed process with the same pid.
    rmSync(partial, { force: true });
    try {
      writeFileSync(partial, text, { mode: 0o600, flag: 'wx' });
      renameSync(partial, file);
    } finally {
      // Left if the disk is full.
      rmSync(partial, { force: true });
    }
  });
}

/** Options for `spawn` to run a child process under the account. */
export function asUser(user: ServerUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}
