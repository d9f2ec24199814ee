import { readFileSync } from 'node:fs';

const FIELDS = { peak: 'VmHWM', resident: 'VmRSS' } as const;

/** The resident memory of a process, now or at its peak; undefined if it has exited or the system does not report it. */
export function processMemoryBytes(pid: number, which: keyof typeof FIELDS): number | undefined {
  try {
    const field = new RegExp(`^${FIELDS[which]}:\\s+(\\d+) kB$`, 'm');
    const kib = field.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined;
  }
}
