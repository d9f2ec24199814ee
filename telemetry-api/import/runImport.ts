import { isConnectionError } from '../store/database/databaseErrors.ts';
import type { Field } from './file/columns.ts';
import type { LayoutOptions } from './file/layout.ts';
import { type OpenedRows, openRows } from './file/openRows.ts';
import { type Input, openInput } from './file/openInput.ts';
import { InputError, StoppedImport } from './values/importErrors.ts';
import { type Rejections, rejections } from './file/rejections.ts';
import { checkRejectsPath } from './file/rejectsFile.ts';
import { count, reportColumns, reportRejections } from './report.ts';
import type { FileStart } from './file/sniff.ts';
import { startStopwatch } from '../stopwatch.ts';

/** Options of all imports about their file. */
export interface FileOptions extends LayoutOptions {
  /** The import stops when more rows than this are rejected; unlimited by default. */
  readonly maxErrors?: number;
  /** Path of the file for rejected rows. */
  readonly rejects?: string;
  /** Whether the file for rejected rows may exist; it is overwritten if rows are rejected. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** One kind of import. */
export interface ImportWork {
  readonly fields: readonly Field[];
  /** Imports all rows; keeps `rows` and `report` up to date, because it can stop early. */
  run(file: OpenedRows, rejected: Rejections): Promise<void>;
  /** What columns have that their cells alone tell. */
  readonly foundByCells?: string;
  /** What `rows` counts, if a line has several. */
  readonly item?: string;
  /** Rows read so far. */
  rows(): number;
  report(): string[];
  /** Lines with the command that reads more rows of the file, if there is one. */
  suggest?(path: string, start: FileStart): Promise<string[]>;
  /** The path of a dashboard with what was imported; undefined without rows. */
  dashboard?(): string | undefined;
}

export interface ImportContext {
  readonly signal: AbortSignal;
  /** Called often. */
  readonly onProgress: (describe: () => string) => void;
  readonly print: (line: string) => void;
}

/** Enough for a thousand rows. */
const START_BYTES = 128 * 1024;

export type ImportOutcome = 'complete' | 'rejections' | 'stopped';

/**
 * Imports one file and prints a report, also if the import stops early.
 * @throws InputError and database errors, after the report is printed
 */
export async function runImport(
  path: string,
  options: FileOptions,
  work: ImportWork,
  context: ImportContext
): Promise<ImportOutcome> {
  const { item = 'row' } = work;
  if (options.rejects !== undefined) {
    checkRejectsPath(options.rejects, path, options.force ?? false);
  }
  const input = openInput(path, context.signal);
  const { chunks, start } = keepStart(input.chunks);
  const suggestion = async () => (await work.suggest?.(path, start())) ?? [];
  const file = await openRows(chunks, work.fields, options).catch(async (error: unknown) => {
    throw await withLines(error, suggestion);
  });
  const rejected = rejections(
    options.rejects === undefined ? undefined : { ...file.layout, path: options.rejects },
    options.maxErrors ?? Infinity
  );
  const running = startStopwatch();
  const watchedFile = {
    ...file,
    rows: withProgress(file.rows, () =>
      context.onProgress(() => describeProgress(input, work.rows(), item, running.elapsedMs()))
    ),
  };
  let isWholeFile = false;
  try {
    await work.run(watchedFile, rejected);
    isWholeFile = true;
    return rejected.count() > 0 ? 'rejections' : 'complete';
  } catch (error) {
    // Ctrl-C while the database is unreachable ends the wait with the error of the outage.
    const isInterrupted = context.signal.aborted && isConnectionError(error);
    if (error instanceof StoppedImport || isInterrupted) {
      context.print(
        `${input.name}: stopped, ${isInterrupted ? 'interrupted' : (error as Error).message}; what was imported is kept, import the file again to complete it`
      );
      return 'stopped';
    }
    throw await withLines(error, suggestion);
  } finally {
    rejected.close();
    context.print(
      `${input.name}: ${count(work.rows())} ${item}${work.rows() === 1 ? '' : 's'} in ${(running.elapsedMs() / 1000).toFixed(1)} s`
    );
    work.report().forEach(context.print);
    reportColumns(`Columns with ${work.foundByCells ?? 'values'}`, file.columnsFoundByCells()).forEach(context.print);
    reportColumns('Columns without any value', file.columnsWithoutValue()).forEach(context.print);
    reportColumns('Columns that were not used', file.unusedColumns()).forEach(context.print);
    if (options.dryRun) {
      context.print('Nothing was written because of --dry-run.');
    }
    if (isWholeFile && work.rows() === 0) {
      context.print(`${input.name}: the file has no ${item}s; nothing was imported`);
    }
    reportRejections(input.name, rejected).forEach(context.print);
    if (isWholeFile && rejected.count() > 0) {
      (await suggestion()).forEach(context.print);
    }
    if (rejected.file() !== undefined) {
      context.print(`The rejected rows are in ${rejected.file()}: fix and import that file.`);
    }
  }
}

/** Keeps the first bytes that are read. */
function keepStart(chunks: AsyncIterable<Uint8Array>): { chunks: AsyncGenerator<Uint8Array>; start: () => FileStart } {
  const kept: Uint8Array[] = [];
  let keptBytes = 0;
  let isCut = true;
  async function* keeping(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (keptBytes < START_BYTES) {
        kept.push(chunk);
        keptBytes += chunk.length;
      }
      yield chunk;
    }
    isCut = keptBytes >= START_BYTES;
  }
  return { chunks: keeping(), start: () => ({ bytes: Buffer.concat(kept), isCut }) };
}

/** An input error with more lines; any other error as it is. */
async function withLines(error: unknown, lines: () => Promise<readonly string[]>): Promise<unknown> {
  return error instanceof InputError ? new InputError([error.message, ...(await lines())].join('\n')) : error;
}

async function* withProgress<T>(batches: AsyncIterable<T>, onBatch: () => void): AsyncGenerator<T> {
  for await (const batch of batches) {
    yield batch;
    onBatch();
  }
}

function describeProgress(input: Input, rows: number, item: string, tookMs: number): string {
  const share =
    input.sizeBytes === undefined
      ? `${Math.round(input.readBytes() / 1e6)} MB`
      : `${Math.floor((100 * input.readBytes()) / Math.max(1, input.sizeBytes))} %`;
  return `${input.name}: ${share}, ${count(rows)} ${item}s, ${count(Math.round(rows / (tookMs / 1000)))}/s`;
}
