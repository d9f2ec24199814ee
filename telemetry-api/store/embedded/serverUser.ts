import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The account that PostgreSQL runs under when this process runs as root, which PostgreSQL refuses to. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Undefined means "as we are". As root: the owner of the data folder that already exists, else `postgres`, else `nobody`.
 * @throws when root finds no account to drop to.
 */
export function chooseServerUser(clusterFolder: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
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
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody". Run as another user.'
  );
}

function lookUp(name: string): ServerUser | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Whether that account can run a program, which asks for the right to pass through every folder above it. */
export function canRun(user: ServerUser | undefined, program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { ...asUser(user), cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Whether that account can enter a folder. */
export function canEnter(user: ServerUser | undefined, folder: string): boolean {
  return canRun(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
}

/** Options of `spawn` that make a child run under that account. */
export function asUser(user: ServerUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}
