import { cellText } from './cellText.ts';
import type { Field } from './columns.ts';
import { parseNumber } from './parseNumber.ts';
import type { Problem } from './problem.ts';
import type { RawRow } from './rawRow.ts';

/** One reading as a file states it; whether device and tag exist is not known yet. */
export interface ReadingRow {
  readonly device: string;
  readonly tag: string;
  readonly epochMs: number;
  readonly value: number;
}

/** Header names and fixed values that the user chose; absent ones are found by their known names. */
export interface ReadingColumns {
  readonly deviceColumn?: string;
  readonly tagColumn?: string;
  readonly timestampColumn?: string;
  readonly valueColumn?: string;
  readonly device?: string;
  readonly tag?: string;
}

/** What a readings file has in its columns, in the order of `readingRow`'s cells. */
export function readingFields(columns: ReadingColumns): Field[] {
  return [
    {
      name: 'device',
      aliases: ['dispositivo', 'codigo', 'equipo', 'asset', 'machine'],
      required: true,
      column: columns.deviceColumn,
      constant: columns.device,
      option: '--device-column',
    },
    {
      name: 'tag',
      aliases: ['clave', 'variable', 'tagname', 'punto', 'point', 'signal'],
      required: true,
      column: columns.tagColumn,
      constant: columns.tag,
      option: '--tag-column',
    },
    {
      name: 'timestamp',
      aliases: ['ts', 'time', 'datetime', 'fecha', 'fecha_hora', 'marca_de_tiempo'],
      required: true,
      column: columns.timestampColumn,
      option: '--timestamp-column',
    },
    {
      name: 'value',
      aliases: ['valor', 'val', 'v'],
      required: true,
      column: columns.valueColumn,
      option: '--value-column',
    },
  ];
}

export interface ReadingRowOptions {
  readonly fields: readonly Field[];
  readonly decimalComma: boolean;
  readonly parseTimestamp: (text: string) => number | Problem;
}

/** Makes the reader of the cells of `readingFields`. */
export function readingRow({ fields, decimalComma, parseTimestamp }: ReadingRowOptions) {
  const constants = fields.map((field) => field.constant);
  return (row: RawRow): ReadingRow | Problem => {
    const device = name(row.cells[0] ?? constants[0], 'device');
    const tag = name(row.cells[1] ?? constants[1], 'tag');
    if (typeof device !== 'string') {
      return device;
    }
    if (typeof tag !== 'string') {
      return tag;
    }
    const time = cellText(row.cells[2], 'timestamp');
    const epochMs = typeof time === 'string' ? parseTimestamp(time) : time;
    if (typeof epochMs !== 'number') {
      return epochMs;
    }
    const value = readValue(row.cells[3], decimalComma);
    return typeof value === 'number' ? { device, tag, epochMs, value } : value;
  };
}

function name(cell: unknown, field: string): string | Problem {
  const text = cellText(cell, field);
  return text === '' ? { reason: `empty ${field}`, detail: `${field} is empty` } : text;
}

function readValue(cell: unknown, decimalComma: boolean): number | Problem {
  // A JSON number is what it is, whatever the file's decimal sign in texts.
  if (typeof cell === 'number') {
    return Number.isFinite(cell) ? cell : parseNumber(String(cell), false);
  }
  const text = cellText(cell, 'value');
  return typeof text === 'string' ? parseNumber(text, decimalComma) : text;
}
