import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Queryable } from '../store/database/queryable.ts';
import { writeWholeFile } from '../writeWholeFile.ts';
import { exportPages, type ExportContent } from './exportPages.ts';

export interface ExportProgress {
  /** 0 to 100, by tags and time covered. */
  readonly progress: number;
  readonly rows: number;
  readonly sizeBytes: number;
}

/**
 * Writes an export to `part` page by page, and renames it to `file` once it is complete and synced.
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
  let rows = 0;
  let sizeBytes = 0;
  const reportProgress = async (progress: number) => {
    if (!(await onProgress({ progress, rows, sizeBytes }))) {
      throw new ExportStopped();
    }
  };
  const pages = async function* () {
    for await (const page of exportPages(db, content)) {
      rows = page.rows;
      yield page.bytes;
      await reportProgress(page.progress);
    }
  };
  try {
    return await writeWholeFile(file, part, async (output) => {
      const toFile = async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) {
          await output.writeFile(chunk);
          sizeBytes += chunk.length;
        }
      };
      await (content.format.endsWith('.gz') ? pipeline(pages, createGzip(), toFile) : pipeline(pages, toFile));
      await reportProgress(100);
      return { rows, sizeBytes };
    });
  } catch (error) {
    if (error instanceof ExportStopped) {
      return undefined;
    }
    throw error;
  }
}

class ExportStopped extends Error {}
