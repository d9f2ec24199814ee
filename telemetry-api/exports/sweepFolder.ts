import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Queryable } from '../store/database/queryable.ts';
import { findReadyExports } from '../store/exports/exports.ts';
import { readFileName } from './exportFile.ts';

/**
 * Deletes orphaned files: unfinished files of dead workers, and files whose export expired or failed during a crash.
 * Keeps files modified since `untouchedSinceMs`, whose export may be about to become ready, and files that are not exports.
 */
export async function sweepFolder(db: Queryable, folder: string, untouchedSinceMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const old: Array<{ readonly file: string; readonly exportId: string; readonly isPart: boolean }> = [];
  for (const name of names) {
    const ours = readFileName(name);
    const file = path.join(folder, name);
    const mtimeMs = ours && (await stat(file).catch(() => undefined))?.mtimeMs;
    if (ours !== undefined && mtimeMs !== undefined && mtimeMs < untouchedSinceMs) {
      old.push({ file, ...ours });
    }
  }
  if (old.length === 0) {
    return;
  }
  const ready = await findReadyExports(
    db,
    old.map(({ exportId }) => exportId)
  );
  for (const { file, exportId, isPart } of old) {
    if (isPart || !ready.has(exportId)) {
      await rm(file, { force: true });
    }
  }
}
