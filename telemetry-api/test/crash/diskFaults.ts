import { setTimeout as sleep } from 'node:timers/promises';
import { fillDisk } from '../support/fillDisk.ts';
import type { LoopDisk } from '../support/loopDisk.ts';
import { ExportRun } from './exportRun.ts';
import { readPages } from './readPages.ts';
import type { CrashContext, Fault } from './killTargets.ts';

interface DiskContext extends CrashContext {
  readonly disk: LoopDisk;
}

/** The longest time that a disk stays full after the importer has failed: several restarts of a database that needs space to start. */
const FULL_MS = 8000;

/** Faults of the disk on which the data folder is, while a file is imported, a client writes and an export is queued. */
export const DATA_DISK_FAULTS: Readonly<Record<string, Fault<DiskContext>>> = {
  'full disk': fillDataDisk,
  'power cut': async ({ plant, disk, exported, random }) => {
    if (random() < 0.5) {
      // A file that is ready must survive.
      await exported.untilReady();
    }
    return plant.cutPower(disk);
  },
};

/** Faults of a disk on which only the export files are. */
export const EXPORTS_DISK_FAULTS: Readonly<Record<string, Fault<DiskContext>>> = {
  'full disk of exports': fillExportsDisk,
};

async function fillDataDisk({ plant, disk, exported, random }: DiskContext): Promise<boolean> {
  const large = new ExportRun(plant, true);
  await large.queue();
  await large.untilWriting();
  const reads = readPages(plant, random);
  // What the importer writes mostly fails in the files of the tables. A full write-ahead log ends the server.
  const exhausted = random() < 0.5 ? plant.exhaustWal() : undefined;
  const release = fillDisk(disk.folder);
  let hasFailed = false;
  try {
    hasFailed = await plant.repairImport(async (stderr) => {
      await exhausted;
      await sleep(random() * FULL_MS);
      release();
      await plant.untilWritten();
      if (stderr !== '' && !/is full\. Free space on it/.test(stderr)) {
        throw new Error(`The importer did not name the full disk:\n${stderr}`);
      }
    });
  } finally {
    release();
    await reads.stop();
  }
  await exported.repeatIfFailed();
  await large.repeatIfFailed();
  await large.check();
  return hasFailed;
}

async function fillExportsDisk({ plant, disk, exported, random }: DiskContext): Promise<boolean> {
  const large = new ExportRun(plant, true);
  await large.queue();
  await large.untilWriting();
  const reads = readPages(plant, random);
  const release = fillDisk(disk.folder);
  let hasFailed = false;
  try {
    hasFailed = (await large.untilFinished()).estado === 'fallida';
  } finally {
    release();
    const { unavailable } = await reads.stop();
    if (unavailable > 0) {
      throw new Error(`While only the disk of the exports was full, ${unavailable} pages were not available.`);
    }
  }
  await exported.repeatIfFailed();
  await large.repeatIfFailed();
  await large.check();
  return hasFailed;
}
