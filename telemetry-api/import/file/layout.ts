import { InputError, quoted } from '../values/importErrors.ts';
import { memberOf, parseObject, textOf } from './jsonLine.ts';
import { cellOf, splitRecord } from './splitRecord.ts';
import { CR_ONLY } from './textLines.ts';

/** What a command says about the layout of its file; the file tells the rest. */
export interface LayoutOptions {
  readonly encoding: string;
  /** undefined: detected from the first character, `{` is NDJSON */
  readonly format?: 'csv' | 'ndjson';
  /** undefined: the one that Excel declares, or the most frequent of `,` `;` tab `|` in the header */
  readonly delimiter?: string;
  /** Number of the line with the column names, from 1, if others are above it; undefined: the first one that is not blank */
  readonly headerLine?: number;
}

/** How a file is written. Everything that reads the file goes by it. */
export interface Layout {
  readonly format: 'csv' | 'ndjson';
  readonly encoding: string;
  /** Of NDJSON, a comma. */
  readonly delimiter: string;
  /** Number of the line with the names, from 1; 0 for NDJSON, which has none. */
  readonly headerLine: number;
  /** That line; undefined for NDJSON. */
  readonly header: string | undefined;
  /** Of the columns, or the keys of the first objects. */
  readonly names: readonly string[];
  /** The first rows that can be split, as trimmed texts in the order of the names. */
  readonly rows: ReadonlyArray<readonly string[]>;
}

/** Enough to tell what columns contain. */
export const SAMPLE_LINES = 200;

const DELIMITERS = [',', ';', '\t', '|'];
/** Excel can declare the delimiter in a line above the header. */
const EXCEL_DELIMITER = /^sep=(.)\s*$/i;

/**
 * How the first lines of a file are written.
 * @param lines without line endings
 * @param sampleLines how many of them below the header become `rows`
 * @throws InputError if there is no table in them
 */
export function layoutOf(lines: readonly string[], options: LayoutOptions, sampleLines = SAMPLE_LINES): Layout {
  const { encoding, headerLine } = options;
  const [firstAt, at] = [firstFilled(lines, headerLine), headerIndex(lines, headerLine)];
  if (at === lines.length) {
    const wanted = firstAt === at ? (headerLine ?? 1) : firstAt + 2;
    throw new InputError(wanted === 1 ? 'the file is empty' : `the file has no line ${wanted}`);
  }
  const [first = '', header = ''] = [lines[firstAt], lines[at]];
  if (first.includes('\r')) {
    throw new InputError(CR_ONLY);
  }
  const format = options.format ?? (headerLine === undefined && first.trimStart().startsWith('{') ? 'ndjson' : 'csv');
  if (format === 'ndjson') {
    if (headerLine !== undefined) {
      throw new InputError('--header-line is for CSV: NDJSON has no line with column names');
    }
    const objects = lines
      .slice(at, at + sampleLines)
      .map(parseObject)
      .flatMap((parsed) => ('object' in parsed ? [parsed.object] : []));
    const names = [...new Set(objects.flatMap(Object.keys))];
    const rows = objects.map((object) => names.map((key) => textOf(memberOf(object, key))));
    return { format, encoding, delimiter: ',', headerLine: 0, header: undefined, names, rows };
  }
  if (first.trimStart().startsWith('[')) {
    throw new InputError(`the file is a JSON array; convert it to one object per line: jq -c '.[]' FILE`);
  }
  const delimiter = options.delimiter ?? detectDelimiter(lines, headerLine);
  const split = splitRecord(header, delimiter);
  if (typeof split === 'string') {
    throw new InputError(`line ${at + 1}: the header has an unclosed or misplaced quote: ${quoted(header)}`);
  }
  const rows = lines
    .slice(at + 1, at + 1 + sampleLines)
    .map((line) => splitRecord(line, delimiter))
    .filter((row) => typeof row !== 'string')
    .filter((row) => row.length === split.length)
    .map((row) => row.map(cellOf));
  const names = split.map((name) => name.trim());
  return { format, encoding, delimiter, headerLine: at + 1, header, names, rows };
}

/** Index of the line with the names, or of the first object; the number of lines if it is not among them. */
export function headerIndex(lines: readonly string[], headerLine: number | undefined): number {
  const at = firstFilled(lines, headerLine);
  return EXCEL_DELIMITER.test(lines[at] ?? '') ? firstFilled(lines, at + 2) : at;
}

/** The delimiter that Excel declares, or the likely one of the header. */
export function detectDelimiter(lines: readonly string[], headerLine: number | undefined): string {
  const declared = EXCEL_DELIMITER.exec(lines[firstFilled(lines, headerLine)] ?? '')?.[1];
  return declared ?? likelyDelimiter(lines[headerIndex(lines, headerLine)] ?? '');
}

/** @param fromLine number, from 1 */
function firstFilled(lines: readonly string[], fromLine = 1): number {
  const found = lines.findIndex((line, index) => index >= fromLine - 1 && line.trim() !== '');
  return found < 0 ? lines.length : found;
}

/** The most frequent delimiter outside of quotes. */
export function likelyDelimiter(header: string): string {
  const bare = withoutQuoted(header);
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length - 1);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

export function withoutQuoted(header: string): string {
  return header.replace(/"[^"]*"/g, '');
}
