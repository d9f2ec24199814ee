import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeFolderError } from '../../telemetry-api/store/embedded/clusterFolders.ts';
import { processIdentity } from '../../telemetry-api/store/embedded/processIdentity.ts';

/**
 * Runs `work` while holding a lock on the data folder: a second `npm start` would write the same live data twice.
 * A lock of a killed process is ignored.
 * @throws Error that names the process using the folder and the alternatives
 */
export async function withDataFolder<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lockFile = path.join(dataDir, 'npm-start.lock');
  try {
    mkdirSync(dataDir, { recursive: true });
    breakStaleLock(lockFile);
    acquireLock(lockFile);
  } catch (error) {
    throw describeFolderError(error, dataDir);
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function acquireLock(lockFile: string) {
  const tempFile = `${lockFile}.${process.pid}`;
  writeFileSync(tempFile, processIdentity(process.pid) ?? '');
  try {
    // A link is atomic: the lock file never exists without the identity of its holder.
    linkSync(tempFile, lockFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
    throw new Error(
      `Another npm start (process ${readHolder(lockFile)?.pid}) is already using the data folder ${path.dirname(lockFile)}. ` +
        'Stop it, or use another folder: TELEMETRY_DATA_DIR=<folder> npm start'
    );
  } finally {
    rmSync(tempFile, { force: true });
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
