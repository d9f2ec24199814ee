import { likelyDelimiter } from './openRows.ts';
import { splitRecord } from './splitRecord.ts';

/** The start of a file, as it was read. */
export interface FileStart {
  readonly bytes: Uint8Array;
  /** Whether the file has more. */
  readonly isCut: boolean;
}

/** The first rows of a CSV file that can be split. */
export interface FileSample {
  readonly encoding: string;
  readonly delimiter: string;
  readonly names: readonly string[];
  /** Trimmed cells, as many as names. */
  readonly rows: ReadonlyArray<readonly string[]>;
}

const MAX_ROWS = 1000;
/** Every byte is a character in the last one, so it is never wrong for Latin letters. */
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

/**
 * Splits the start of a CSV file, whatever its encoding and delimiter are.
 * @returns undefined if it has no rows, or is NDJSON
 */
export function fileSample(
  { bytes, isCut }: FileStart,
  given: { encoding: string; delimiter?: string }
): FileSample | undefined {
  const encoding = [given.encoding, ...ENCODINGS].find((name) => decode(bytes, name) !== undefined) ?? '';
  const lines = (decode(bytes, encoding) ?? '').split(/\r?\n/);
  const filled = (isCut ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== '');
  const [header = '', ...rest] = /^sep=.\s*$/i.test(filled[0] ?? '') ? filled.slice(1) : filled;
  const { delimiter: wanted } = given;
  const delimiter = wanted !== undefined && header.includes(wanted) ? wanted : likelyDelimiter(header);
  const [names, ...rows] = [header, ...rest.slice(0, MAX_ROWS)].map((line) => splitRecord(line, delimiter));
  if (!Array.isArray(names) || /^\s*[[{]/.test(header)) {
    return undefined;
  }
  const split = rows.filter((row) => typeof row !== 'string').filter((row) => row.length === names.length);
  const trimmed = ([names, ...split] as const).map((row) => row.map((cell) => cell.trim()));
  return split.length > 0 ? { encoding, delimiter, names: trimmed[0]!, rows: trimmed.slice(1) } : undefined;
}

/** @returns undefined if the bytes are invalid, or the text has NUL or no line break */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\u0000') || !text.includes('\n') ? undefined : text;
  } catch {
    return undefined;
  }
}
