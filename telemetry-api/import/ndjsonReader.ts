import { type Field, namesField } from './columns.ts';
import { type Problem, shown } from './problem.ts';
import type { RawRow, RowReader } from './rawRow.ts';

/** Reads newline-delimited JSON: one object per line, with keys matched like CSV columns. */
export function ndjsonReader(fields: readonly Field[]): RowReader {
  const fieldOfKey = new Map<string, number>();
  let lineNumber = 0;

  function fieldIndex(key: string): number {
    const known = fieldOfKey.get(key);
    if (known !== undefined) {
      return known;
    }
    const index = fields.findIndex((field) => namesField(key, field));
    fieldOfKey.set(key, index);
    return index;
  }

  function read(text: string): RawRow {
    const parsed = parseObject(text);
    if ('problem' in parsed) {
      return { line: lineNumber, text, cells: [], problem: parsed.problem };
    }
    const cells: unknown[] = new Array(fields.length).fill(undefined);
    for (const [key, value] of Object.entries(parsed.object)) {
      const index = fieldIndex(key);
      if (index >= 0 && cells[index] === undefined) {
        cells[index] = typeof value === 'string' ? value.trim() : value;
      }
    }
    return { line: lineNumber, text, cells };
  }

  return {
    format: 'ndjson',
    header: null,
    push: (lines) =>
      lines.flatMap((text) => {
        lineNumber += 1;
        return text.trim() === '' ? [] : [read(text)];
      }),
    end: () => [],
  };
}

function parseObject(text: string): { object: object } | { problem: Problem } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: { reason: 'invalid JSON', detail: `not valid JSON (${(error as Error).message})` } };
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { object: value }
    : {
        problem: {
          reason: 'not a JSON object',
          detail: `${shown(text)} is not a JSON object; each line must be one object`,
        },
      };
}
