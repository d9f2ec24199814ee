import { createReadStream, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { InputError, StoppedImport } from './problem.ts';

/** A file (or stdin) that is read as it is asked for. */
export interface Input {
  /** For people: the path as given, or `stdin`. */
  readonly name: string;
  /** Unpacked bytes, in pieces. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Size on disk; null for stdin. */
  readonly sizeBytes: number | null;
  /** Bytes read so far, on disk: of a .gz the packed ones. */
  readonly readBytes: () => number;
}

/** Big enough that a piece holds thousands of rows, small enough that memory does not notice. */
const PIECE_BYTES = 256 * 1024;

/**
 * Opens a file for reading; `-` is stdin, a name that ends in `.gz` is unpacked on the way.
 * When the signal aborts, reading ends with StoppedImport: never with half a line taken for a whole one.
 * @throws InputError where there is no such file
 */
export function openInput(path: string, signal: AbortSignal): Input {
  const sizeBytes = path === '-' ? null : sizeOf(path);
  const source = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: PIECE_BYTES });
  let readBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
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
  const chunks = path.endsWith('.gz') ? unpacked(counted(), path) : counted();
  return { name: path === '-' ? 'stdin' : path, chunks, sizeBytes, readBytes: () => readBytes };
}

async function* unpacked(packed: AsyncGenerator<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  const feeding = (async () => {
    for await (const chunk of packed) {
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
