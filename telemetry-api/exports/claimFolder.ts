import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../errorCode.ts';
import { readInstance } from '../store/database/instance.ts';
import type { Queryable } from '../store/database/queryable.ts';
import { describeFolderError } from '../store/embedded/clusterFolders.ts';
import { findExport, listAllExports } from '../store/exports/exports.ts';
import { writeWholeFile } from '../writeWholeFile.ts';
import { exportFile, exportsFolder, readFileName } from './exportFile.ts';

/** Beside the files: the id of the database whose exports they are. */
const OWNER_FILE = 'database-id';

/**
 * Makes the folder of export files that of this database. Servers of one database may share it; of another database, each would delete what it does
 * not know.
 * @throws if the folder cannot be written, or belongs to another database; nothing is changed then
 */
export async function claimFolder(db: Queryable, dataDir: string): Promise<void> {
  const folder = exportsFolder(dataDir);
  const ownerFile = path.join(folder, OWNER_FILE);
  const { id } = await readInstance(db);
  const explain = (error: unknown) => {
    throw describeFolderError(error, dataDir);
  };
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(explain);
  const owner = await readFile(ownerFile, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') {
      return '';
    }
    throw error;
  });
  // Empty after a full disk or a power cut in earlier versions.
  if (owner === '' && (await isFolderOf(db, folder))) {
    // Of two servers that start at once, both write the same.
    await writeWholeFile(ownerFile, `${ownerFile}.${randomUUID()}.part`, (output) => output.writeFile(`${id}\n`)).catch(
      explain
    );
  } else if (owner.trim() !== id) {
    throw new Error(
      `The export files in ${folder} are those of another database, and this one would delete them. Set TELEMETRY_DATA_DIR to another folder. If the other ` +
        `database is no longer used, delete the files of ${folder}.`
    );
  }
}

/** Whether a folder without an owner has no export file, or one that the database knows: earlier versions wrote no owner. */
async function isFolderOf(db: Queryable, folder: string): Promise<boolean> {
  const ids = (await readdir(folder)).flatMap((name) => readFileName(name)?.exportId ?? []);
  for (const id of ids) {
    if ((await findExport(db, id)) !== undefined) {
      return true;
    }
  }
  return ids.length === 0;
}

/**
 * The finished exports whose file is not in the folder: another server of this database wrote it into a folder of its own, or it was lost. Here, their
 * downloads are not found.
 */
export async function findMissingFiles(db: Queryable, dataDir: string): Promise<string[]> {
  const files = new Set(await readdir(exportsFolder(dataDir)));
  const ready = (await listAllExports(db)).filter(({ state }) => state === 'ready');
  return ready
    .filter(({ id, format }) => !files.has(path.basename(exportFile(dataDir, id, format))))
    .map(({ id }) => id);
}
