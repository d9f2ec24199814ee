import { InputError } from '../values/importErrors.ts';
import { detectDelimiter, headerIndex, type Layout, type LayoutOptions, layoutOf, likelyDelimiter } from './layout.ts';
import { splitRecord } from './splitRecord.ts';

/** The start of a file, as it was read. */
export interface FileStart {
  readonly bytes: Uint8Array;
  /** Whether the file has more. */
  readonly isCut: boolean;
}

export interface Sniffed {
  readonly layout: Layout;
  /** Those with which an import reads the file so. */
  readonly options: Omit<LayoutOptions, 'format'>;
  /** Whether it reads it so with the given ones. */
  readonly isAsGiven: boolean;
}

const MAX_ROWS = 1000;
/** Reports have fewer lines above their table. */
const MAX_LINES_ABOVE = 50;
/** Enough to tell a table from a line such as `From;01/01/2026`. */
const ROWS_BELOW = 3;
/** Every byte is a character in the last one, so it is never wrong for Latin letters. */
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

/**
 * The layout of a file of which the given options may be wrong: of those, it has what the file does not contradict.
 * @returns with the options for it; undefined if the file has no rows, or is NDJSON
 */
export function sniff({ bytes, isCut }: FileStart, given: LayoutOptions): Sniffed | undefined {
  const encoding = [given.encoding, ...ENCODINGS].find((name) => decode(bytes, name) !== undefined) ?? '';
  const lines = (decode(bytes, encoding) ?? '').split(/\r?\n/);
  const whole = isCut ? lines.slice(0, -1) : lines;
  const headerLine = given.headerLine ?? findHeader(whole, given.delimiter);
  const detected = detectDelimiter(whole, headerLine);
  const { delimiter: wanted = detected } = given;
  const header = whole[headerIndex(whole, headerLine)] ?? '';
  const delimiter = [wanted, detected].find((one) => header.includes(one)) ?? likelyDelimiter(header);
  try {
    const layout = layoutOf(whole, { encoding, delimiter, headerLine }, MAX_ROWS);
    const isAsGiven = encoding === given.encoding && headerLine === given.headerLine && delimiter === wanted;
    const options = { encoding, headerLine, delimiter: delimiter === detected ? undefined : delimiter };
    return layout.format === 'csv' && layout.rows.length > 0 ? { layout, options, isAsGiven } : undefined;
  } catch (error) {
    if (error instanceof InputError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Finds the header below lines of another kind, such as the name of a report: several names, and below them as many cells with a time or a number.
 * @returns its number, from 1; undefined if an import finds it by itself, or there is none
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
  const line = filled[at]?.line;
  return at > 0 && headerIndex(lines, undefined) + 1 !== line ? line : undefined;
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
