import { readFileSync } from 'node:fs';

/** The most memory that a process has held at once so far; undefined when it is gone, or where the system does not tell. */
export function peakMemoryBytes(pid: number): number | undefined {
  try {
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined;
  }
}
