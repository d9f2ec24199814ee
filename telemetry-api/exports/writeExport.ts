import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Queryable } from '../store/database.ts';
import { partFile } from './exportFile.ts';
import type { TakenExport } from '../store/exportQueue.ts';
import type { ExportFormat } from '../store/exports.ts';
import { readHistoryPage } from '../store/historyPage.ts';
import type { Level } from '../store/levels.ts';
import type { RowLayout } from '../store/rowText.ts';
import { readTagNames } from '../store/tagNames.ts';

const PAGE_ROWS = 5000;

export interface ExportProgress {
  /** 0 to 100, by time covered */
  readonly progress: number;
  readonly rows: number;
  readonly sizeBytes: number;
}

/**
 * Writes the file of an export, page by page, beside its place, and puts it there once it is whole and on the disk.
 * @param onProgress is told after each page; false from it stops the work, as `signal` does
 * @returns undefined when it was stopped: nothing is left behind then
 */
export async function writeExport(
  db: Queryable,
  job: TakenExport,
  file: string,
  signal: AbortSignal,
  onProgress: (at: ExportProgress) => Promise<boolean>
): Promise<Omit<ExportProgress, 'progress'> | undefined> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = partFile(file);
  const output = await open(part, 'w');
  let rows = 0;
  let sizeBytes = 0;
  try {
    if (job.format === 'csv') {
      sizeBytes += (await output.write(csvHeader(job.level))).bytesWritten;
    }
    const tags = await readTagNames(db, job.tagIds);
    for (const [index, tag] of tags.entries()) {
      const layout = layoutOf(job.format, job.level, tag.device, tag.key);
      let fromMs = job.fromMs;
      for (let hasMore = true; hasMore;) {
        const request = { tagId: tag.id, level: job.level, fromMs, toMs: job.toMs, limit: PAGE_ROWS };
        const page = await readHistoryPage(db, request, layout);
        await output.writeFile(page.bytes);
        rows += page.count;
        sizeBytes += page.bytes.length;
        hasMore = page.hasMore;
        fromMs = page.lastMs + 1;
        const shareOfTag = hasMore ? (fromMs - job.fromMs) / (job.toMs - job.fromMs) : 1;
        const progress = Math.floor(((index + shareOfTag) / tags.length) * 100);
        if (signal.aborted || !(await onProgress({ progress, rows, sizeBytes }))) {
          return undefined;
        }
      }
    }
    await output.sync();
    await rename(part, file);
    return { rows, sizeBytes };
  } finally {
    await output.close();
    await rm(part, { force: true });
  }
}

function csvHeader(level: Level): string {
  return `dispositivo,tag,ts,${level === 'raw' ? 'valor' : 'avg,min,max,n'}\r\n`;
}

/** The same names and forms as in the API, a row a line. */
function layoutOf(format: ExportFormat, level: Level, device: string, key: string): RowLayout {
  if (format === 'csv') {
    return {
      before: `${csvCell(device)},${csvCell(key)},`,
      labels: level === 'raw' ? [','] : [',', ',', ',', ','],
      after: '\r\n',
    };
  }
  return {
    before: `{"dispositivo":${JSON.stringify(device)},"tag":${JSON.stringify(key)},"ts":"`,
    labels: level === 'raw' ? ['","valor":'] : ['","avg":', ',"min":', ',"max":', ',"n":'],
    after: '}\n',
  };
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
