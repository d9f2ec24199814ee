import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  statSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../errorCode.ts';
import { InputError } from '../values/importErrors.ts';

/** The file of `--rejects`. Nothing is created or overwritten before the first row is rejected. */
export interface RejectsFile {
  /** @throws InputError if the file cannot be created */
  write(text: string): void;
  isWritten(): boolean;
  close(): void;
}

/**
 * Checks that writing to `path` loses nothing, without opening a file.
 * @param inputPath the imported file; `-` is stdin
 * @param isForced whether an existing file can be overwritten
 * @throws InputError if it is the imported file, by whatever path, or exists
 */
export function checkRejectsPath(path: string, inputPath: string, isForced: boolean): void {
  const [found, input] = [statsOf(path), inputPath === '-' ? statsOfStdin() : statsOf(inputPath)];
  if (found?.isFile() && found.dev === input?.dev && found.ino === input.ino) {
    throw new InputError(`--rejects ${path} would overwrite the imported file; use another name`);
  }
  if (found?.isDirectory()) {
    throw new InputError(`cannot write the rejected rows to ${path}: it is a folder`);
  }
  // Devices and pipes have nothing to lose. A link to nothing would create a file elsewhere.
  const isExistingFile = found === undefined ? lstatSync(path, { throwIfNoEntry: false }) : found.isFile();
  if (isExistingFile && !isForced) {
    throw new InputError(
      `--rejects ${path} already exists; use another name, or --force to overwrite it if rows are rejected`
    );
  }
}

/**
 * Opens a file that exists, without changing it, or checks that one can be created, so that a path that is not writable is reported
 * before anything is imported.
 * @throws InputError if the path is not writable
 */
export function openRejectsFile(path: string): RejectsFile {
  let handle = describingErrors(path, () => openExisting(path));
  let isWritten = false;
  return {
    write(text) {
      handle ??= describingErrors(path, () => openSync(path, 'wx'));
      if (!isWritten && fstatSync(handle).isFile()) {
        ftruncateSync(handle);
      }
      isWritten = true;
      writeSync(handle, text);
    },
    isWritten: () => isWritten,
    close() {
      if (handle !== undefined) {
        closeSync(handle);
      }
    },
  };
}

function openExisting(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw error;
    }
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
    return undefined;
  }
}

function describingErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new InputError(`cannot write the rejected rows to ${path}: ${(error as Error).message}`);
  }
}

/** With `bigint`, because numbers of files can be larger than what a double holds. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    // Opening it fails with the same error and explains it.
    return undefined;
  }
}

function statsOfStdin(): BigIntStats | undefined {
  try {
    return fstatSync(0, { bigint: true });
  } catch {
    return undefined;
  }
}
