// Run by tests as a process of its own: writes batches of some tags one after the other and says so after each, until it is killed.
// Its arguments: the index to begin with, then ids of tags.
import { setTimeout as sleep } from 'node:timers/promises';
import { readDatabaseOptions } from '../config.ts';
import { openDatabase } from '../store/database.ts';
import { isConnectionError } from '../store/isDatabaseAway.ts';
import { writeReadings } from '../store/readings.ts';
import { batchOf } from './batches.ts';

async function write(from: number, tagIds: readonly number[]): Promise<void> {
  const { pool } = await openDatabase(readDatabaseOptions(process.env));
  for (let index = from; ;) {
    try {
      await writeReadings(pool, batchOf(tagIds, index), { onConflict: 'keep' });
      process.stdout.write(`${index++}\n`);
    } catch (error) {
      if (!isConnectionError(error)) {
        throw error;
      }
      await sleep(100);
    }
  }
}

// Whoever is killed himself takes it along.
process.stdin.resume().on('end', () => process.exit());
const [from = 0, ...tagIds] = process.argv.slice(2).map(Number);
void write(from, tagIds);
