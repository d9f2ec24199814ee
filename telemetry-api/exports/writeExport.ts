import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Queryable } from '../store/database/queryable.ts';
import { errorCode } from '../errorCode.ts';
import { exportLines, type ExportContent } from './exportLines.ts';

export interface ExportProgress {
  /** 0 to 100, by tags and time covered. */
  readonly progress: number;
  readonly rows: number;
  readonly sizeBytes: number;
}

/**
 * Writes an export to `part` page by page, and renames it to `file` once it is complete. Both are synced to disk, so that a file that is
 * reported as ready survives a power cut.
 * Memory use does not depend on the file size: a page is read after the previous one has been written.
 * @param onProgress called after each page and before the rename; returning false stops the export
 * @returns undefined if the export was stopped; `part` is deleted then, and after an error
 */
export async function writeExport(
  db: Queryable,
  content: ExportContent,
  { file, part }: { readonly file: string; readonly part: string },
  onProgress: (at: ExportProgress) => Promise<boolean>
): Promise<Omit<ExportProgress, 'progress'> | undefined> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const output = await open(part, 'w', 0o600);
  let rows = 0;
  let sizeBytes = 0;
  const reportProgress = async (progress: number) => {
    if (!(await onProgress({ progress, rows, sizeBytes }))) {
      throw new ExportStopped();
    }
  };
  const pages = async function* () {
    for await (const page of exportLines(db, content)) {
      rows = page.rows;
      yield page.bytes;
      await reportProgress(page.progress);
    }
  };
  const toFile = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) {
      await output.writeFile(chunk);
      sizeBytes += chunk.length;
    }
  };
  try {
    await (content.format.endsWith('.gz') ? pipeline(pages, createGzip(), toFile) : pipeline(pages, toFile));
    await output.sync();
    await reportProgress(100);
    await rename(part, file);
    await syncFolder(path.dirname(file));
    return { rows, sizeBytes };
  } catch (error) {
    if (error instanceof ExportStopped) {
      return undefined;
    }
    throw error;
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

class ExportStopped extends Error {}
