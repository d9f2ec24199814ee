import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { claimFolder } from '../exports/claimFolder.ts';
import { exportsFolder, readFileName } from '../exports/exportFile.ts';
import { copyIn } from '../store/backup/copyTable.ts';
import { beginRestore, endRestore } from '../store/backup/restoring.ts';
import { ACCESS_TABLES, PLANT_TABLES } from '../store/backup/storedTables.ts';
import { migrate, readSchemaVersion } from '../store/database/migrate.ts';
import { clearPartitionCache, ensurePartition } from '../store/readings/partitions.ts';
import {
  BackupReader,
  type BackupHeader,
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

/** What a backup has. */
export interface RestoreSummary {
  readonly header: BackupHeader;
  /** By table. */
  readonly rows: ReadonlyMap<string, number>;
  readonly files: number;
}

/**
 * Restores a backup into an empty database.
 *
 *     mark the database -> tables of the plant, files -> in one transaction: keys, exports, secrets, checksum, remove the mark
 *
 * Until that transaction no key is valid, so that a service on the database serves nothing, and no command opens a marked one. A restore that is
 * interrupted, anywhere, leaves the mark; the next one begins anew.
 * @param reader whose header has been read: it says which schema the database of the pool needs
 * @throws if the database has rows, or has another schema than the backup; nothing is changed then
 * @throws DamagedBackupError if the backup is not as it was written
 */
export async function restoreBackup(
  reader: BackupReader,
  header: BackupHeader,
  options: RestoreOptions
): Promise<RestoreSummary> {
  const { pool, location, dataDir, nowMs, signal } = options;
  const client = await pool.connect();
  let isClosed = false;
  const close = () => {
    if (!isClosed) {
      isClosed = true;
      // With the connection, its locks and what still runs on it.
      client.release(true);
    }
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    await client.query('SET statement_timeout = 0');
    await rejectOtherSchema(client, header, location);
    await claimFolder(pool, dataDir);
    await beginRestore(client, location, nowMs);
    clearPartitionCache(pool);
    const rows = new Map<string, number>();
    let files = 0;
    let isInLastTransaction = false;
    for await (const part of reader.sections()) {
      signal.throwIfAborted();
      const { section } = part;
      if ('file' in section) {
        await restoreFile(part, section, options);
        files += 1;
        continue;
      }
      if (!isInLastTransaction && ACCESS_TABLES.some(({ name }) => name === section.table)) {
        isInLastTransaction = true;
        await client.query('BEGIN');
        await client.query('DELETE FROM secret');
      }
      rows.set(section.table, (rows.get(section.table) ?? 0) + (await restoreTable(client, part, section, options)));
    }
    if (!isInLastTransaction) {
      await client.query('BEGIN');
    }
    await endRestore(client);
    await client.query('COMMIT');
    await migrate(pool);
    return { header, rows, files };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** Reads a whole backup and compares it with its checksum and counts, without a database. @throws DamagedBackupError */
export async function checkBackup(bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<RestoreSummary> {
  const reader = new BackupReader(bytes);
  const header = await reader.header();
  const rows = new Map<string, number>();
  let files = 0;
  for await (const { section, blocks, count } of reader.sections()) {
    for await (const _ of blocks()) {
      signal.throwIfAborted();
    }
    if ('table' in section) {
      rows.set(section.table, (rows.get(section.table) ?? 0) + count());
    } else {
      files += 1;
    }
  }
  return { header, rows, files };
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

/** @returns the number of rows */
async function restoreTable(
  client: pg.PoolClient,
  { blocks, count }: ReadSection,
  { table, columns, fromMs }: TableSection,
  { pool, signal, onProgress }: RestoreOptions
): Promise<number> {
  const known = [...PLANT_TABLES, ...ACCESS_TABLES].find(({ name }) => name === table);
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
  return copy.rowCount;
}

/** Written beside, then renamed: a file in the folder is complete. */
async function restoreFile(
  { blocks, count }: ReadSection,
  { file }: FileSection,
  { dataDir, signal, onProgress }: RestoreOptions
): Promise<void> {
  if (readFileName(file)?.isPart !== false) {
    throw new DamagedBackupError('a name is not that of an export file');
  }
  onProgress(() => `export file ${file}`);
  const folder = exportsFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = path.join(folder, file);
  const part = `${target}.restoring`;
  const handle = await open(part, 'w', 0o600);
  try {
    let written = 0;
    for await (const block of blocks()) {
      signal.throwIfAborted();
      await handle.writeFile(block);
      written += block.length;
    }
    if (written !== count()) {
      throw new DamagedBackupError(`it says ${count()} bytes of ${file}, and has ${written}`);
    }
    await handle.sync();
    await handle.close();
    await rename(part, target);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}
