import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, processIdentity } from './processIdentity.ts';
import { type ServerUser, withRightsOf } from './serverUser.ts';
import { errorCode } from '../../errorCode.ts';
import { startStopwatch } from '../../stopwatch.ts';

let attempts = 0;

interface LockOptions {
  /** The account that owns the folder of the lock file. */
  readonly user?: ServerUser;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** The error of a wait that took too long. */
  readonly messageFor?: (holder: string) => string;
}

/**
 * Runs `work` in one process at a time per lock file. For the start of the database, this only serializes: PostgreSQL's own lock on the data
 * folder protects the data.
 * @throws as `acquireLock`, and what `work` throws
 */
export async function withStartLock<T>(
  lockFile: string,
  timeoutMs: number,
  work: () => Promise<T>,
  options: LockOptions = {}
): Promise<T> {
  const release = await acquireLock(lockFile, timeoutMs, options);
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Acquires a lock and returns what releases it. The file names its holder, so that the lock of a killed process is broken immediately.
 * @throws if it is not acquired within `timeoutMs` or until the signal aborts
 */
export async function acquireLock(
  lockFile: string,
  timeoutMs: number,
  {
    user,
    signal,
    messageFor = (holder) => `Another process (${holder}) has held ${lockFile} for too long.`,
  }: LockOptions = {}
): Promise<() => void> {
  const claim = `${lockFile}.${process.pid}.${attempts++}`;
  try {
    // On a full disk, this creates an empty file and fails.
    withRightsOf(user, () => {
      // Of a killed process with the same pid.
      rmSync(claim, { force: true });
      writeFileSync(claim, processIdentity(process.pid) ?? String(process.pid), { mode: 0o600, flag: 'wx' });
    });
    const waited = startStopwatch();
    while (!tryAcquire(claim, lockFile)) {
      if (breakStaleLock(lockFile, `${claim}.stale`)) {
        continue;
      }
      if (waited.elapsedMs() >= timeoutMs) {
        throw new Error(messageFor(readHolder(lockFile) ?? 'unknown'));
      }
      await sleep(15, undefined, { signal });
    }
    return () => [lockFile, claim].forEach((file) => rmSync(file, { force: true }));
  } catch (error) {
    rmSync(claim, { force: true });
    throw error;
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

/** @returns whether it is broken, and can be acquired at once */
function breakStaleLock(lockFile: string, aside: string): boolean {
  const holder = readHolder(lockFile);
  if (holder === undefined || isRunning(holder)) {
    return false;
  }
  try {
    renameSync(lockFile, aside);
    // Another process may have broken and acquired the lock before the rename: restore its lock.
    if (readHolder(aside) !== holder) {
      tryAcquire(aside, lockFile);
    }
    unlinkSync(aside);
    return true;
  } catch {
    // Another process was faster.
    return false;
  }
}

function readHolder(lockFile: string): string | undefined {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch {
    return undefined;
  }
}
