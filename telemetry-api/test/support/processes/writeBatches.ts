// Run by tests in a child process: writes batches one after the other and prints the index of each, until it is killed.
// Arguments: the first index, then the ids of the tags. WRITE_PAUSE_MS: time between batches.
import { setTimeout as sleep } from 'node:timers/promises';
import { readDatabaseOptions } from '../../../config/config.ts';
import { openDatabase } from '../../../store/database/database.ts';
import { isConnectionError } from '../../../store/database/databaseErrors.ts';
import { writeReadings } from '../../../store/readings/readings.ts';
import { batchOf } from '../batches.ts';

async function write(from: number, tagIds: readonly number[]): Promise<void> {
  const { pool } = await openDatabase(readDatabaseOptions(process.env));
  for (let index = from; ;) {
    try {
      await writeReadings(pool, batchOf(tagIds, index), { onConflict: 'keep' });
      process.stdout.write(`${index++}\n`);
      await sleep(Number(process.env.WRITE_PAUSE_MS ?? 0));
    } catch (error) {
      if (!isConnectionError(error)) {
        throw error;
      }
      await sleep(100);
    }
  }
}

// Exits with its parent, even if that was killed.
process.stdin.resume().on('end', () => process.exit());
const [from = 0, ...tagIds] = process.argv.slice(2).map(Number);
void write(from, tagIds);
