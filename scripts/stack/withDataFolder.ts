import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from '../../telemetry-api/store/embedded/processIdentity.ts';

/**
 * Runs `work` while no other `npm start` uses the same data folder: two of them would keep one demo plant moving twice.
 * The lock of a process that was killed does not count.
 * @throws Error that says who uses it and how to go on
 */
export async function withDataFolder<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lockFile = path.join(dataDir, 'npm-start.lock');
  try {
    mkdirSync(dataDir, { recursive: true });
    breakStaleLock(lockFile);
  } catch (error) {
    throw new Error(
      `Cannot use the data folder ${dataDir}: ${(error as Error).message}. Set TELEMETRY_DATA_DIR to another folder.`
    );
  }
  takeLock(lockFile);
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function takeLock(lockFile: string) {
  const claim = `${lockFile}.${process.pid}`;
  writeFileSync(claim, processIdentity(process.pid) ?? '');
  try {
    // Unlike creating the file and then writing to it, this never shows a lock without its holder.
    linkSync(claim, lockFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
    throw new Error(
      `Another npm start (process ${readHolder(lockFile)?.pid}) is already using the data folder ${path.dirname(lockFile)}. ` +
        'Stop it, or use another folder: TELEMETRY_DATA_DIR=<folder> npm start'
    );
  } finally {
    rmSync(claim, { force: true });
  }
}

function breakStaleLock(lockFile: string) {
  const holder = readHolder(lockFile);
  if (holder && processIdentity(holder.pid) !== holder.identity) {
    rmSync(lockFile, { force: true });
  }
}

function readHolder(lockFile: string): { pid: number; identity: string } | undefined {
  try {
    const identity = readFileSync(lockFile, 'utf8');
    return { pid: Number.parseInt(identity, 10), identity };
  } catch {
    return undefined;
  }
}
