import { open } from 'node:fs/promises';
import pg from 'pg';
import { exportFile } from '../exports/exportFile.ts';
import { copyOut, RESTARTED_EXPORTS } from '../store/backup/copyTable.ts';
import { findParts } from '../store/backup/historyParts.ts';
import { ACCESS_TABLES, PLANT_TABLES, type StoredTable } from '../store/backup/storedTables.ts';
import { ADVISORY_LOCKS } from '../store/database/advisoryLocks.ts';
import { openSession } from '../store/database/database.ts';
import { readSchemaVersion } from '../store/database/migrate.ts';
import { isDistributed } from '../store/database/placement/citus.ts';
import { listAllExports } from '../store/exports/exports.ts';
import type { TimeRange } from '../store/readings/timeRange.ts';
import { type BackupContents, encodeBackup, type SectionContent } from './backupFormat.ts';

const FILE_CHUNK_BYTES = 256 * 1024;

export interface BackupOptions {
  readonly pool: pg.Pool;
  /** With the folder of export files. */
  readonly dataDir: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (describe: () => string) => void;
}

/** What was written to a backup. */
export interface BackupSummary extends BackupContents {
  /** Finished exports without their file: another server wrote it into a folder of its own, or it was lost. They are expired in the backup. */
  readonly missingFiles: readonly string[];
}

/**
 * The bytes of a backup, as everything was at one instant, while the service goes on; cold, and cancelled by the signal or by ending the iteration.
 * Retention waits until it has ended, and on Citus, whose nodes have no common instant, imports as well.
 * @param onEnd called after the last bytes
 */
export async function* writeBackup(
  options: BackupOptions,
  onEnd: (summary: BackupSummary) => void
): AsyncGenerator<Buffer> {
  const { pool, nowMs, signal, onProgress } = options;
  const { client, close } = await openSession(pool, signal);
  try {
    onProgress(() => 'waiting for retention to end');
    // Before the transaction: its snapshot is that of its first statement.
    await client.query('SELECT pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.retention]);
    if (await isDistributed(client, 'reading')) {
      onProgress(() => 'waiting for imports to end');
      await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.readings]);
    }
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const header = { schemaVersion: await readSchemaVersion(client), createdMs: nowMs };
    const missingFiles: string[] = [];
    const { rows, files } = yield* encodeBackup(header, sections(client, options, missingFiles));
    onEnd({ rows, files, missingFiles });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    close();
  }
}

async function* sections(
  client: pg.PoolClient,
  options: BackupOptions,
  missingFiles: string[]
): AsyncGenerator<SectionContent> {
  for (const table of PLANT_TABLES) {
    yield* tableSections(client, table, options);
  }
  yield* fileSections(client, options, missingFiles);
  const ids = missingFiles.map((id) => pg.escapeLiteral(id)).join(', ');
  const insteadOfStored =
    ids === ''
      ? RESTARTED_EXPORTS
      : {
          ...RESTARTED_EXPORTS,
          state: `CASE WHEN id::text IN (${ids}) THEN 'expired' ELSE ${RESTARTED_EXPORTS.state} END`,
        };
  for (const table of ACCESS_TABLES) {
    yield* tableSections(client, table, options, table.name === 'export' ? insteadOfStored : {});
  }
}

async function* tableSections(
  client: pg.PoolClient,
  table: StoredTable,
  { onProgress }: BackupOptions,
  instead: Readonly<Record<string, string>> = {}
): AsyncGenerator<SectionContent> {
  const { name, columns } = table;
  const parts: ReadonlyArray<TimeRange | undefined> = (await findParts(client, table)) ?? [undefined];
  for (const [index, part] of parts.entries()) {
    onProgress(() => `${name}${parts.length > 1 ? `, part ${index + 1} of ${parts.length}` : ''}`);
    yield {
      section: { table: name, columns, ...part },
      read: async function* () {
        const copy = copyOut(client, table, part, instead);
        yield* copy as AsyncIterable<Buffer>;
        return copy.rowCount;
      },
    };
  }
}

/** The files of the exports that are finished. They are opened one by one: one that expires meanwhile is missing, or complete. */
async function* fileSections(
  client: pg.PoolClient,
  { dataDir, signal, onProgress }: BackupOptions,
  missingFiles: string[]
): AsyncGenerator<SectionContent> {
  const ready = (await listAllExports(client)).filter(({ state }) => state === 'ready');
  for (const [index, { id, format, sizeBytes }] of ready.entries()) {
    onProgress(() => `export file ${index + 1} of ${ready.length}`);
    const file = await open(exportFile(dataDir, id, format)).catch(() => undefined);
    if (file === undefined || (await file.stat()).size !== sizeBytes) {
      await file?.close();
      missingFiles.push(id);
      continue;
    }
    yield {
      section: { file: `${id}.${format}` },
      read: async function* () {
        let bytes = 0;
        const stream = file.createReadStream({ highWaterMark: FILE_CHUNK_BYTES });
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
