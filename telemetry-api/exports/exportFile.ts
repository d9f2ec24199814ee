import path from 'node:path';
import { EXPORT_FORMATS, type ExportFormat } from '../store/exports.ts';

/** Where all export files lie in the data folder. */
export function exportsFolder(dataDir: string): string {
  return path.join(dataDir, 'exports');
}

/** Where the finished file of an export lies. */
export function exportFile(dataDir: string, id: string, format: ExportFormat): string {
  return path.join(exportsFolder(dataDir), `${id}.${format}`);
}

/** Where a worker writes it until it is whole: a place of his own, since one who was given up for dead may still be writing. */
export function partFile(file: string, worker: string): string {
  return `${file}.${worker}.part`;
}

const FILE = new RegExp(
  `^([\\da-f-]{36})\\.(?:${EXPORT_FORMATS.map((it) => it.replace('.', '\\.')).join('|')})(\\.[\\da-f-]{36}\\.part)?$`
);

/** Which export a file in the folder belongs to; undefined for a file that is none of ours. */
export function readFileName(name: string): { readonly exportId: string; readonly isPart: boolean } | undefined {
  const match = FILE.exec(name);
  return match === null ? undefined : { exportId: match[1] ?? '', isPart: match[2] !== undefined };
}
