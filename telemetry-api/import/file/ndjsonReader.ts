import { type Field, findColumns, isFoundByCells, matchesField } from './columns.ts';
import { memberOf, parseObject, textOf, trimmed } from './jsonLine.ts';
import type { Layout } from './layout.ts';
import { checkItems, lineItems } from './lineItems.ts';
import { isOfRejects } from './rejections.ts';
import { losesDigits } from '../values/lostDigits.ts';
import type { RawRow, RowReader } from './rawRow.ts';

/**
 * Reads newline-delimited JSON: one object per line, with keys matched like CSV columns.
 */
export function ndjsonReader(layout: Layout, fields: readonly Field[]): RowReader {
  const fieldOfKey = new Map<string, number>();
  let lineNumber = 0;
  const { names, rows } = layout;
  const keys = [...names];
  const columns = findColumns(layout, fields);
  columns.forEach((key, field) => {
    // That of the rest is for a header: later objects can have other keys.
    if (key >= 0 && isFoundByCells(fields[field]!)) {
      fieldOfKey.set(keys[key]!, field);
    }
  });

  const known = new Set(keys);
  const foundLater: string[] = [];
  const undecided = new Set(keys.filter((_, key) => !columns.includes(key) && rows.every((row) => row[key] === '')));

  function fieldIndex(key: string): number {
    const known = fieldOfKey.get(key);
    if (known !== undefined) {
      return known;
    }
    const index = fields.findIndex((field) => !isFoundByCells(field) && matchesField(key, field));
    fieldOfKey.set(key, index);
    return index;
  }

  const items = lineItems(layout, fields, columns);
  checkItems(items);
  const hasItems = fields.some(({ ofEach }) => ofEach !== undefined);

  function read(text: string): RawRow[] {
    const line = lineNumber;
    const parsed = parseObject(text);
    if ('error' in parsed) {
      return [{ line, text, cells: [], error: parsed.error }];
    }
    const { object } = parsed;
    const inexact = inexactNumbers(text);
    if (!hasItems) {
      return [{ line, text, cells: cellsOf(object), inexact }];
    }
    for (const key of Object.keys(object)) {
      if (fieldIndex(key) < 0 && !known.has(key)) {
        known.add(key);
        keys.push(key);
        items.add(key);
      }
    }
    return items
      .of(keys.map((key) => memberOf(object, key)))
      .map((cells) => ({ line, text, cells, source: object, inexact }));
  }

  /** The field of a key that the first lines do not have, or have without a value. */
  function decide(key: string, value: unknown): number {
    const text = textOf(value);
    const named = fieldIndex(key);
    if (named >= 0 || text === '') {
      return named;
    }
    known.add(key);
    undecided.delete(key);
    const taken = new Set(fieldOfKey.values());
    const field = fields.findIndex(({ isColumn }, index) => !taken.has(index) && isColumn?.(key, [text]));
    if (field >= 0) {
      fieldOfKey.set(key, field);
      foundLater.push(key);
    }
    return field;
  }

  function cellsOf(object: Record<string, unknown>): unknown[] {
    const cells: unknown[] = new Array(fields.length).fill(undefined);
    for (const [key, value] of Object.entries(object)) {
      const index = undecided.has(key) || !known.has(key) ? decide(key, value) : fieldIndex(key);
      if (index >= 0 && cells[index] === undefined) {
        cells[index] = trimmed(value);
      }
    }
    return cells;
  }

  return {
    isOfRejects: keys.some(isOfRejects),
    unusedColumns: () => {
      const used = items.used();
      return [...fieldOfKey].flatMap(([key, field]) =>
        field < 0 && !(hasItems && used.has(keys.indexOf(key))) && !isOfRejects(key) ? [key] : []
      );
    },
    columnsFoundByCells: () => [...keys.filter((_, index) => items.foundByCells().has(index)), ...foundLater],
    columnsWithoutValue: items.withoutValue,
    push: (lines) =>
      lines.flatMap((text) => {
        lineNumber += 1;
        return text.trim() === '' ? [] : read(text);
      }),
    end: () => [],
  };
}

/** JSON has given the numbers away as doubles. */
function inexactNumbers(text: string): RawRow['inexact'] {
  if (!/\d[\d.]{15}/.test(text)) {
    return undefined;
  }
  const found = [...text.matchAll(/\d[\d.]{15,}(?:[eE][+-]?\d+)?/g)].map(
    ([number]) => [Number(number), number] as const
  );
  const inexact = found.filter(([value, number]) => losesDigits(number, value));
  return inexact.length > 0 ? new Map(inexact) : undefined;
}
