import {
  hasLimits,
  LIMIT_NAMES,
  type LimitName,
  type ProfileSetting,
  type TagLimits,
  type TagState,
} from '../core/inventory/tagProfile';

/*
 * The setting `tags`: names of states, and limits, by device type and tag. It is saved as JSON, and copied to and pasted from
 * spreadsheets as text. What is unusable is left out and reported; the rest is used.
 */

/** A column of the table of the settings. */
export type TagColumn = 'deviceType' | 'tag' | 'states' | LimitName;
export const TAG_COLUMNS: readonly TagColumn[] = ['deviceType', 'tag', 'states', ...LIMIT_NAMES];

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
  /** A cell that begins with a quote and does not end with one. */
  | 'openQuote'
  /** No pattern for the tag. */
  | 'noTag'
  /** Neither names of states nor limits. */
  | 'noProfile'
  /** A state that is no whole number with a name. */
  | 'state'
  /** A value with two names. */
  | 'sameValue'
  | 'color'
  /** A limit that is no number. */
  | 'number'
  /** `1,000` can be one or one thousand. */
  | 'ambiguousNumber'
  /** A limit that is not higher than those before it. */
  | 'order';

export interface TagSettings {
  /** Every row, also one that is not complete: without a tag it matches nothing. */
  readonly rows: readonly ProfileSetting[];
  readonly problems: readonly TagProblem[];
}

/** Every tag is compared with every row. */
export const MAX_TAG_ROWS = 500;

/**
 * Reads the setting as it is saved, which in a provisioning file can be anything:
 * `[{ deviceType, tag, states: [{ value, name, color }], limits: { lowLow, low, high, highHigh } }]`.
 */
export function readTagSettings(saved: unknown): TagSettings {
  if (isAbsent(saved)) {
    return { rows: [], problems: [] };
  }
  if (!Array.isArray(saved)) {
    return { rows: [], problems: [{ row: undefined, column: undefined, reason: 'shape', found: jsonText(saved) }] };
  }
  return readRows(saved.map((row: unknown, index) => ({ row, number: index + 1 })));
}

/**
 * The rows as the settings page edits them: also with a state that has no name yet, and with limits in the wrong order, which
 * `readTagSettings` leaves out.
 */
export function editableTagRows(saved: unknown): ProfileSetting[] {
  return asList(saved).map((row): ProfileSetting => {
    const { deviceType, tag, states, limits } = isObject(row) ? row : {};
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
      limits: Object.fromEntries(
        LIMIT_NAMES.map((name) => [name, isObject(limits) ? readNumber(limits[name]) : undefined]).filter(
          ([, value]) => typeof value === 'number'
        )
      ),
    };
  });
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The number that users wrote into a field, whole or not; undefined for an empty field. */
export function parseNumber(text: string): number | undefined | 'invalid' {
  const number = readNumber(text);
  return typeof number === 'string' ? 'invalid' : number;
}

/** Rows with the numbers by which users find them. */
type NumberedRow = { readonly row: unknown; readonly number: number };

type Report = (column: TagColumn | undefined, reason: TagProblemReason, found: unknown) => void;

function readRows(numbered: readonly NumberedRow[]): TagSettings {
  const problems: TagProblem[] = [];
  const reportOf =
    (row: number): Report =>
    (column, reason, found) =>
      problems.push({ row, column, reason, found: shownText(found) });
  const rows = numbered.slice(0, MAX_TAG_ROWS).flatMap(({ row, number }) => readRow(row, reportOf(number)) ?? []);
  const next = numbered[MAX_TAG_ROWS];
  if (next !== undefined) {
    reportOf(next.number)(undefined, 'tooManyRows', String(numbered.length));
  }
  return { rows, problems };
}

function readRow(saved: unknown, report: Report): ProfileSetting | undefined {
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
  const limits = readLimits(saved.limits, reportPart);
  if (states.length === 0 && !hasLimits(limits) && !reported) {
    report(undefined, 'noProfile', tag);
  }
  return { deviceType: readText(saved.deviceType), tag, states, limits };
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

function readLimits(saved: unknown, report: Report): TagLimits {
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
    const value = readNumber(saved[name]);
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

/** What the settings page calls the columns, in the language of the user. */
export type TagHeadings = Readonly<Record<TagColumn, string>>;

/**
 * Reads a text with a row per line and a cell per column, as it is copied from a spreadsheet or a CSV file. The columns are those of
 * `TAG_COLUMNS`, or those that a first line with headings names. Cells are separated by tabs, else by semicolons, else by commas, and
 * may be in double quotes. States are `0=stopped, 1=running [green]`, or without `=` and color.
 */
export function parseTagText(text: string, headings: TagHeadings): TagSettings {
  const lines = splitCells(text);
  const { columns, problems, hasHeadings } = readHeadings(lines[0], headings);
  if (problems.length > 0) {
    return { rows: [], problems };
  }
  const body = hasHeadings ? lines.slice(1) : lines;
  const unreadable = body.flatMap((line) => cellProblem(line, columns.length) ?? []);
  const rows = body.map(({ cells, line }): NumberedRow => {
    return { row: rowOfCells((column) => cells[columns.indexOf(column)] ?? ''), number: line };
  });
  const read = readRows(rows.filter(({ number }) => unreadable.every((problem) => problem.row !== number)));
  return { rows: read.rows, problems: [...unreadable, ...read.problems] };
}

interface Headings {
  /** Undefined: a column without a heading. */
  readonly columns: ReadonlyArray<TagColumn | undefined>;
  readonly hasHeadings: boolean;
  readonly problems: readonly TagProblem[];
}

/** A line with the heading of the tag and of something about it; all other headings must be known, too. */
function readHeadings(first: Line | undefined, headings: TagHeadings): Headings {
  const columns = first?.cells.map((cell) => findColumn(cell, headings)) ?? [];
  const hasHeadings = columns.includes('tag') && columns.some((column) => column !== undefined && isProfile(column));
  if (first === undefined || !hasHeadings) {
    return { columns: TAG_COLUMNS, hasHeadings: false, problems: [] };
  }
  const { cells, line } = first;
  const problems = cells.flatMap((found, index): TagProblem[] => {
    const column = columns[index];
    const isKnown = column === undefined ? found.trim() === '' : columns.indexOf(column) === index;
    return isKnown ? [] : [{ row: line, column: undefined, reason: 'heading', found }];
  });
  return { columns, hasHeadings, problems };
}

function isProfile(column: TagColumn): boolean {
  return column !== 'deviceType' && column !== 'tag';
}

/** What engineers write in every language. */
const ABBREVIATIONS: Readonly<Partial<Record<TagColumn, string>>> = {
  lowLow: 'll',
  low: 'l',
  high: 'h',
  highHigh: 'hh',
};

/** By its name in the settings page, in JSON, or its abbreviation; spaces, hyphens and case do not matter. */
function findColumn(cell: string, headings: TagHeadings): TagColumn | undefined {
  const normalize = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '');
  const word = normalize(cell);
  return TAG_COLUMNS.find((column) =>
    [headings[column], column, ABBREVIATIONS[column] ?? column].some((known) => normalize(known) === word)
  );
}

function cellProblem({ cells, line, isOpen }: Line, columns: number): TagProblem | undefined {
  const extra = cells.slice(columns).find((cell) => cell.trim() !== '');
  if (isOpen) {
    return { row: line, column: undefined, reason: 'openQuote', found: cells.at(-1)?.trim() ?? '' };
  }
  return extra === undefined ? undefined : { row: line, column: undefined, reason: 'tooManyCells', found: extra };
}

function rowOfCells(cell: (column: TagColumn) => string): object {
  return {
    deviceType: cell('deviceType'),
    tag: cell('tag'),
    states: parseStates(cell('states')),
    limits: Object.fromEntries(LIMIT_NAMES.map((name) => [name, cell(name)])),
  };
}

/** States as JSON has them. A part that is no state keeps what is written there. */
function parseStates(text: string): object[] {
  if (text.trim() === '') {
    return [];
  }
  // A name may contain a separator, as in “open, 2 pumps”: with `=`, only what is before another `=` begins a state.
  const between = /^\s*[-+]?\d+\s*=/.test(text) ? /[,;/|](?=\s*[-+]?\d+\s*=)/ : /[;/|]|(?<!\d),|,(?!\d)/;
  return text.split(between).map((part) => {
    const [, value = '', name = '', color = ''] = STATE.exec(part.trim()) ?? [];
    return { value, name, color, written: part.trim() };
  });
}

const STATE = /^([-+]?\d+)(?:\s*[=:]\s*|\s+)(.*?)(?:\s*\[([^[\]]*)\])?$/;

interface Line {
  readonly cells: readonly string[];
  /** Where it begins, from 1. */
  readonly line: number;
  /** True if its last cell has a quote that nothing closes, so that it takes all that follows. */
  readonly isOpen: boolean;
}

/** The lines that are not blank. A cell in quotes may contain separators and line breaks; a quote in it is doubled. */
function splitCells(pasted: string): Line[] {
  const text = `${pasted.replace(/\r\n?/g, '\n').trimEnd()}\n`;
  const separator = findSeparator(text);
  const lines: Line[] = [];
  let line = 1;
  let begin = 1;
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let closingQuote = -1;
  for (const [index, character] of [...text].entries()) {
    if (isQuoted ? character === '"' : character === '"' && (cell.trim() === '' || closingQuote === index - 1)) {
      isQuoted = !isQuoted;
      cell += isQuoted && closingQuote === index - 1 ? '"' : '';
      closingQuote = isQuoted ? -1 : index;
    } else if (!isQuoted && (character === separator || character === '\n')) {
      cells.push(cell);
      cell = '';
    } else {
      cell += character;
    }
    line += character === '\n' ? 1 : 0;
    if (!isQuoted && character === '\n') {
      lines.push({ cells, line: begin, isOpen: false });
      [cells, begin] = [[], line];
    }
  }
  if (isQuoted) {
    lines.push({ cells: [...cells, cell], line: begin, isOpen: true });
  }
  return lines.filter(({ cells: found, isOpen }) => isOpen || found.some((one) => one.trim() !== ''));
}

/** That of the first line that is not blank, outside of quotes. */
function findSeparator(text: string): string {
  const [line = ''] = text
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split('\n');
  return ['\t', ';'].find((separator) => line.includes(separator)) ?? ',';
}

/** The rows as a text that a spreadsheet takes, and that `parseTagText` reads as the same rows: headings, then a line per row. */
export function formatTagText(rows: readonly ProfileSetting[], headings: TagHeadings): string {
  const lines = rows.map(({ deviceType, tag, states, limits }) => [
    deviceType,
    tag,
    formatStates(states),
    ...LIMIT_NAMES.map((name) => limits[name]?.toString() ?? ''),
  ]);
  return [TAG_COLUMNS.map((column) => headings[column]), ...lines]
    .map((cells) => cells.map(quoteIfNeeded).join('\t'))
    .join('\n');
}

/** States as `parseTagText` reads them. */
export function formatStates(states: readonly TagState[]): string {
  return states
    .map(({ value, name, color }) => {
      // What is in brackets at the end is a color, if only an empty one.
      const end = color === undefined ? (name.endsWith(']') ? ' []' : '') : ` [${color}]`;
      return `${value}=${name}${end}`;
    })
    .join(', ');
}

function quoteIfNeeded(cell: string): string {
  return /^\s*"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
