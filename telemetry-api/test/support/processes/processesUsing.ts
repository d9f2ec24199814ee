import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { until } from '../until.ts';

/** The other processes whose working folder, or a file that they have open, is in a folder. Linux only. */
export function processesUsing(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => openPaths(pid).some((file) => file === folder || file.startsWith(`${folder}/`)))
    .map(Number);
}

/** Suspends all processes that use a folder, also those that they start meanwhile. @returns their pids, once none of them runs */
export async function suspendProcessesUsing(folder: string): Promise<readonly number[]> {
  const suspended = new Set<number>();
  const suspendOthers = () => {
    const found = processesUsing(folder).filter((pid) => !suspended.has(pid));
    for (const pid of found) {
      process.kill(pid, 'SIGSTOP');
      suspended.add(pid);
    }
    // A process in a system call, such as fsync, is suspended when the call returns.
    return found.length === 0 && [...suspended].every(isSuspended);
  };
  await until('all processes to be suspended', suspendOthers, { everyMs: 1 });
  return [...suspended];
}

function openPaths(pid: string): string[] {
  try {
    const files = readdirSync(`/proc/${pid}/fd`).map((fd) => `fd/${fd}`);
    return ['cwd', ...files].flatMap((name) => readLink(`/proc/${pid}/${name}`) ?? []);
  } catch {
    // Ended in the meantime, or of another user.
    return [];
  }
}

function readLink(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}

function isSuspended(pid: number): boolean {
  try {
    return /^State:\s+[TZ]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
