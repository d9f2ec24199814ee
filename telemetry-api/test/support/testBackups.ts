import { BackupReader, type BackupContents } from '../../backup/backupFormat.ts';
import { restoreBackup } from '../../backup/restoreBackup.ts';
import { type BackupSummary, writeBackup } from '../../backup/writeBackup.ts';
import type { TestDatabase } from './databases/testDatabase.ts';
import { NOW_MS } from './testService.ts';

const never = new AbortController().signal;

interface TestBackup {
  readonly bytes: Buffer;
  readonly summary: BackupSummary | undefined;
}

/** @param onChunk called with each chunk of the backup before the next one is read */
export async function backUp(
  { pool, dataDir }: TestDatabase,
  signal = never,
  onChunk: (chunks: number) => Promise<void> = async () => undefined
): Promise<TestBackup> {
  const chunks: Buffer[] = [];
  let summary: BackupSummary | undefined;
  const options = { pool, dataDir, nowMs: NOW_MS, signal, onProgress: () => undefined };
  for await (const chunk of writeBackup(options, (written) => (summary = written))) {
    await onChunk(chunks.length);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), summary };
}

/** @param onProgress called with what is being restored */
export async function restore(
  bytes: Buffer,
  target: TestDatabase,
  signal = never,
  onProgress: (what: string) => void = () => undefined
): Promise<BackupContents> {
  const reader = new BackupReader(inPieces(bytes));
  const header = await reader.header();
  return restoreBackup(reader, header, {
    ...target,
    nowMs: NOW_MS,
    signal,
    onProgress: (describe) => onProgress(describe()),
  });
}

/** The bytes in pieces that end anywhere. */
export async function* inPieces(bytes: Buffer, length = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) {
    yield bytes.subarray(at, at + length);
  }
}
