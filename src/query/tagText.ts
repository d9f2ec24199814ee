import { AND, WHOLE_NUMBER, withEqualSigns } from '../core/inventory/stateNames';
import { METER_NUMBERS, type MeterNumber, type MeterSetting, type ReplacementSetting } from '../core/inventory/meter';
import { LIMIT_NAMES, type LimitName, type ProfileSetting, type TagState } from '../core/inventory/tagProfile';
import { findColumn, TAG_COLUMNS, type TagColumn, type TagHeadings } from './tagColumns';
import { readTagRows, readWrittenNumber, type TagProblem, type TagSettings } from './tagSettings';

/* Rows of the setting `tags` as text, from and for spreadsheets. */

/** Rows of a text, and how they were read. */
export interface PastedTagRows extends TagSettings {
  /** What empty cells below others were taken for. */
  readonly continued: readonly ContinuedCell[];
}

/** An empty cell below a merged one. */
export interface ContinuedCell {
  /** From 1. */
  readonly line: number;
  readonly column: 'deviceType' | 'tag';
  /** What is in the merged cell. */
  readonly value: string;
}

/**
 * Reads a text with a row per line and a cell per column, as it is copied from a spreadsheet or a CSV file. The columns are those of
 * `TAG_COLUMNS`, or those that a first line with headings names. Cells are separated by tabs, else by semicolons, else by commas, and
 * may be in double quotes. Replacements of meters are `CMP-01 2026-09-14T09:30+02:00 98265.7 -> 12`, with semicolons between them. States are `0=stopped, 1=running [green]`, or without `=` and color. An empty cell for the device type or the
 * tag continues the one above it, as below a merged cell; `*` is every device type.
 */
export function parseTagText(text: string, headings: TagHeadings): PastedTagRows {
  const lines = splitCells(text);
  const { columns, problems, hasHeadings } = readHeadings(lines, headings);
  if (problems.length > 0) {
    return { rows: [], problems, continued: [] };
  }
  const body = hasHeadings ? lines.slice(1) : lines;
  const unreadable = body.flatMap((line) => cellProblem(line, columns.length) ?? []);
  const readable = body.filter(({ line }) => unreadable.every((problem) => problem.row !== line));
  const written = readable.map(({ cells, line }) => ({
    row: rowOfCells((column) => cells[columns.indexOf(column)] ?? ''),
    number: line,
  }));
  const merged = continueCells(written);
  const read = readTagRows(merged.rows, readWrittenNumber);
  return {
    rows: read.rows,
    problems: [...unreadable, ...merged.problems, ...read.problems],
    continued: merged.continued,
  };
}

interface Headings {
  /** Undefined: a column without a heading. */
  readonly columns: ReadonlyArray<TagColumn | undefined>;
  readonly hasHeadings: boolean;
  readonly problems: readonly TagProblem[];
}

/** A line with the heading of the tag and of something about it; all other headings must be known, too. */
function readHeadings([first, ...others]: readonly Line[], headings: TagHeadings): Headings {
  const columns = first?.cells.map((cell) => findColumn(cell, headings)) ?? [];
  const hasHeadings =
    first !== undefined &&
    !first.cells.some(isData) &&
    columns.includes('tag') &&
    columns.some((column) => column !== undefined && isProfile(column));
  const isUnknown = !hasHeadings && others.length > 0 && first !== undefined && looksLikeHeadings(first, columns);
  if (first === undefined || (!hasHeadings && !isUnknown)) {
    return { columns: TAG_COLUMNS, hasHeadings: false, problems: [] };
  }
  const { cells, line } = first;
  const problems = cells.flatMap((found, index): TagProblem[] => {
    const column = columns[index];
    const isKnown = column === undefined ? found.trim() === '' : columns.indexOf(column) === index;
    return isKnown ? [] : [{ row: line, column: undefined, reason: 'heading', found }];
  });
  if (isUnknown && (problems.length === 0 || columns.every((column) => column === undefined))) {
    const found = cells
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(', ');
    return { columns, hasHeadings, problems: [{ row: line, column: undefined, reason: 'headingLine', found }] };
  }
  return { columns, hasHeadings, problems };
}

/** A line of three words or more, or with a known heading, of which none could be a limit or a list of states. */
function looksLikeHeadings({ cells }: Line, columns: Headings['columns']): boolean {
  const words = cells.filter((cell) => cell.trim() !== '');
  const isHeading = words.length > 2 || (words.length > 1 && columns.some((column) => column !== undefined));
  return isHeading && !words.some((cell) => isData(cell) || /[*=]/.test(cell));
}

/** True for what can only be a limit or a list of states. */
function isData(cell: string): boolean {
  return /^\s*[-+−]?[.,]?\d|\d\s*[=:]/.test(cell);
}

function isProfile(column: TagColumn): boolean {
  return column !== 'deviceType' && column !== 'tag';
}

/** A row as it is written: texts for limits. */
interface WrittenRow {
  readonly deviceType: string;
  readonly tag: string;
  readonly states: readonly object[];
  readonly limits: Readonly<Record<LimitName, string>>;
  readonly meter: Readonly<Record<MeterNumber, string>> & { readonly replaced: readonly object[] };
}

type NumberedLine = { readonly row: WrittenRow; readonly number: number };

/** Fills empty cells below others. A line of which both are empty adds to the row above it. */
function continueCells(lines: readonly NumberedLine[]) {
  const rows: NumberedLine[] = [];
  const problems: TagProblem[] = [];
  const continued: ContinuedCell[] = [];
  for (const { row, number } of lines) {
    const above = rows.at(-1);
    const filled = { ...row };
    for (const column of ['deviceType', 'tag'] as const) {
      const value = above?.row[column] ?? '';
      if (row[column] === '' && value !== '') {
        filled[column] = value;
        if (column === 'tag' || value !== EVERY_TYPE) {
          continued.push({ line: number, column, value });
        }
      }
    }
    if (above === undefined || row.tag !== '' || filled.tag === '' || filled.deviceType !== above.row.deviceType) {
      rows.push({ row: filled, number });
    } else {
      const [own, others] = [numberTexts(row), numberTexts(above.row)];
      const twice = [...LIMIT_NAMES, ...METER_NUMBERS].filter((name) => own[name] !== '' && others[name] !== '');
      problems.push(
        ...twice.map((name): TagProblem => ({ row: number, column: name, reason: 'sameLimit', found: own[name] }))
      );
      rows[rows.length - 1] = { row: addProfile(above.row, row), number: above.number };
    }
  }
  const withEveryType = rows.map(({ row, number }) => ({
    row: row.deviceType === EVERY_TYPE ? { ...row, deviceType: '' } : row,
    number,
  }));
  return { rows: withEveryType, problems, continued };
}

/** Where an empty cell would continue the one above it. */
const EVERY_TYPE = '*';

function numberTexts({ limits, meter: { rolloverAt, maxPerHour } }: WrittenRow) {
  return { ...limits, rolloverAt, maxPerHour };
}

function addProfile(row: WrittenRow, { states, limits, meter }: WrittenRow): WrittenRow {
  return {
    ...row,
    states: [...row.states, ...states],
    limits: byName(LIMIT_NAMES, (name) => row.limits[name] || limits[name]),
    meter: {
      ...byName(METER_NUMBERS, (name) => row.meter[name] || meter[name]),
      replaced: [...row.meter.replaced, ...meter.replaced],
    },
  };
}

function byName<Name extends string>(names: readonly Name[], textOf: (name: Name) => string) {
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>;
}

function cellProblem({ cells, line, isOpen }: Line, columns: number): TagProblem | undefined {
  const extra = cells.slice(columns).find((cell) => cell.trim() !== '');
  if (isOpen) {
    return { row: line, column: undefined, reason: 'openQuote', found: cells.at(-1)?.trim() ?? '' };
  }
  return extra === undefined ? undefined : { row: line, column: undefined, reason: 'tooManyCells', found: extra };
}

function rowOfCells(cell: (column: TagColumn) => string): WrittenRow {
  return {
    deviceType: cell('deviceType').trim(),
    tag: cell('tag').trim(),
    states: parseStates(cell('states')),
    limits: byName(LIMIT_NAMES, (name) => cell(name).trim()),
    meter: {
      ...byName(METER_NUMBERS, (name) => cell(name).trim()),
      replaced: parseReplacements(cell('replaced')),
    },
  };
}

/** States as JSON has them. A part that is no state keeps what is written there, and so does one with half of brackets, or two signs. */
function parseStates(cell: string): object[] {
  const list = withoutBrackets(cell.trim());
  // Beside `0=normal`, `1=>8 bar` is no arrow.
  const text = PLAIN_SIGN.test(list) ? list : withEqualSigns(list);
  if (text === '') {
    return [];
  }
  return text
    .replace(/[,;]$/, '')
    .split(HAS_SIGNS.test(text) ? BEFORE_SIGNED : BETWEEN)
    .map((part) => {
      const [, value = '', name = '', color = ''] = STATE.exec(part.trim()) ?? [];
      const isState = !/=|^:|^[^{]*\}|^[^<]*>/.test(name);
      const number = /^0x/i.test(value) ? String(Number(value)) : value;
      return { ...(isState && { value: number, name, color }), written: part.trim() };
    });
}

/** Replacements as JSON has them. What is none keeps what is written there. */
function parseReplacements(cell: string): object[] {
  return cell
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((written) => {
      const [, device = '', at, last, first] = REPLACEMENT.exec(written) ?? [];
      return { ...(at !== undefined && { device, at, last, first }), written };
    });
}

const REPLACEMENT =
  /^(?:(.*?)\s+)?(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}\S*(?:\s[+-]\d{2}:?\d{2})?)\s+([^\s>]+?)\s*(?:[-=]>|→|\s)\s*(\S+)$/i;

/** The content of brackets around all of a list. */
function withoutBrackets(text: string): string {
  const [, open = '', content = '', close] = /^([([{<])(\s*[-+\d].*)([)\]}>])$/.exec(text) ?? [];
  return close !== undefined && close === BRACKET_ENDS[open] ? content.trim() : text;
}

const BRACKET_ENDS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

const NUMBER = String.raw`(?:\+\d{1,9}|${WHOLE_NUMBER})`;
const PLAIN_SIGN = new RegExp(String.raw`(?<![\dA-Za-z])${NUMBER}\s*=(?![>=])`);
const HAS_SIGNS = new RegExp(String.raw`^${NUMBER}\s*=`);
/** A name may contain a separator, as in “open, 2 pumps”: with `=`, only what is before another `=` begins a state. */
const BEFORE_SIGNED = new RegExp(String.raw`(?:\s*[,;/|]\s*|\s+)(?:(?<=\s)${AND})?(?=${NUMBER}\s*=)`);
const BETWEEN = /[;/|]|(?<!\d),|,(?!\d)/;
const STATE = new RegExp(String.raw`^(${NUMBER})(?:\s*[=:–-]\s*|\s+)(.*?)(?:\s*\[([^[\]]*)\])?$`);

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
  const lines = rows.map(({ deviceType, tag, states, limits, meter = {} }, index) => [
    deviceType === '' && rows[index - 1]?.deviceType ? EVERY_TYPE : deviceType,
    tag,
    formatStates(states),
    ...LIMIT_NAMES.map((name) => numberText(limits[name])),
    ...METER_NUMBERS.map((name) => numberText(meter[name])),
    formatReplacements(meter.replaced),
  ]);
  return [TAG_COLUMNS.map((column) => headings[column]), ...lines]
    .map((cells) => cells.map(quoteIfNeeded).join('\t'))
    .join('\n');
}

/** With another decimal where it could be thousands. */
function numberText(number: number | undefined): string {
  const text = number?.toString() ?? '';
  return readWrittenNumber(text) === 'ambiguousNumber' ? `${text}0` : text;
}

function formatReplacements(replaced: MeterSetting['replaced'] = []): string {
  const textOf = ({ device, at, last, first }: ReplacementSetting) =>
    `${device} ${at} ${numberText(last)} -> ${numberText(first)}`.trim();
  return replaced.map(textOf).join('; ');
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
