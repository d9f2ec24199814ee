import { type Field, findColumns } from './columns.ts';
import { checkItems, lineItems } from './lineItems.ts';
import { isOfRejects } from './rejections.ts';
import type { RowError } from '../values/importErrors.ts';
import type { Layout } from './layout.ts';
import type { RawRow, RowReader } from './rawRow.ts';
import { cellOf, splitRecord } from './splitRecord.ts';

/** A quoted field may span this many lines at most, so that an unclosed quote does not consume the rest of the file. */
const MAX_RECORD_LINES = 20;

/**
 * Reads the rows below a CSV header. A row that cannot be split is returned with its error, and reading continues at the next line.
 * @throws InputError if the header lacks a required column
 */
export function csvReader(layout: Layout, fields: readonly Field[]): RowReader {
  const { delimiter, headerLine, names } = layout;
  const items = lineItems(layout, fields, findColumns(layout, fields));
  checkItems(items);
  let pending: readonly string[] = [];
  let lineNumber = headerLine + 1;

  function read(lines: readonly string[], atEnd: boolean): RawRow[] {
    const rows: RawRow[] = [];
    let index = 0;
    while (index < lines.length) {
      const text = lines[index] ?? '';
      const split = splitRecord(text, delimiter);
      const record =
        split === 'open-quote' ? joinRecord(lines.slice(index, index + MAX_RECORD_LINES)) : { text, split, lines: 1 };
      if (!record) {
        if (!atEnd && lines.length - index < MAX_RECORD_LINES) {
          pending = lines.slice(index);
          break;
        }
        rows.push({ line: lineNumber, text, cells: [], error: OPEN_QUOTE });
      } else if (typeof record.split === 'string') {
        rows.push({ line: lineNumber, text, cells: [], error: TEXT_AFTER_QUOTE });
      } else if (!isBlank(record.split)) {
        rows.push(...rawRows(record.split, record.text));
      }
      const consumed = record?.lines ?? 1;
      index += consumed;
      lineNumber += consumed;
    }
    return rows;
  }

  function joinRecord(lines: readonly string[]): { text: string; split: string[]; lines: number } | undefined {
    let text = lines[0] ?? '';
    for (let count = 1; count < lines.length; count += 1) {
      text += `\n${lines[count] ?? ''}`;
      const split = splitRecord(text, delimiter);
      if (split !== 'open-quote') {
        return typeof split !== 'string' && split.length === names.length
          ? { text, split, lines: count + 1 }
          : undefined;
      }
    }
    return undefined;
  }

  function rawRows(cells: string[], text: string): RawRow[] {
    const line = lineNumber;
    return cells.length === names.length
      ? items.of(cells.map(cellOf)).map((item) => ({ line, text, cells: item, source: cells }))
      : [{ line, text, cells: [], error: wrongCount(cells.length, names.length, delimiter) }];
  }

  function readWithPending(lines: readonly string[], atEnd: boolean): RawRow[] {
    const all = pending.length > 0 ? [...pending, ...lines] : lines;
    pending = [];
    return read(all, atEnd);
  }

  return {
    isOfRejects: names.some(isOfRejects),
    unusedColumns: () => {
      const used = items.used();
      return names.filter((name, index) => !used.has(index) && !isOfRejects(name));
    },
    columnsFoundByCells: () => names.filter((_, index) => items.foundByCells().has(index)),
    columnsWithoutValue: items.withoutValue,
    push: (lines) => readWithPending(lines, false),
    end: () => readWithPending([], true),
  };
}

const OPEN_QUOTE: RowError = {
  reason: 'unclosed quote',
  detail: 'a quoted field is not closed; double a quote inside a quoted field ("")',
};
const TEXT_AFTER_QUOTE: RowError = {
  reason: 'text after a closing quote',
  detail: 'a closing quote must be followed by the delimiter; double a quote inside a quoted field ("")',
};

function wrongCount(found: number, wanted: number, delimiter: string): RowError {
  const hint = found > wanted && delimiter === ',' ? '; check for a decimal comma without quotes' : '';
  return {
    reason: 'wrong number of columns',
    detail: `${found} column${found === 1 ? '' : 's'} instead of the ${wanted} of the header${hint}`,
  };
}

function isBlank(fields: readonly string[]): boolean {
  return fields.every((field) => field.trim() === '');
}
