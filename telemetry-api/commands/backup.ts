import { createReadStream, existsSync, statSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { Command } from 'commander';
import { type BackupContents, BackupReader, DamagedBackupError } from '../backup/backupFormat.ts';
import { checkBackup, restoreBackup } from '../backup/restoreBackup.ts';
import { type BackupSummary, writeBackup } from '../backup/writeBackup.ts';
import { readDataDir } from '../config/config.ts';
import { errorCode } from '../errorCode.ts';
import { writeWholeFile } from '../writeWholeFile.ts';
import { withProgress } from './output/progress.ts';
import { withDatabase } from './withDatabase.ts';

/** Rows compress to a tenth at every level; the first one is three times as fast as the usual one. */
const GZIP = { level: constants.Z_BEST_SPEED };
const CHUNK_BYTES = 256 * 1024;

/** `backup FILE`: everything that is stored, while the service goes on. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('write everything that is stored to one file, as it was at one instant, while the service goes on')
    .argument('<file>', 'file to write; - for stdout')
    .option('--force', 'replace an existing file once the new one is complete')
    .addHelpText(
      'after',
      `
The file has the inventory, readings, buckets, latest values, alerts, keys (as hashes), exports with their files, and the secrets of cursors and
links. Keep it where only operators can read it.`
    )
    .action((file: string, { force = false }: { readonly force?: boolean }) => {
      rejectExisting(file, force);
      return withDatabase(async ({ pool, location }, signal, env) => {
        let summary: BackupSummary | undefined;
        await withProgress((onProgress) => {
          const bytes = writeBackup(
            { pool, dataDir: readDataDir(env), nowMs: Date.now(), signal, onProgress },
            (written) => (summary = written)
          );
          return compressTo(file, bytes, signal);
        });
        const { missingFiles = [] } = summary ?? {};
        if (missingFiles.length > 0) {
          process.stderr.write(
            `Not in the data folder, so these exports are expired in the backup: ${missingFiles.join(', ')}.\n`
          );
        }
        const size = file === '-' ? '' : `, ${(statSync(file).size / 1e6).toFixed(1)} MB`;
        process.stderr.write(`Backup of ${location}${size}: ${describeContents(summary)}.\n`);
      });
    });
}

/** `restore FILE`: into an empty database. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into an empty database of any supported engine and version')
    .argument('<file>', 'file written by backup; - for stdin')
    .option('--dry-run', 'check that the file is complete and unchanged, without a database')
    .addHelpText(
      'after',
      `
Nothing of the backup is served before all of it is restored. An interrupted restore is repeated from its beginning.
To restore into TimescaleDB or Citus, run migrate and placement on the empty database first.`
    )
    .action(async (file: string, { dryRun = false }: { readonly dryRun?: boolean }) => {
      if (dryRun) {
        const contents = await explained(file, checkBackup(readBackup(file)));
        process.stderr.write(`${nameOf(file)} is complete: ${describeContents(contents)}.\n`);
        return;
      }
      const reader = new BackupReader(readBackup(file));
      const header = await explained(file, reader.header());
      await withDatabase(
        async ({ pool, location }, signal, env) => {
          const restored = withProgress((onProgress) =>
            restoreBackup(reader, header, {
              pool,
              location,
              dataDir: readDataDir(env),
              nowMs: Date.now(),
              signal,
              onProgress,
            })
          );
          const contents = await explained(file, restored);
          process.stderr.write(`Restored into ${location}: ${describeContents(contents)}.\n`);
        },
        { restoredSchemaVersion: header.schemaVersion }
      );
    });
}

function nameOf(file: string): string {
  return file === '-' ? 'stdin' : file;
}

function rejectExisting(file: string, isForced: boolean): void {
  if (file !== '-' && !isForced && existsSync(file)) {
    throw new Error(`${file} exists. Choose another name, or replace it with --force.`);
  }
}

async function compressTo(file: string, bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  if (file === '-') {
    await pipeline(bytes, createGzip(GZIP), process.stdout, { signal });
    return;
  }
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeWholeFile(file, part, async (output) => {
      const toFile = async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) {
          // Of a full disk, the error has no path.
          await output.writeFile(chunk).catch((cause: unknown) => {
            throw unwritable(file, cause);
          });
        }
      };
      await pipeline(bytes, createGzip(GZIP), toFile, { signal });
    });
  } catch (error) {
    throw signal.aborted ? signal.reason : isOfPath(error, part) ? unwritable(file, error) : error;
  }
}

function unwritable(file: string, cause: unknown): Error {
  return new Error(`Cannot write the backup to ${file}. Nothing of it was kept.`, { cause });
}

async function* readBackup(file: string): AsyncGenerator<Buffer> {
  const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // Errors of both end the iteration.
  pipeline(source, gunzip).catch((error: Error) => gunzip.destroy(error));
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    // Of a file that is cut, changed or not compressed.
    throw errorCode(error)?.startsWith('Z_') === true
      ? new DamagedBackupError((error as Error).message)
      : new Error(`Cannot read the backup ${nameOf(file)}.`, { cause: error });
  }
}

/** Says of a damaged backup which file it is. */
async function explained<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DamagedBackupError
      ? new Error(
          `${nameOf(file)} is not a complete backup: ${error.message}. Nothing of it is served; restore another one.`
        )
      : error;
  }
}

/** Whether the file system reports an error of a path. */
function isOfPath(error: unknown, path: string): boolean {
  return error instanceof Error && 'path' in error && error.path === path;
}

function describeContents(contents: BackupContents | undefined): string {
  const count = (table: string) => (contents?.rows.get(table) ?? 0).toLocaleString('en');
  return (
    `${count('reading')} readings of ${count('tag')} tags and ${count('device')} devices, ${count('alert')} alerts, ${count('api_key')} keys, ` +
    `${count('export')} exports with ${(contents?.files ?? 0).toLocaleString('en')} files`
  );
}
