import { readFileSync } from 'node:fs';

/** The peak resident memory of a process; undefined if it has exited or the system does not report it. */
export function peakMemoryBytes(pid: number): number | undefined {
  try {
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined;
  }
}
