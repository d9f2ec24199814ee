import { MAX_VALUE } from '../../store/readings/readings.ts';
import { plainText } from '../values/plainText.ts';
import { cellText } from '../values/cellText.ts';
import { type Field, normaliseName } from '../file/columns.ts';
import { losesDigits } from '../values/lostDigits.ts';
import { isNoValue } from '../values/noValue.ts';
import { parseNumber } from '../values/parseNumber.ts';
import { areQualities, type Quality, readQuality } from '../values/quality.ts';
import { areStates, type StateNumbers, stateReader } from '../values/states.ts';
import { quoted, type RowError } from '../values/importErrors.ts';
import type { RawRow } from '../file/rawRow.ts';
import type { TimestampParser } from '../values/timestampParser.ts';

/** One reading of a file. Its device and tag have not been looked up yet. */
export interface ParsedReading {
  readonly device: string;
  readonly tag: string;
  /** The earlier one of a local time that occurs twice. */
  readonly epochMs: number;
  /** The later one, if the order of the rows has to decide. */
  readonly laterMs?: number;
  readonly value: number;
  /** The known word of a state in the place of the value. */
  readonly word?: string;
  /** Whether `--states` gives its number. */
  readonly isGiven?: boolean;
  /** The number as it was written, if a double does not have all of its digits. */
  readonly inexact?: string;
  /** Undefined if it is good, or the file has none. */
  readonly quality?: 'uncertain' | 'bad';
}

type Value = Pick<ParsedReading, 'value' | 'word' | 'isGiven' | 'inexact'>;

/** A row whose value is empty: no reading, and no mistake. */
export interface NoReading {
  /** What is in the place of the value, such as `NaN`. */
  readonly noValue: string;
}

/** Header names and fixed values chosen by the user; other columns are matched by their known names. */
export interface ReadingColumns {
  readonly deviceColumn?: string;
  readonly tagColumn?: string;
  readonly timestampColumn?: string;
  readonly valueColumn?: string;
  readonly qualityColumn?: string;
  /** Each further column is a tag, with its name and values. */
  readonly tagPerColumn?: boolean;
  /** Names of columns that are no tags. */
  readonly ignoreColumn?: readonly string[];
  readonly device?: string;
  readonly tag?: string;
  /** Words that mean a good quality in this file; its column is found by them, too. */
  readonly goodQuality?: readonly string[];
  /** Numbers of words in the place of values. */
  readonly states?: readonly StateNumbers[];
}

/** The columns of a readings file, in the order that `readingRow` expects. */
export function readingFields(columns: ReadingColumns): Field[] {
  const isWide = columns.tagPerColumn ?? false;
  const good = new Set(columns.goodQuality);
  const readState = stateReader(columns.states);
  const { deviceColumn, tagColumn, timestampColumn, valueColumn, qualityColumn } = columns;
  const chosen = [deviceColumn, tagColumn, timestampColumn, valueColumn, qualityColumn].map((name) =>
    normaliseName(name ?? '')
  );
  const fields: Field[] = [
    {
      name: 'device',
      aliases: ['dispositivo', 'codigo', 'equipo', 'asset', 'machine'],
      required: true,
      column: deviceColumn,
      isMistaken: deviceColumn === undefined ? areStates : undefined,
      constant: columns.device,
      option: '--device-column',
      withoutColumn:
        'if all rows are of one device, add --device CODE (a new one also needs --create-missing --site CODE, and times without an offset --zone)',
    },
    {
      name: 'tag',
      aliases: ['clave', 'variable', 'tagname', 'punto', 'point', 'signal'],
      required: !isWide,
      ofEach: isWide ? 'name' : undefined,
      except: isWide ? columns.ignoreColumn : undefined,
      column: tagColumn,
      isMistaken: tagColumn === undefined ? areStates : undefined,
      constant: columns.tag,
      option: '--tag-column',
      withoutColumn: 'if all rows are of one tag, add --tag KEY; if each tag has a column of its own, --tag-per-column',
    },
    {
      name: 'timestamp',
      aliases: ['ts', 'time', 'datetime', 'fecha', 'fecha_hora', 'marca_de_tiempo'],
      required: true,
      column: timestampColumn,
      option: '--timestamp-column',
    },
    {
      name: 'value',
      aliases: ['valor', 'val', 'v'],
      required: !isWide,
      ofEach: isWide ? 'cell' : undefined,
      isValue: (tag, cell) => isNumber(cell) || readState(tag, cell)?.value !== undefined,
      column: valueColumn,
      option: '--value-column',
      isOfRest: isWide ? undefined : true,
    },
    {
      name: 'quality',
      aliases: ['calidad'],
      required: false,
      column: qualityColumn,
      option: '--quality-column',
      isColumn: (name, cells) => isQualityColumn(name, cells, good, isWide),
    },
  ];
  // A column that is chosen for one field is not another one by its name.
  return fields.map((field) => ({
    ...field,
    aliases: field.aliases.filter((alias) => !chosen.includes(normaliseName(alias))),
  }));
}

/** Of a column beside values, also as `PT-1.status`. */
const NAME_OF_QUALITY =
  /(?:^|[ .:/-])(?:q|st|flag|(?:quality|calidad|qualit|status|state|estado|zustand|statut|etat)[a-z]*)(?:$|[ .:/-])/;

export interface ReadingRowOptions {
  readonly fields: readonly Field[];
  readonly decimalComma: boolean;
  readonly minQuality: Quality;
  readonly goodQuality?: readonly string[];
  readonly states?: readonly StateNumbers[];
  readonly parseTimestamp: TimestampParser;
}

/** Returns a parser of rows whose cells are in the order of `readingFields`. */
export function readingRow({
  fields,
  decimalComma,
  minQuality,
  goodQuality,
  states = [],
  parseTimestamp,
}: ReadingRowOptions) {
  const constants = fields.map((field) => field.constant);
  const good = new Set(goodQuality);
  const toValue = valueReader(decimalComma, states);
  return (row: RawRow): ParsedReading | NoReading | RowError => {
    const device = name(row.cells[0] ?? constants[0], 'device');
    const tag = name(row.cells[1] ?? constants[1], 'tag');
    if (typeof device !== 'string') {
      return device;
    }
    if (typeof tag !== 'string') {
      return tag;
    }
    const time = cellText(row.cells[2], 'timestamp');
    const instant = typeof time === 'string' ? parseTimestamp(time) : time;
    if (typeof instant !== 'number' && 'reason' in instant) {
      return instant;
    }
    // Before the value: that of a bad reading is often missing.
    const quality = checkQuality(row.cells[4], minQuality, good);
    if (typeof quality === 'object') {
      return quality;
    }
    const read = toValue(tag, row.cells[3], row.inexact);
    if (typeof read !== 'number' && !('value' in read)) {
      return read;
    }
    const value: Value = typeof read === 'number' ? { value: read } : read;
    return typeof instant === 'number'
      ? { device, tag, epochMs: instant, quality, ...value }
      : { device, tag, epochMs: instant.earlierMs, laterMs: instant.laterMs, quality, ...value };
  };
}

function name(cell: unknown, field: string): string | RowError {
  const text = cellText(cell, field);
  return text === '' ? { reason: `empty ${field}`, detail: `${field} is empty` } : text;
}

/** With any decimal separator. */
function isNumber(cell: string): boolean {
  return [false, true].some((comma) => typeof parseNumber(cell, comma) === 'number');
}

/**
 * A column whose name says so, unless most of its cells are something else, such as the quality of a product in percent; otherwise, the
 * cells tell it. In a file with a column per tag,
 * `Bad` also stands in the place of a value.
 */
function isQualityColumn(name: string, cells: readonly string[], good: ReadonlySet<string>, isWide: boolean): boolean {
  const others = cells.filter((cell) => !good.has(firstWords(cell)));
  if (isWide && !NAME_OF_QUALITY.test(plainText(name)) && others.length === cells.length && !cells.some(isUsable)) {
    return false;
  }
  const unknown = others.filter((cell) => readQuality(cell) === undefined).length;
  return /quality|calidad/.test(normaliseName(name)) ? unknown <= cells.length / 2 : areQualities(others);
}

function isUsable(cell: string): boolean {
  return (readQuality(cell) ?? 'bad') !== 'bad';
}

/** `Manual` of `Manual, by the operator`: sources add details behind a comma, as `Bad, Comm Failure`. */
function firstWords(quality: string): string {
  return quality.split(',', 1)[0]!.trim();
}

/**
 * The quality of a row; one without a quality is taken for good.
 * @returns undefined if it is good
 */
function checkQuality(
  cell: unknown,
  minQuality: Quality,
  good: ReadonlySet<string>
): 'uncertain' | 'bad' | undefined | RowError {
  const text = cellText(cell, 'quality');
  if (typeof text !== 'string') {
    return text;
  }
  const quality = text === '' || good.has(firstWords(text)) ? 'good' : readQuality(text);
  if (quality === 'good') {
    return undefined;
  }
  if (minQuality === 'bad' || (minQuality === 'uncertain' && quality === 'uncertain')) {
    return quality ?? 'bad';
  }
  if (quality === undefined) {
    return {
      reason: 'unknown quality',
      detail: `quality ${quoted(text)} is unknown; if it means good, add --good-quality ${JSON.stringify(firstWords(text))}, and --min-quality bad imports all rows`,
    };
  }
  const inOpcUa = text === '0' ? ' in OPC DA; if it is good, as in OPC UA, add --good-quality 0' : '';
  return {
    reason: `${quality} quality`,
    detail: `quality ${quoted(text)} is ${quality}${inOpcUa}; --min-quality ${quality} imports such rows`,
  };
}

/** Reads values of a file: numbers, words whose number is given or known, and words for no value. */
function valueReader(decimalComma: boolean, states: readonly StateNumbers[]) {
  const readState = stateReader(states);
  return (tag: string, cell: unknown, inexact: RawRow['inexact']): number | Value | NoReading | RowError => {
    if (typeof cell === 'number' && states.length === 0 && Math.abs(cell) <= MAX_VALUE) {
      const text = inexact?.get(Math.abs(cell));
      return text === undefined ? cell : { value: cell, inexact: text };
    }
    const text = typeof cell === 'boolean' ? String(cell) : cellText(cell, 'value');
    if (typeof text !== 'string') {
      return text;
    }
    // The decimal separator applies to text only, not to JSON numbers.
    const value = parseNumber(text, decimalComma && typeof cell !== 'number');
    if (typeof value === 'number' && losesDigits(text, value)) {
      return { value, inexact: text };
    }
    if (typeof value === 'number' && states.length === 0) {
      return value;
    }
    const state = readState(tag, text);
    if (state !== undefined && (typeof value !== 'number' || !state.isKnownWord)) {
      return state.value === undefined
        ? { noValue: text }
        : { value: state.value, ...(state.isKnownWord ? { word: text } : { isGiven: true }) };
    }
    return typeof value === 'number' ? value : isNoValue(text) ? { noValue: text } : textError(text, value);
  };
}

/** A text that is no number in another notation. */
function textError(text: string, error: RowError): RowError {
  return /^\p{L}/u.test(text) && error.reason === 'value is not a number'
    ? {
        reason: 'value is a text',
        detail: `value ${quoted(text)} is a text, and a reading is a number; give it one with --states ${JSON.stringify(`${text}=NUMBER`)}; of batches, export the numbers`,
      }
    : error;
}
