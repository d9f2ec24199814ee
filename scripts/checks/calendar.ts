import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { testDays } from './testDays.ts';
import { jest, UNIT_AND_SERVICE } from './programs/programs.ts';
import { type Check, type CheckTools, runChecks } from './run/runSteps.ts';
import { seed } from './run/seed.ts';
import { SKIPPED, type Tally } from './run/tally.ts';

/** Where Debian's package libfaketime puts it, below a folder per architecture. */
const LIBRARY_DIR = '/usr/lib';
const LIBRARY = 'faketime/libfaketime.so.1';
const SHARED_MEMORY_DIR = '/dev/shm';
/** It compares the clock of Node.js with that of the database, which starts without LD_PRELOAD, and with the times of files. */
const EVERY_OTHER_FILE = '^(?!.*/exportWorker\\.test\\.ts$)';

/**
 * The unit and service tests with the clocks of Node.js on other days: each test file on one of sixty, which the seed chooses, because
 * all on each would take hours. Databases and files keep the real time.
 */
export async function calendar(tools: CheckTools): Promise<Tally> {
  const library = findLibrary();
  if (library === undefined) {
    tools.write('no libfaketime (Debian: apt-get install libfaketime): tests on other days skipped\n');
    return SKIPPED;
  }
  const days = testDays();
  const checks = days.map((day, index): Check => (stepTools) => {
    const shard = ((index + seed()) % days.length) + 1;
    // Not the day itself, from which each process would count since its own start.
    const offsetS = Math.round((Date.parse(`${day.replace(' ', 'T')}Z`) - Date.now()) / 1000);
    const faketime = offsetS < 0 ? String(offsetS) : `+${offsetS}`;
    const env = { LD_PRELOAD: library, FAKETIME: faketime, FAKETIME_DONT_FAKE_MONOTONIC: '1', TZ: 'UTC' };
    removeLeftovers();
    return jest(
      `${day}, part ${shard},`,
      [...UNIT_AND_SERVICE, `--testPathPatterns=${EVERY_OTHER_FILE}`, `--shard=${shard}/${days.length}`],
      { env }
    )(stepTools);
  });
  return runChecks('calendar', checks, tools);
}

function findLibrary(): string | undefined {
  return readdirSync(LIBRARY_DIR)
    .map((name) => path.join(LIBRARY_DIR, name, LIBRARY))
    .find((file) => existsSync(file));
}

/**
 * Shared memory of killed processes with that library: a process of another account that gets the number of one of them cannot
 * open it, and ends.
 */
function removeLeftovers(): void {
  for (const name of readdirSync(SHARED_MEMORY_DIR)) {
    const [, pid] = /^(?:sem\.)?faketime_(?:shm|sem)_(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) {
      rmSync(path.join(SHARED_MEMORY_DIR, name), { force: true });
    }
  }
}
