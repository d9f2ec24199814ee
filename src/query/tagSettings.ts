import {
  hasLimits,
  LIMIT_NAMES,
  type LimitName,
  type ProfileSetting,
  type TagLimits,
  type TagState,
} from '../core/inventory/tagProfile';
import {
  hasMeterNumber,
  METER_NUMBERS,
  type MeterNumber,
  type MeterSetting,
  type ReplacementSetting,
} from '../core/inventory/meter';
import { parseTimestamp } from '../core/time/timestamp';
import type { TagColumn } from './tagColumns';

/*
 * The setting `tags`: names of states, limits, and what is known of meters, by device type and tag. It is saved as JSON, and copied to and pasted from
 * spreadsheets as text, see `tagText`. What is unusable is left out and reported; the rest is used.
 */

/** Something that is not used as it is saved or written. */
export interface TagProblem {
  /** The row of the table, or the line of the text, from 1; undefined: the whole setting. */
  readonly row: number | undefined;
  /** Undefined: the whole row. */
  readonly column: TagColumn | undefined;
  readonly reason: TagProblemReason;
  /** What is there, as text. */
  readonly found: string;
}

export type TagProblemReason =
  /** No list of rows, or a row that is no object. */
  | 'shape'
  /** More rows than `MAX_TAG_ROWS`. */
  | 'tooManyRows'
  /** More cells than columns. */
  | 'tooManyCells'
  /** A heading that no column has, or that two columns have. */
  | 'heading'
  /** A first line in place of which headings are expected, with none that is known. */
  | 'headingLine'
  /** A cell that begins with a quote and does not end with one. */
  | 'openQuote'
  /** No pattern for the tag. */
  | 'noTag'
  /** Neither names of states nor limits, and nothing of a meter. */
  | 'noProfile'
  /** A state that is no whole number with a name. */
  | 'state'
  /** A value with two names. */
  | 'sameValue'
  | 'color'
  /** A limit that is no number. */
  | 'number'
  /** `1,000` can be one or one thousand, and so can `1.000` where people write it. */
  | 'ambiguousNumber'
  /** A limit under a merged cell whose row has it already. */
  | 'sameLimit'
  /** A limit that is not higher than those before it. */
  | 'order'
  /** A number that is not above 0. */
  | 'positive'
  /** No time with an offset, or without the last and the first value. */
  | 'replacement';

export interface TagSettings {
  /** Every row, also one that is not complete: without a tag it matches nothing. */
  readonly rows: readonly ProfileSetting[];
  readonly problems: readonly TagProblem[];
}

/** Every tag is compared with every row. */
export const MAX_TAG_ROWS = 500;

/**
 * Reads the setting as it is saved, which in a provisioning file can be anything:
 * `[{ deviceType, tag, states: [{ value, name, color }], limits: { lowLow, low, high, highHigh },
 *   meter: { rolloverAt, maxPerHour, replaced: [{ device, at, last, first }] } }]`.
 */
export function readTagSettings(saved: unknown): TagSettings {
  if (isAbsent(saved)) {
    return { rows: [], problems: [] };
  }
  if (!Array.isArray(saved)) {
    return { rows: [], problems: [{ row: undefined, column: undefined, reason: 'shape', found: jsonText(saved) }] };
  }
  return readTagRows(
    saved.map((row: unknown, index) => ({ row, number: index + 1 })),
    readNumber
  );
}

/**
 * The rows as the settings page edits them: also with a state that has no name yet, and with limits in the wrong order, which
 * `readTagSettings` leaves out.
 */
export function editableTagRows(saved: unknown): ProfileSetting[] {
  return asList(saved).map((row): ProfileSetting => {
    const { deviceType, tag, states, limits, meter } = isObject(row) ? row : {};
    return {
      deviceType: asText(deviceType),
      tag: asText(tag),
      states: asList(states)
        .filter(isObject)
        .map(({ value, name, color }): TagState => {
          const number = readNumber(value);
          return {
            value: typeof number === 'number' ? number : NaN,
            name: asText(name),
            ...(typeof color === 'string' && { color }),
          };
        }),
      limits: numbersOf(limits, LIMIT_NAMES),
      ...(isObject(meter) && { meter: editableMeter(meter) }),
    };
  });
}

function editableMeter(meter: Readonly<Record<string, unknown>>): MeterSetting {
  const replaced = asList(meter.replaced)
    .filter(isObject)
    .map((one): ReplacementSetting => {
      const { last = NaN, first = NaN } = numbersOf(one, ['last', 'first']);
      return { device: asText(one.device), at: asText(one.at), last, first };
    });
  return { ...numbersOf(meter, METER_NUMBERS), ...(replaced.length > 0 && { replaced }) };
}

/** Those that are numbers. */
function numbersOf<Name extends string>(saved: unknown, names: readonly Name[]): { readonly [Key in Name]?: number } {
  const numbers: { [Key in Name]?: number } = {};
  for (const name of names) {
    const value = isObject(saved) ? readNumber(saved[name]) : undefined;
    if (typeof value === 'number') {
      numbers[name] = value;
    }
  }
  return numbers;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Rows with the numbers by which users find them. */
export type NumberedRow = { readonly row: unknown; readonly number: number };

/** `number` and `ambiguousNumber`: it is none that can be used. */
type ReadNumber = (saved: unknown) => number | undefined | 'number' | 'ambiguousNumber';

type Report = (column: TagColumn | undefined, reason: TagProblemReason, found: unknown) => void;

/** @param toLimit as of JSON, or of what people wrote */
export function readTagRows(numbered: readonly NumberedRow[], toLimit: ReadNumber): TagSettings {
  const problems: TagProblem[] = [];
  const reportOf =
    (row: number): Report =>
    (column, reason, found) =>
      problems.push({ row, column, reason, found: shownText(found) });
  const rows = numbered
    .slice(0, MAX_TAG_ROWS)
    .flatMap(({ row, number }) => readRow(row, reportOf(number), toLimit) ?? []);
  const next = numbered[MAX_TAG_ROWS];
  if (next !== undefined) {
    reportOf(next.number)(undefined, 'tooManyRows', String(numbered.length));
  }
  return { rows, problems };
}

function readRow(saved: unknown, report: Report, toLimit: ReadNumber): ProfileSetting | undefined {
  if (!isObject(saved)) {
    report(undefined, 'shape', saved);
    return undefined;
  }
  const tag = readText(saved.tag);
  if (tag === '') {
    report('tag', 'noTag', saved.tag ?? '');
  }
  let reported = false;
  const reportPart: Report = (...problem) => {
    reported = true;
    report(...problem);
  };
  const states = readStates(saved.states, reportPart);
  const limits = readLimits(saved.limits, reportPart, toLimit);
  const meter = readMeter(saved.meter, reportPart, toLimit);
  if (states.length === 0 && !hasLimits(limits) && meter === undefined && !reported) {
    report(undefined, 'noProfile', tag);
  }
  return { deviceType: readText(saved.deviceType), tag, states, limits, ...(meter && { meter }) };
}

function readStates(saved: unknown, report: Report): TagState[] {
  if (isAbsent(saved)) {
    return [];
  }
  if (!Array.isArray(saved)) {
    report('states', 'shape', saved);
    return [];
  }
  const states = new Map<number, TagState>();
  for (const item of saved as readonly unknown[]) {
    const value = isObject(item) ? readNumber(item.value) : undefined;
    const name = isObject(item) ? readText(item.name) : '';
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || name === '') {
      report('states', 'state', writtenState(item));
    } else if (states.has(value)) {
      report('states', 'sameValue', String(value));
    } else {
      states.set(value, { value, name, ...readColor(isObject(item) ? item.color : undefined, report) });
    }
  }
  return [...states.values()];
}

/** A state as users write it. */
function writtenState(item: unknown): unknown {
  if (!isObject(item)) {
    return item;
  }
  const { written, value = '', name = '' } = item;
  return typeof written === 'string' ? written : `${shownText(value)}=${shownText(name)}`;
}

function shownText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** A color as Grafana's color picker saves it: a name of its palette, hexadecimal, or `rgb()`. */
const COLOR = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]+(?:-[a-z]+)*|rgba?\([\d.,%\s]+\))$/i;

function readColor(saved: unknown, report: Report): Pick<TagState, 'color'> {
  if (isAbsent(saved)) {
    return {};
  }
  if (typeof saved === 'string' && COLOR.test(saved.trim())) {
    return { color: saved.trim() };
  }
  report('states', 'color', saved);
  return {};
}

function readLimits(saved: unknown, report: Report, toLimit: ReadNumber): TagLimits {
  if (isAbsent(saved)) {
    return {};
  }
  if (!isObject(saved)) {
    report(undefined, 'shape', saved);
    return {};
  }
  const limits: { [Name in LimitName]?: number } = {};
  let highest = -Infinity;
  for (const name of LIMIT_NAMES) {
    const value = toLimit(saved[name]);
    if (typeof value === 'string') {
      report(name, value, saved[name]);
    } else if (value !== undefined && value <= highest) {
      report(name, 'order', String(value));
    } else if (value !== undefined) {
      limits[name] = highest = value;
    }
  }
  return limits;
}

function readMeter(saved: unknown, report: Report, toNumber: ReadNumber): MeterSetting | undefined {
  if (isAbsent(saved)) {
    return undefined;
  }
  if (!isObject(saved)) {
    report(undefined, 'shape', saved);
    return undefined;
  }
  const meter: { -readonly [Name in MeterNumber]?: number } = {};
  for (const name of METER_NUMBERS) {
    const value = toNumber(saved[name]);
    if (typeof value === 'string') {
      report(name, value, saved[name]);
    } else if (value !== undefined && value <= 0) {
      report(name, 'positive', String(value));
    } else if (value !== undefined) {
      meter[name] = value;
    }
  }
  const replaced = readReplacements(saved.replaced, report, toNumber);
  return hasMeterNumber(meter) || replaced.length > 0
    ? { ...meter, ...(replaced.length > 0 && { replaced }) }
    : undefined;
}

function readReplacements(saved: unknown, report: Report, toNumber: ReadNumber): ReplacementSetting[] {
  if (!isAbsent(saved) && !Array.isArray(saved)) {
    report('replaced', 'shape', saved);
  }
  return asList(saved).flatMap((item) => {
    const { device, at, last, first } = isObject(item) ? item : {};
    const [lastValue, firstValue] = [toNumber(last), toNumber(first)];
    if (isInstant(at) && typeof lastValue === 'number' && typeof firstValue === 'number') {
      return [{ device: readText(device), at, last: lastValue, first: firstValue }];
    }
    report('replaced', 'replacement', writtenReplacement(item));
    return [];
  });
}

/** True for an ISO 8601 date-time with an offset. */
export function isInstant(text: unknown): text is string {
  return typeof text === 'string' && /(?:Z|[+-]\d{2}:?\d{2})\s*$/i.test(text) && !Number.isNaN(parseTimestamp(text));
}

/** A replacement as users write it. */
function writtenReplacement(item: unknown): unknown {
  if (!isObject(item)) {
    return item;
  }
  const { written, device, at, last, first } = item;
  const shown = (value: unknown) => (isAbsent(value) || Number.isNaN(value) ? '?' : shownText(value));
  return typeof written === 'string'
    ? written
    : `${readText(device)} ${shown(at)} ${shown(last)} -> ${shown(first)}`.trim();
}

/** As people write numbers: undefined for an empty text. `1.000` is as ambiguous as `1,000`. */
export const readWrittenNumber: ReadNumber = (written) =>
  typeof written === 'string' && /^\s*[-+−]?[1-9]\d{0,2}\.\d{3}\s*$/.test(written)
    ? 'ambiguousNumber'
    : readNumber(written);

/** Undefined: nothing is there. A text counts as the number it shows, with a point or a comma before the decimals. */
export function readNumber(saved: unknown): number | undefined | 'number' | 'ambiguousNumber' {
  if (typeof saved === 'string') {
    const text = saved.trim().replace('−', '-');
    if (text === '') {
      return undefined;
    }
    if (/^[-+]?[1-9]\d{0,2},\d{3}$/.test(text)) {
      return 'ambiguousNumber';
    }
    return /^[-+]?\d+(?:[.,]\d+)?(?:e[-+]?\d{1,3})?$/i.test(text) ? finite(Number(text.replace(',', '.'))) : 'number';
  }
  return isAbsent(saved) ? undefined : finite(saved);
}

function finite(value: unknown): number | 'number' {
  // Adding 0 makes 0 of −0.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : 'number';
}

/** A line break or tab would be another cell of a spreadsheet. */
function readText(saved: unknown): string {
  return typeof saved === 'string' ? saved.trim().replace(/\s+/g, ' ') : '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && !isAbsent(value) && !Array.isArray(value);
}

/** A provisioning file with nothing after the colon has a null. */
function isAbsent(value: unknown): value is undefined {
  return value === undefined || value === null || value === '';
}

function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
