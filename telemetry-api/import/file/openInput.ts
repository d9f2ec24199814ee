import { createReadStream, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { InputError, StoppedImport } from '../values/importErrors.ts';

/** A file (or stdin) that is read on demand. */
export interface Input {
  /** Name for messages: the path, or `stdin`. */
  readonly name: string;
  /** Decompressed bytes, in chunks. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Size on disk; undefined for stdin. */
  readonly sizeBytes: number | undefined;
  /** Bytes read from disk so far: for a .gz file, the compressed bytes. */
  readonly readBytes: () => number;
}

/** Large enough for thousands of rows per chunk, small enough to be negligible in memory. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Opens a file for reading; `-` is stdin, and a file whose name ends in `.gz` is decompressed.
 * When the signal aborts, reading throws StoppedImport, so that a partial line is never read as a complete one.
 * @throws InputError if the file does not exist
 */
export function openInput(path: string, signal: AbortSignal): Input {
  const sizeBytes = path === '-' ? undefined : sizeOf(path);
  const source = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
  let readBytes = 0;
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    const stop = () => source.destroy(new StoppedImport('interrupted'));
    signal.addEventListener('abort', stop);
    try {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        readBytes += chunk.length;
        yield chunk;
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
  const chunks = path.endsWith('.gz') ? decompress(countBytes(), path) : countBytes();
  return { name: path === '-' ? 'stdin' : path, chunks, sizeBytes, readBytes: () => readBytes };
}

async function* decompress(compressed: AsyncGenerator<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const feeding = (async () => {
    for await (const chunk of compressed) {
      if (!gunzip.write(chunk)) {
        await new Promise((resolve) => gunzip.once('drain', resolve).once('close', resolve));
      }
    }
    gunzip.end();
  })();
  feeding.catch((error: Error) => gunzip.destroy(error));
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof StoppedImport) {
      throw error;
    }
    throw new InputError(
      `${path} is an incomplete or corrupt gzip file (${(error as Error).message}); the rows before the error were read`
    );
  }
}

function sizeOf(path: string): number {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) {
      throw new InputError(`${path} is a folder; specify a file, or - for stdin`);
    }
    return stats.size;
  } catch (error) {
    if (error instanceof InputError) {
      throw error;
    }
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new InputError(
      isMissing ? `the file ${path} does not exist` : `${path} cannot be read: ${(error as Error).message}`
    );
  }
}
