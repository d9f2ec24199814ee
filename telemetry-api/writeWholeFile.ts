import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './errorCode.ts';

/**
 * Creates or replaces a file. It is written to `part`, synced and renamed, so that a file of this name is complete, also after a power cut.
 * @param write called with the open `part`; after an error, `part` is deleted, and the file is as it was
 * @returns what `write` returned
 */
export async function writeWholeFile<T>(
  file: string,
  part: string,
  write: (output: FileHandle) => Promise<T>
): Promise<T> {
  const output = await open(part, 'w', 0o600);
  try {
    const result = await write(output);
    await output.sync();
    await rename(part, file);
    await syncFolder(path.dirname(file));
    return result;
  } finally {
    await output.close();
    await rm(part, { force: true });
  }
}

/** Syncs the names in a folder. Windows cannot open a folder, and some file systems on a network do not sync one. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } catch (error) {
    if (errorCode(error) !== 'EINVAL') {
      throw error;
    }
  } finally {
    await opened.close();
  }
}
