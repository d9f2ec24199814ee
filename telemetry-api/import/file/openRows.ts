import { InputError, quoted } from '../values/importErrors.ts';
import type { Field } from './columns.ts';
import { csvReader } from './csvReader.ts';
import {
  headerIndex,
  type Layout,
  type LayoutOptions,
  layoutOf,
  likelyDelimiter,
  SAMPLE_LINES,
  withoutQuoted,
} from './layout.ts';
import { ndjsonReader } from './ndjsonReader.ts';
import type { RawRow, RowReader } from './rawRow.ts';
import { textLines } from './textLines.ts';

export interface OpenedRows extends Omit<RowReader, 'push' | 'end'> {
  readonly layout: Layout;
  /** Rows in file order, in batches; blank lines are skipped. */
  readonly rows: AsyncGenerator<RawRow[]>;
}

/**
 * Finds the layout and the columns in the first lines of a file, then yields its rows on demand without reading further ahead.
 * @throws InputError if the file is empty or its header lacks a required column
 */
export async function openRows(
  chunks: AsyncIterable<Uint8Array>,
  fields: readonly Field[],
  options: LayoutOptions
): Promise<OpenedRows> {
  const lines = textLines(chunks, options.encoding);
  const head: string[] = [];
  // The same however the file arrives: what columns contain must not depend on it.
  while (head.length < headerIndex(head, options.headerLine) + 1 + SAMPLE_LINES) {
    const batch = await lines.next();
    if (batch.done) {
      break;
    }
    head.push(...batch.value);
  }
  const layout = layoutOf(head, options);
  if (layout.format === 'csv' && options.delimiter === undefined) {
    checkDelimiter(layout, fields);
  }
  const { push, end, ...reader } = (layout.format === 'csv' ? csvReader : ndjsonReader)(layout, fields);
  return { ...reader, layout, rows: readAll() };

  async function* readAll(): AsyncGenerator<RawRow[]> {
    yield push(head.slice(layout.headerLine));
    for await (const batch of lines) {
      yield push(batch);
    }
    yield end();
  }
}

function checkDelimiter({ header = '', headerLine, delimiter }: Layout, fields: readonly Field[]): void {
  const isFound = withoutQuoted(header).includes(delimiter) || delimiter !== likelyDelimiter(header);
  if (!isFound && fields.filter(isInColumn).length > 1) {
    throw new InputError(
      `line ${headerLine} is not a header with several columns: ${quoted(header)}; the delimiter must be , ; tab or |, or set with --delimiter`
    );
  }
}

function isInColumn({ required, constant }: Field): boolean {
  return required && constant === undefined;
}
