import { checkCells, type Field, isFoundByCells, matchesField, withUnnamed } from './columns.ts';
import { checkItems, lineItems, textOf } from './lineItems.ts';
import { isOfRejects } from './rejections.ts';
import { losesDigits } from '../values/lostDigits.ts';
import { type RowError, quoted } from '../values/importErrors.ts';
import type { RawRow, RowReader } from './rawRow.ts';

/**
 * Reads newline-delimited JSON: one object per line, with keys matched like CSV columns.
 * @param firstLines tell what keys contain
 */
export function ndjsonReader(fields: readonly Field[], firstLines: readonly string[]): RowReader {
  const fieldOfKey = new Map<string, number>();
  let lineNumber = 0;
  const first = firstLines.map(parseObject).flatMap((parsed) => ('object' in parsed ? [parsed.object] : []));
  const keys = [...new Set(first.flatMap(Object.keys))];
  const rows = first.map((object) => keys.map((key) => textOf(memberOf(object, key))));
  const named = fields.map((field) => keys.findIndex((key) => fields[fieldIndex(key)] === field));
  const columns = withUnnamed(keys, fields, named, rows);
  columns.forEach((key, field) => {
    if (key >= 0 && named[field] === -1 && isFoundByCells(fields[field]!)) {
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

  checkCells(keys, fields, columns, rows);
  const items = lineItems(keys, fields, columns, rows);
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
    format: 'ndjson',
    header: undefined,
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

/** Without what every object inherits, such as `toString`. */
function memberOf(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? trimmed(object[key]) : undefined;
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

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

function parseObject(text: string): { object: Record<string, unknown> } | { error: RowError } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: { reason: 'invalid JSON', detail: `not valid JSON (${(error as Error).message})` } };
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { object: value as Record<string, unknown> }
    : {
        error: {
          reason: 'not a JSON object',
          detail: `${quoted(text)} is not a JSON object; each line must be one object`,
        },
      };
}
