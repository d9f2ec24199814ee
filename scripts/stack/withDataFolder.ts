import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { withStartLock } from '../../telemetry-api/store/embedded/startLock.ts';

/** Enough to see that a lock is stale and to break it. */
const lockPatienceMs = 500;

/**
 * Runs `work` while no other `npm start` uses the same data folder: two of them would keep one demo plant moving twice.
 * The lock of a process that was killed does not count.
 * @throws Error that says who uses it and how to go on
 */
export async function withDataFolder<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be made: ${(error as Error).message}. Set TELEMETRY_DATA_DIR to another one.`
    );
  }
  let isOurs = false;
  try {
    return await withStartLock(path.join(dataDir, 'npm-start.lock'), lockPatienceMs, () => {
      isOurs = true;
      return work();
    });
  } catch (error) {
    if (isOurs) {
      throw error;
    }
    throw new Error(
      `Another npm start already uses the data folder ${dataDir}. ` +
        'Stop that one, or keep a second plant elsewhere: TELEMETRY_DATA_DIR=<folder> npm start',
      { cause: error }
    );
  }
}
