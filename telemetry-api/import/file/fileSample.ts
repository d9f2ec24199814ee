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
  /** Number of the line with the names, as given or because others are above it; undefined: the first one that is not blank */
  readonly headerLine?: number;
  readonly names: readonly string[];
  /** Trimmed cells, as many as names. */
  readonly rows: ReadonlyArray<readonly string[]>;
}

const MAX_ROWS = 1000;
/** Reports have fewer lines above their table. */
const MAX_LINES_ABOVE = 50;
/** Enough to tell a table from a line such as `From;01/01/2026`. */
const ROWS_BELOW = 3;
/** Every byte is a character in the last one, so it is never wrong for Latin letters. */
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

/**
 * Splits the start of a CSV file, whatever its encoding and delimiter are.
 * @returns undefined if it has no rows, or is NDJSON
 */
export function fileSample(
  { bytes, isCut }: FileStart,
  given: { encoding: string; delimiter?: string; headerLine?: number }
): FileSample | undefined {
  const encoding = [given.encoding, ...ENCODINGS].find((name) => decode(bytes, name) !== undefined) ?? '';
  const lines = (decode(bytes, encoding) ?? '').split(/\r?\n/);
  const whole = isCut ? lines.slice(0, -1) : lines;
  const headerLine = given.headerLine ?? findHeader(whole, given.delimiter);
  const filled = whole.slice((headerLine ?? 1) - 1).filter((line) => line.trim() !== '');
  const [header = '', ...rest] = /^sep=.\s*$/i.test(filled[0] ?? '') ? filled.slice(1) : filled;
  const { delimiter: wanted } = given;
  const delimiter = wanted !== undefined && header.includes(wanted) ? wanted : likelyDelimiter(header);
  const [names, ...rows] = [header, ...rest.slice(0, MAX_ROWS)].map((line) => splitRecord(line, delimiter));
  if (!Array.isArray(names) || /^\s*[[{]/.test(header)) {
    return undefined;
  }
  const split = rows.filter((row) => typeof row !== 'string').filter((row) => row.length === names.length);
  const trimmed = ([names, ...split] as const).map((row) => row.map((cell) => cell.trim()));
  return split.length > 0 ? { encoding, delimiter, headerLine, names: trimmed[0]!, rows: trimmed.slice(1) } : undefined;
}

/**
 * Finds the header below lines of another kind, such as the name of a report: several names, and below them as many cells with a time or a number.
 * @returns its number, from 1; undefined if it is the first line that is not blank, or there is none
 */
function findHeader(lines: readonly string[], wanted: string | undefined): number | undefined {
  const filled = lines.flatMap((text, index) => (text.trim() === '' ? [] : [{ text, line: index + 1 }]));
  const at = filled.slice(0, MAX_LINES_ABOVE).findIndex(({ text }, index) => {
    const delimiter = wanted ?? likelyDelimiter(text);
    const [names, ...rows] = filled
      .slice(index, index + 1 + ROWS_BELOW)
      .map((line) => splitRecord(line.text, delimiter));
    return (
      Array.isArray(names) &&
      names.length > 1 &&
      rows.length > 0 &&
      !names.some(isDateOrNumber) &&
      rows.every((row) => Array.isArray(row) && row.length === names.length && row.some(isDateOrNumber))
    );
  });
  return at > 0 && !/^sep=.\s*$/i.test(filled[at - 1]!.text) ? filled[at]!.line : undefined;
}

function isDateOrNumber(cell: string): boolean {
  return /^\s*[+-]?[.,]?\d/.test(cell);
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
