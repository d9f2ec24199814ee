import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processCommand } from './processIdentity.ts';
import { replaceFile, type ServerUser, withRightsOf } from './serverUser.ts';
import { startStopwatch } from '../../stopwatch.ts';

const READY_TIMEOUT_MS = 300_000;

/** PostgreSQL's main process, as described by its lock file. */
export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
}

/** The server running on a data folder, if any. Ignores the lock file of a killed server, whose pid another program may have been given. */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  const lines = readLockFile(dataFolder);
  const pid = Number(lines[0]);
  return processCommand(pid).includes(dataFolder) ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined;
}

/** Requests a fast shutdown, which ends all sessions. Harmless if the server is already stopping. */
export function stopPostmaster(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // Ended in the meantime.
  }
}

/** Waits until the server accepts connections. @returns false once `hasFailed`, or after minutes, which crash recovery can take */
export async function untilReady(
  dataFolder: string,
  hasFailed: () => boolean,
  signal: AbortSignal | undefined
): Promise<boolean> {
  const waited = startStopwatch();
  while (findPostmaster(dataFolder)?.isReady !== true) {
    if (hasFailed() || waited.elapsedMs() > READY_TIMEOUT_MS) {
      return false;
    }
    await sleep(5, undefined, { signal });
  }
  return true;
}

/**
 * PostgreSQL does not start while a process has the pid in its lock file. That can be another program with the same pid, or the dead server
 * as a zombie process; and a program of the next start can be given the pid, such as its supervisor. This replaces the pid in the file with an unused
 * one. The file must stay: it also names the shared memory by which PostgreSQL detects whether sessions of the dead server are still writing.
 * Call it while no server runs.
 */
export function replaceStalePid(dataFolder: string, user: ServerUser | undefined): void {
  const file = lockFile(dataFolder);
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
    // Not with the rights of root, because it then belongs to the account.
    const [, ...rest] = withRightsOf(user, () => readLockFile(dataFolder));
    replaceFile(file, [UNUSED_PID, ...rest].join('\n'), user);
  }
}

/** Above the maximum pid on Linux (2^22) and macOS. */
const UNUSED_PID = 2 ** 31 - 2;

function lockFile(dataFolder: string): string {
  return path.join(dataFolder, 'postmaster.pid');
}

function readLockFile(dataFolder: string): string[] {
  try {
    return readFileSync(lockFile(dataFolder), 'utf8').split('\n');
  } catch {
    return [];
  }
}
