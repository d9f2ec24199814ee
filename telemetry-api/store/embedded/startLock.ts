import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './processIdentity.ts';
import { type ServerUser, withRightsOf } from './serverUser.ts';
import { errorCode } from '../../errorCode.ts';
import { startStopwatch } from '../../stopwatch.ts';

let attempts = 0;

interface StartLockOptions {
  /** The account that owns the folder of the lock file. */
  readonly user?: ServerUser;
  readonly signal?: AbortSignal;
}

/**
 * Runs `work` in one process at a time per lock file.
 * The file names its holder, so that the lock of a killed process is broken immediately.
 * This lock only serializes starts. PostgreSQL's own lock on the data folder protects the data.
 * @throws if the lock is not acquired within `timeoutMs` or until the signal aborts
 */
export async function withStartLock<T>(
  lockFile: string,
  timeoutMs: number,
  work: () => Promise<T>,
  { user, signal }: StartLockOptions = {}
): Promise<T> {
  const claim = `${lockFile}.${process.pid}.${attempts++}`;
  const identity = processIdentity(process.pid) ?? String(process.pid);
  try {
    // On a full disk, this creates an empty file and fails.
    withRightsOf(user, () => {
      // Of a killed process with the same pid.
      rmSync(claim, { force: true });
      writeFileSync(claim, identity, { mode: 0o600, flag: 'wx' });
    });
    const waited = startStopwatch();
    while (!tryAcquire(claim, lockFile)) {
      if (waited.elapsedMs() > timeoutMs) {
        throw new Error(`Another process (${readHolder(lockFile) ?? 'unknown'}) has held ${lockFile} for too long.`);
      }
      breakStaleLock(lockFile, `${claim}.stale`);
      await sleep(15, undefined, { signal });
    }
    try {
      return await work();
    } finally {
      rmSync(lockFile, { force: true });
    }
  } finally {
    rmSync(claim, { force: true });
  }
}

/** link() atomically fails if the name exists, on any file system. With O_EXCL, other processes could see the file while it is still empty. */
function tryAcquire(claim: string, lockFile: string): boolean {
  try {
    linkSync(claim, lockFile);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

function breakStaleLock(lockFile: string, aside: string): void {
  const holder = readHolder(lockFile);
  if (holder === undefined || isRunning(holder)) {
    return;
  }
  try {
    renameSync(lockFile, aside);
    // Another process may have broken and acquired the lock before the rename: restore its lock.
    if (readHolder(aside) !== holder) {
      tryAcquire(aside, lockFile);
    }
    unlinkSync(aside);
  } catch {
    // Another process was faster.
  }
}

function readHolder(lockFile: string): string | undefined {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch {
    return undefined;
  }
}

function isRunning(holder: string): boolean {
  return processIdentity(Number.parseInt(holder, 10)) === holder;
}
