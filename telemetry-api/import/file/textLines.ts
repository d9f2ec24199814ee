import { TextDecoder } from 'node:util';
import { InputError } from '../values/importErrors.ts';

/** Longer than any table row; prevents a file without line breaks from being read into memory. */
const MAX_LINE_LENGTH = 1_000_000;

export const CR_ONLY =
  "the lines end with CR alone, as on old Macs; convert the file first: tr '\\r' '\\n' < FILE > NEW_FILE";

/**
 * Decodes bytes and splits them into lines (LF or CRLF), one batch per chunk of bytes. A byte order mark is dropped.
 * @param encoding any encoding that TextDecoder supports: utf-8, windows-1252, utf-16le …
 * @throws InputError if bytes are invalid in the encoding, or a line is too long
 */
export async function* textLines(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string[]> {
  const decoder = makeDecoder(encoding);
  let lineCount = 0;
  let rest = '';
  let isFirst = true;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new InputError(
        invalidBytesMessage(encoding, lineCount + invalidLineOf(chunk ?? new Uint8Array(), encoding))
      );
    }
  };
  for await (const chunk of chunks) {
    if (isFirst && decoder.encoding === 'utf-8') {
      rejectKnownFormats(chunk);
    }
    isFirst = false;
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) {
      throw new InputError(
        rest.includes('\r')
          ? CR_ONLY
          : `line ${lineCount + lines.length + 1} is longer than a million characters; is this a text file?`
      );
    }
    lineCount += lines.length;
    yield lines.map(withoutReturn);
  }
  rest += decode();
  if (rest !== '') {
    yield [withoutReturn(rest)];
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function makeDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new InputError(
      `the encoding ${JSON.stringify(encoding)} is unknown; use for example utf-8, windows-1252 or utf-16le`
    );
  }
}

function rejectKnownFormats(chunk: Uint8Array): void {
  const [first, second] = chunk;
  if (first === 0x1f && second === 0x8b) {
    throw new InputError(
      'the file is gzipped; rename it to end in .gz, or decompress it: gunzip -c FILE | … import … -'
    );
  }
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (isLittleEndian || isBigEndian) {
    throw new InputError(`the file is UTF-16; add --encoding ${isLittleEndian ? 'utf-16le' : 'utf-16be'}`);
  }
}

/** Number of the first line in a chunk, starting at 1, that cannot be decoded. */
function invalidLineOf(chunk: Uint8Array, encoding: string): number {
  let line = 1;
  let from = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
    try {
      makeDecoder(encoding).decode(chunk.subarray(from, end));
    } catch {
      return line;
    }
    line += 1;
    from = end + 1;
  }
  return line;
}

function invalidBytesMessage(encoding: string, line: number): string {
  const hint =
    encoding === 'utf-8' ? '; files of older Windows programs often need --encoding windows-1252 (Latin-1)' : '';
  return `line ${line} has bytes that are not ${encoding}${hint}`;
}
