import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processCommand, processIdentity } from './processIdentity.ts';

/** PostgreSQL's main process, as its own lock file tells of it. */
export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
}

/** The server that runs on a data folder, or undefined. A lock file left by a killed server does not count. */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  const lines = readLockFile(dataFolder);
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || processIdentity(pid) === undefined) {
    return undefined;
  }
  // The number may be another program's by now.
  if (!processCommand(pid).includes(dataFolder)) {
    return undefined;
  }
  return { pid, isReady: lines[7]?.trim() === 'ready' };
}

/** Asks a server to end all sessions and stop in order; harmless when it is already at it. */
export function stopPostmaster(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // Gone in the meantime.
  }
}

/** Waits until the given server has left the data folder; false when it has not in `timeoutMs`. */
export async function waitUntilGone(dataFolder: string, pid: number, timeoutMs: number): Promise<boolean> {
  const deadlineMs = Date.now() + timeoutMs;
  while (findPostmaster(dataFolder)?.pid === pid) {
    if (Date.now() > deadlineMs) {
      return false;
    }
    await sleep(10);
  }
  return true;
}

/**
 * PostgreSQL refuses to start while there is a process with the number that its lock file names: another program that has the number
 * now, or the dead server itself, which stays in the list of processes until its parent has taken note. The number is then replaced by
 * one that no process has. The file must stay: it also names the shared memory by which PostgreSQL finds out whether sessions of the
 * dead server are still writing.
 */
export function replaceStalePid(dataFolder: string): void {
  const [pid, ...rest] = readLockFile(dataFolder);
  if (pid !== undefined && processIdentity(Number(pid)) !== undefined) {
    writeFileSync(lockFile(dataFolder), [UNUSED_PID, ...rest].join('\n'));
  }
}

/** Above the greatest number of any process on Linux (2^22) and macOS. */
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
