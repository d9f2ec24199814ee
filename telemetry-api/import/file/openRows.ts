import type { Field } from './columns.ts';
import { csvReader } from './csvReader.ts';
import { ndjsonReader } from './ndjsonReader.ts';
import { CR_ONLY } from './textLines.ts';
import { InputError, quoted } from '../values/importErrors.ts';
import type { RawRow, RowReader } from './rawRow.ts';

export interface RowOptions {
  readonly fields: readonly Field[];
  /** undefined: detected from the first character, `{` is NDJSON */
  readonly format?: 'csv' | 'ndjson';
  /** undefined: the most frequent of `,` `;` tab `|` in the header */
  readonly delimiter?: string;
  /** Number of the line with the column names, from 1; undefined: the first one that is not blank */
  readonly headerLine?: number;
}

export interface OpenedRows {
  readonly format: 'csv' | 'ndjson';
  /** The CSV header line; undefined for NDJSON. */
  readonly header: string | undefined;
  readonly delimiter: string;
  /** Whether these are the rejected rows of an import, which are without the rows between them. */
  readonly isOfRejects: boolean;
  /** Names of the columns, or keys so far, that the import has no use for. */
  readonly unusedColumns: () => string[];
  /** Names of the columns that their cells have told. */
  readonly columnsFoundByCells: () => string[];
  /** Names of the columns that would have values, and of which no line so far has one. */
  readonly columnsWithoutValue: () => string[];
  /** Rows in file order, in batches; blank lines are skipped. */
  readonly rows: AsyncGenerator<RawRow[]>;
}

/** Enough to tell what columns contain. */
const SAMPLE_LINES = 200;

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Detects format and columns from the first lines of a file, then yields its rows on demand without reading further ahead.
 * @param lines batches of lines without line endings
 * @throws InputError if the file is empty or its header lacks a required column
 */
export async function openRows(lines: AsyncGenerator<string[]>, options: RowOptions): Promise<OpenedRows> {
  const head: string[] = [];
  const { headerLine } = options;
  const at = await nextFilledLine((headerLine ?? 1) - 1);
  const first = head[at] ?? '';
  if (first.includes('\r')) {
    throw new InputError(CR_ONLY);
  }
  const format = options.format ?? (headerLine === undefined && first.trimStart().startsWith('{') ? 'ndjson' : 'csv');
  if (format === 'ndjson') {
    if (headerLine !== undefined) {
      throw new InputError('--header-line is for CSV: NDJSON has no line with column names');
    }
    await readSample(at);
    return toOpenedRows(ndjsonReader(options.fields, head.slice(at, at + SAMPLE_LINES)), ',', head);
  }
  if (first.trimStart().startsWith('[')) {
    throw new InputError(`the file is a JSON array; convert it to one object per line: jq -c '.[]' FILE`);
  }
  // Excel can declare the delimiter in a line above the header.
  const excel = /^sep=(.)\s*$/i.exec(first);
  const headerAt = excel ? await nextFilledLine(at + 1) : at;
  const header = head[headerAt] ?? '';
  const delimiter = options.delimiter ?? excel?.[1] ?? detectDelimiter(header, headerAt + 1, options.fields);
  await readSample(headerAt + 1);
  const rest = head.slice(headerAt + 1);
  return toOpenedRows(
    csvReader(header, {
      delimiter,
      fields: options.fields,
      headerLine: headerAt + 1,
      firstLines: rest.slice(0, SAMPLE_LINES),
    }),
    delimiter,
    rest
  );

  /** Index of the first nonblank line at or after `from`; reads more lines until there is one. */
  async function nextFilledLine(from: number): Promise<number> {
    for (let index = from; ; index += 1) {
      while (index >= head.length) {
        const batch = await lines.next();
        if (batch.done) {
          throw new InputError(from === 0 ? 'the file is empty' : `the file has no line ${from + 1}`);
        }
        head.push(...batch.value);
      }
      if (head[index]?.trim() !== '') {
        return index;
      }
    }
  }

  /** The same however the file arrives: what columns contain must not depend on it. */
  async function readSample(from: number): Promise<void> {
    while (head.length < from + SAMPLE_LINES) {
      const batch = await lines.next();
      if (batch.done) {
        return;
      }
      head.push(...batch.value);
    }
  }

  function toOpenedRows(reader: RowReader, chosenDelimiter: string, rows: string[]): OpenedRows {
    const { push: _, end: __, ...opened } = reader;
    return { ...opened, delimiter: chosenDelimiter, rows: readAll(reader, rows) };
  }

  async function* readAll(reader: RowReader, rows: string[]): AsyncGenerator<RawRow[]> {
    yield reader.push(rows);
    for await (const batch of lines) {
      yield reader.push(batch);
    }
    yield reader.end();
  }
}

/** The most frequent delimiter outside of quotes. */
export function likelyDelimiter(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length - 1);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function detectDelimiter(header: string, headerLine: number, fields: readonly Field[]): string {
  const delimiter = likelyDelimiter(header);
  const hasNone = !header.replace(/"[^"]*"/g, '').includes(delimiter);
  if (hasNone && fields.filter((field) => field.required && field.constant === undefined).length > 1) {
    throw new InputError(
      `line ${headerLine} is not a header with several columns: ${quoted(header)}; the delimiter must be , ; tab or |, or set with --delimiter`
    );
  }
  return delimiter;
}
