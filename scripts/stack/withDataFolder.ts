import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describeFolderError } from '../../telemetry-api/store/embedded/clusterFolders.ts';
import { acquireLock } from '../../telemetry-api/store/embedded/startLock.ts';

/**
 * Runs `work` while holding a lock on the data folder: a second `npm start` would write the same live data twice.
 * A lock of a killed process is ignored.
 * @throws Error that names the process using the folder and the alternatives
 */
export async function withDataFolder<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const release = await lockFolder(dataDir).catch((error: unknown) => {
    throw describeFolderError(error, dataDir);
  });
  try {
    return await work();
  } finally {
    release();
  }
}

async function lockFolder(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  return acquireLock(path.join(dataDir, 'npm-start.lock'), 0, {
    messageFor: (holder) =>
      `Another npm start (process ${holder.split(' ')[0]}) is already using the data folder ${dataDir}. ` +
      'Stop it, or use another folder: TELEMETRY_DATA_DIR=<folder> npm start',
  });
}
