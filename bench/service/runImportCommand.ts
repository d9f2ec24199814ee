import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { typescriptServer } from '../../scripts/processes/typescriptServer.ts';
import { processMemoryBytes } from '../../telemetry-api/test/support/processes/processMemory.ts';

export interface ImportRun {
  readonly rows: number;
  readonly seconds: number;
  /** undefined if the system does not report it. */
  readonly peakBytes: number | undefined;
}

const POLL_MS = 100;

/** Imports a file of readings with the command that operators use. @throws if not all rows were imported */
export async function runImportCommand(databaseUrl: string, file: string): Promise<ImportRun> {
  const child = new ChildProcesses().start({
    ...typescriptServer('import', 'telemetry-api/cli.ts', 'import', 'readings', file),
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  });
  let peakBytes: number | undefined;
  const poll = setInterval(() => (peakBytes = processMemoryBytes(child.pid ?? 0, 'peak') ?? peakBytes), POLL_MS);
  await child.exited;
  clearInterval(poll);
  return { ...readReport(child.stdout(), child.lastOutput()), peakBytes };
}

/** Parses the output of the command: `file.csv: 1,000,000 rows in 7.2 s`, then counts such as `1,000,000  new`. */
export function readReport(out: string, lastOutput: string): { rows: number; seconds: number } {
  const [, rows, seconds] = /: ([\d,]+) rows in ([\d.]+) s/.exec(out) ?? [];
  const added = /([\d,]+) +new/.exec(out)?.[1];
  if (rows === undefined || rows !== added) {
    throw new Error(`Not all rows were imported:\n${lastOutput}`);
  }
  return { rows: Number(rows.replaceAll(',', '')), seconds: Number(seconds) };
}
