import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './processIdentity.ts';
import { errorCode } from '../../errorCode.ts';

let attempts = 0;

/**
 * Runs `work` while no other process of this machine runs work under the same lock file.
 * The holder is named in the file, so the lock of a killed process is broken at once instead of waited for.
 * PostgreSQL's own lock on its data folder stands behind this one: it keeps starters apart, not the data safe.
 * @throws when the lock stays taken for longer than `timeoutMs`.
 */
export async function withStartLock<T>(lockFile: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const claim = `${lockFile}.${process.pid}.${attempts++}`;
  const identity = processIdentity(process.pid) ?? String(process.pid);
  writeFileSync(claim, identity, { mode: 0o600 });
  try {
    const deadlineMs = Date.now() + timeoutMs;
    while (!tryAcquire(claim, lockFile)) {
      if (Date.now() > deadlineMs) {
        throw new Error(`Another process (${readHolder(lockFile) ?? 'unknown'}) has held ${lockFile} for too long.`);
      }
      breakStaleLock(lockFile, `${claim}.stale`);
      await sleep(15);
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

/** link() fails when the name exists, in one step and on every file system; an open with O_EXCL would show an empty file first. */
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
    // Between the look and the rename another process may have broken the lock and taken it: give it back.
    if (readHolder(aside) !== holder) {
      tryAcquire(aside, lockFile);
    }
    unlinkSync(aside);
  } catch {
    // Somebody else was quicker.
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
