import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { claimFolder } from '../exports/claimFolder.ts';
import { exportsFolder, readFileName } from '../exports/exportFile.ts';
import { copyIn } from '../store/backup/copyTable.ts';
import { beginRestore, endRestore } from '../store/backup/restoring.ts';
import { ACCESS_TABLES, STORED_TABLES } from '../store/backup/storedTables.ts';
import { openSession } from '../store/database/database.ts';
import { migrate, readSchemaVersion } from '../store/database/migrate.ts';
import { clearPartitionCache, ensurePartition } from '../store/readings/partitions.ts';
import { writeWholeFile } from '../writeWholeFile.ts';
import {
  type BackupContents,
  type BackupHeader,
  BackupReader,
  DamagedBackupError,
  type FileSection,
  type ReadSection,
  type TableSection,
} from './backupFormat.ts';

export interface RestoreOptions {
  readonly pool: pg.Pool;
  /** For messages. */
  readonly location: string;
  /** With the folder of export files. */
  readonly dataDir: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (describe: () => string) => void;
}

/**
 * Restores a backup into an empty database.
 *
 *     mark the database -> tables of the plant, files -> in one transaction: keys, exports, secrets, checksum, remove the mark
 *
 * Until that transaction no key is valid, so that a service on the database serves nothing, and no command opens a marked one. A restore that is
 * interrupted, anywhere, leaves the mark; the next one starts over.
 * @param reader whose header has been read: it says which schema the database of the pool needs
 * @throws if the database has rows, or has another schema than the backup; nothing is changed then
 * @throws DamagedBackupError if the backup is not as it was written
 */
export async function restoreBackup(
  reader: BackupReader,
  header: BackupHeader,
  options: RestoreOptions
): Promise<BackupContents> {
  const { pool, location, dataDir, nowMs, signal } = options;
  const { client, close } = await openSession(pool, signal);
  try {
    await rejectOtherSchema(client, header, location);
    await claimFolder(pool, dataDir);
    await beginRestore(client, location, nowMs);
    clearPartitionCache(pool);
    let isInLastTransaction = false;
    for await (const part of reader.sections()) {
      signal.throwIfAborted();
      const { section } = part;
      if ('file' in section) {
        await restoreFile(part, section, options);
        continue;
      }
      if (!isInLastTransaction && ACCESS_TABLES.some(({ name }) => name === section.table)) {
        isInLastTransaction = true;
        await client.query('BEGIN');
        await client.query('DELETE FROM secret');
      }
      await restoreTable(client, part, section, options);
    }
    if (!isInLastTransaction) {
      await client.query('BEGIN');
    }
    await endRestore(client);
    await client.query('COMMIT');
    await migrate(pool);
    return reader.contents;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    close();
  }
}

/** Reads a whole backup and compares it with its checksum and counts, without a database. @throws DamagedBackupError */
export async function checkBackup(bytes: AsyncIterable<Buffer>): Promise<BackupContents> {
  const reader = new BackupReader(bytes);
  await reader.header();
  for await (const { blocks } of reader.sections()) {
    for await (const _ of blocks()) {
      // They are hashed and counted as they are read.
    }
  }
  return reader.contents;
}

async function rejectOtherSchema(
  client: pg.PoolClient,
  { schemaVersion }: BackupHeader,
  location: string
): Promise<void> {
  const version = await readSchemaVersion(client);
  if (schemaVersion > version) {
    throw new Error(
      `The backup was written by a newer version of this service: it has schema version ${schemaVersion}, and this one knows ${version}. Run the newer version.`
    );
  }
  if (schemaVersion < version) {
    throw new Error(
      `The backup has schema version ${schemaVersion}, and the database ${location} already ${version}. Restore it into a database in which no command of ` +
        'this service has run: its tables are then created as they were, and migrated with their rows.'
    );
  }
}

async function restoreTable(
  client: pg.PoolClient,
  { blocks, count }: ReadSection,
  { table, columns, fromMs }: TableSection,
  { pool, signal, onProgress }: RestoreOptions
): Promise<void> {
  const known = STORED_TABLES.find(({ name }) => name === table);
  if (known === undefined || columns.some((column) => !known.columns.includes(column))) {
    throw new DamagedBackupError(`the database has no table ${table} with these columns`);
  }
  onProgress(() => `${table}${fromMs === undefined ? '' : ` of ${new Date(fromMs).toISOString().slice(0, 10)}`}`);
  if (fromMs !== undefined && known.partitions !== undefined) {
    await ensurePartition(pool, known.partitions, fromMs);
  }
  const copy = copyIn(client, table, columns);
  await pipeline(blocks(), copy, { signal });
  if (copy.rowCount !== count()) {
    throw new DamagedBackupError(`it says ${count()} rows of ${table}, and has ${copy.rowCount}`);
  }
}

async function restoreFile(
  { blocks, count }: ReadSection,
  { file }: FileSection,
  { dataDir, signal, onProgress }: RestoreOptions
): Promise<void> {
  if (readFileName(file)?.isPart !== false) {
    throw new DamagedBackupError('a name is not that of an export file');
  }
  onProgress(() => `export file ${file}`);
  const target = path.join(exportsFolder(dataDir), file);
  await writeWholeFile(target, `${target}.restoring`, async (output) => {
    let written = 0;
    for await (const block of blocks()) {
      signal.throwIfAborted();
      // Of a full disk, the error has no path.
      await output.writeFile(block).catch((cause: unknown) => {
        throw new Error(`Cannot write the export file ${target}.`, { cause });
      });
      written += block.length;
    }
    if (written !== count()) {
      throw new DamagedBackupError(`it says ${count()} bytes of ${file}, and has ${written}`);
    }
  });
}
