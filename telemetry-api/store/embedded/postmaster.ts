import { readFileSync } from 'node:fs';
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

export function lockFile(dataFolder: string): string {
  return path.join(dataFolder, 'postmaster.pid');
}

function readLockFile(dataFolder: string): string[] {
  try {
    return readFileSync(lockFile(dataFolder), 'utf8').split('\n');
  } catch {
    return [];
  }
}
