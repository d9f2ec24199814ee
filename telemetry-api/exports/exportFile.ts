import path from 'node:path';
import type { ExportFormat } from '../store/exports.ts';

/** Where the finished file of an export lies in the data folder. */
export function exportFile(dataDir: string, id: string, format: ExportFormat): string {
  return path.join(dataDir, 'exports', `${id}.${format}`);
}

/** Where it is written until it is whole. */
export function partFile(file: string): string {
  return `${file}.part`;
}
