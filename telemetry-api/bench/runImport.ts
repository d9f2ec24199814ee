import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { packageFolder } from '../packageFolder.ts';
import { peakMemoryBytes } from './peakMemory.ts';

export interface ImportRun {
  readonly rows: number;
  readonly seconds: number;
  /** undefined where the system does not tell. */
  readonly peakBytes: number | undefined;
}

const POLL_MS = 100;

/** Imports a file of readings as operators do. @throws when not all rows are taken */
export async function runImportCommand(databaseUrl: string, file: string): Promise<ImportRun> {
  const args = ['--import', 'tsx', path.join(packageFolder, 'cli.ts'), 'import', 'readings', file];
  const child = spawn(process.execPath, args, {
    cwd: packageFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let peakBytes: number | undefined;
  const poll = setInterval(() => (peakBytes = peakMemoryBytes(child.pid ?? 0) ?? peakBytes), POLL_MS);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  clearInterval(poll);
  return { ...readReport(out, errors), peakBytes };
}

/** What the command prints when it is done: `file.csv: 1,000,000 rows in 7.2 s`, then what became of them: `1,000,000  new`. */
export function readReport(out: string, errors: string): { rows: number; seconds: number } {
  const [, rows, seconds] = /: ([\d,]+) rows in ([\d.]+) s/.exec(out) ?? [];
  const added = /([\d,]+) +new/.exec(out)?.[1];
  if (rows === undefined || rows !== added) {
    throw new Error(`The import did not take all rows:\n${out}${errors}`);
  }
  return { rows: Number(rows.replaceAll(',', '')), seconds: Number(seconds) };
}
