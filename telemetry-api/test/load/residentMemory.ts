import { readFileSync } from 'node:fs';

/** The resident memory of a process, from /proc; NaN if it has ended. */
export function residentMiB(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return NaN;
  }
}
