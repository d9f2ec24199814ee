import path from 'node:path';
import { EXPORT_FORMATS, type ExportFormat } from '../store/exports/exports.ts';

/** The folder of all export files. */
export function exportsFolder(dataDir: string): string {
  return path.join(dataDir, 'exports');
}

/** Path of the finished file of an export. */
export function exportFile(dataDir: string, id: string, format: ExportFormat): string {
  return path.join(exportsFolder(dataDir), `${id}.${format}`);
}

/** Path of the unfinished file. Each worker has its own, because a worker that lost its lease may still be writing. */
export function partFile(file: string, worker: string): string {
  return `${file}.${worker}.part`;
}

const FILE = new RegExp(
  `^([\\da-f-]{36})\\.(?:${EXPORT_FORMATS.map((it) => it.replace('.', '\\.')).join('|')})(\\.[\\da-f-]{36}\\.part)?$`
);

/** Parses the name of an export file; undefined for other files. */
export function readFileName(name: string): { readonly exportId: string; readonly isPart: boolean } | undefined {
  const match = FILE.exec(name);
  return match === null ? undefined : { exportId: match[1] ?? '', isPart: match[2] !== undefined };
}
