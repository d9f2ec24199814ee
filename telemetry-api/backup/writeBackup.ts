import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { exportFile } from '../exports/exportFile.ts';
import { copyOut } from '../store/backup/copyTable.ts';
import { findParts, type TimeRange } from '../store/backup/historyParts.ts';
import { ACCESS_TABLES, PLANT_TABLES, type StoredTable } from '../store/backup/storedTables.ts';
import { ADVISORY_LOCKS } from '../store/database/advisoryLocks.ts';
import { readSchemaVersion } from '../store/database/migrate.ts';
import { isDistributed } from '../store/database/placement/citus.ts';
import { listAllExports } from '../store/exports/exports.ts';
import { encodeBackup, type SectionContent } from './backupFormat.ts';

const FILE_CHUNK_BYTES = 256 * 1024;

export interface BackupOptions {
  readonly pool: pg.Pool;
  /** With the folder of export files. */
  readonly dataDir: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (describe: () => string) => void;
}

/** What a backup has, once it is written. */
export interface BackupSummary {
  /** By table. */
  readonly rows: ReadonlyMap<string, number>;
  readonly files: number;
  /** Finished exports without their file: another server wrote it into a folder of its own, or it was lost. They are expired in the backup. */
  readonly missingFiles: readonly string[];
}

/**
 * The bytes of a backup, as everything was at one instant, while the service goes on; cold, and cancelled by the signal or by ending the iteration.
 * Retention waits until it has ended, and on Citus, whose nodes have no common instant, imports as well.
 * @param onEnd called with what the backup has, before its last bytes
 */
export async function* writeBackup(
  options: BackupOptions,
  onEnd: (summary: BackupSummary) => void
): AsyncGenerator<Buffer> {
  const client = await options.pool.connect();
  try {
    yield* withSnapshot(client, options, onEnd);
  } finally {
    // Closes the connection, which releases its locks and ends what still runs on it.
    client.release(true);
  }
}

async function* withSnapshot(
  client: pg.PoolClient,
  options: BackupOptions,
  onEnd: (summary: BackupSummary) => void
): AsyncGenerator<Buffer> {
  await client.query('SET statement_timeout = 0');
  options.onProgress(() => 'waiting for retention to end');
  // Before the transaction: its snapshot is that of its first statement.
  await client.query('SELECT pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.retention]);
  if (await isDistributed(client, 'reading')) {
    options.onProgress(() => 'waiting for imports to end');
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.readings]);
  }
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const schemaVersion = await readSchemaVersion(client);
  const summary = { rows: new Map<string, number>(), files: 0, missingFiles: [] as string[] };
  yield* encodeBackup({ schemaVersion, createdMs: options.nowMs }, sections(client, options, summary));
  onEnd(summary);
}

type GrowingSummary = { readonly rows: Map<string, number>; files: number; readonly missingFiles: string[] };

async function* sections(
  client: pg.PoolClient,
  options: BackupOptions,
  summary: GrowingSummary
): AsyncGenerator<SectionContent> {
  for (const table of PLANT_TABLES) {
    yield* tableSections(client, table, options, summary);
  }
  yield* fileSections(client, options, summary);
  const ids = summary.missingFiles.map((id) => pg.escapeLiteral(id)).join(', ');
  const insteadOfStored = {
    // What is being written begins anew: its file is not finished, and its worker is elsewhere.
    state: `CASE WHEN state = 'processing' THEN 'pending'${ids === '' ? '' : ` WHEN id::text IN (${ids}) THEN 'expired'`} ELSE state END`,
    progress: `CASE WHEN state = 'processing' THEN 0 ELSE progress END`,
  };
  for (const table of ACCESS_TABLES) {
    yield* tableSections(client, table, options, summary, table.name === 'export' ? insteadOfStored : {});
  }
}

async function* tableSections(
  client: pg.PoolClient,
  table: StoredTable,
  { signal, onProgress }: BackupOptions,
  { rows }: GrowingSummary,
  instead: Readonly<Record<string, string>> = {}
): AsyncGenerator<SectionContent> {
  const { name, columns } = table;
  const parts: ReadonlyArray<TimeRange | undefined> = (await findParts(client, table)) ?? [undefined];
  rows.set(name, 0);
  for (const [index, part] of parts.entries()) {
    signal.throwIfAborted();
    onProgress(() => `${name}${parts.length > 1 ? `, part ${index + 1} of ${parts.length}` : ''}`);
    yield {
      section: { table: name, columns, ...part },
      read: async function* () {
        const copy = copyOut(client, table, part, instead);
        for await (const chunk of copy as AsyncIterable<Buffer>) {
          signal.throwIfAborted();
          yield chunk;
        }
        rows.set(name, (rows.get(name) ?? 0) + copy.rowCount);
        return copy.rowCount;
      },
    };
  }
}

/** The files of the exports that are finished. They are opened one by one: one that expires meanwhile is missing, or complete. */
async function* fileSections(
  client: pg.PoolClient,
  { dataDir, signal, onProgress }: BackupOptions,
  summary: GrowingSummary
): AsyncGenerator<SectionContent> {
  const ready = (await listAllExports(client)).filter(({ state }) => state === 'ready');
  for (const { id, format, sizeBytes } of ready) {
    signal.throwIfAborted();
    onProgress(() => `export files, ${summary.files} of ${ready.length}`);
    const file = await open(exportFile(dataDir, id, format)).catch(() => undefined);
    if (file === undefined || (await file.stat()).size !== sizeBytes) {
      await file?.close();
      summary.missingFiles.push(id);
      continue;
    }
    summary.files += 1;
    yield {
      section: { file: `${id}.${format}` },
      read: async function* () {
        let bytes = 0;
        const stream: Readable = file.createReadStream({ highWaterMark: FILE_CHUNK_BYTES });
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          signal.throwIfAborted();
          bytes += chunk.length;
          yield chunk;
        }
        return bytes;
      },
    };
  }
}
