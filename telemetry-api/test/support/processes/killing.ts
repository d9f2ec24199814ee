import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPostmaster } from '../../../store/embedded/postmaster.ts';

/** @throws if the embedded database of the folder is not running */
export function postmasterOf(dataDir: string): number {
  const pid = findPostmaster(path.join(dataDir, 'postgres', 'data'))?.pid;
  if (pid === undefined) {
    throw new Error('The embedded database is not running.');
  }
  return pid;
}

export function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** @returns false if the process had ended before */
export function killIfRunning(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
