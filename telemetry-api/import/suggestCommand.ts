import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { columnsOf, type Field, matchesField } from './file/columns.ts';
import type { Layout } from './file/layout.ts';
import { lineItems } from './file/lineItems.ts';
import { type FileStart, sniff, type Sniffed } from './file/sniff.ts';
import { DEFAULT_AREA } from './inventory/missingTags.ts';
import { candidateTimeFormats, isUnixTime, UNIX_SECONDS_DIGITS } from './values/candidateTimeFormats.ts';
import { isNoValue } from './values/noValue.ts';
import { plainText } from './values/plainText.ts';
import { parseNumber } from './values/parseNumber.ts';
import { quoted } from './values/importErrors.ts';
import { stateOfWord } from './values/states.ts';
import { timestampParser } from './values/timestampParser.ts';
import { shellWord } from './shellWord.ts';
import type { ReadingOptions } from './readingOptions.ts';
import { readingFields, readingRow } from './readings/readingRow.ts';

/** A column contains times or numbers if this share of its cells does: some may be `Bad Input`. */
const MIN_SHARE = 0.8;
/** Columns whose texts are no names of devices or tags. */
const NAME_OF_TEXTS =
  /^(?:batch|lot(?:e|to)?|charge|partida|campaign|order|orden|pedido|auftrag|product|producto|produkt|produit|recipe|receta|rezept|recette|shift|turno|schicht|operator|operario|operador|user|usuario|benutzer|comment|comentario|kommentar|remark|bemerkung|note|nota|message|mensaje|meldung)(?![a-z])/;
const NEW_SITE = 'PLANT';
/** Its index in the fields of readings. */
const QUALITY = 4;

interface Column {
  readonly name: string;
  /** Those that are not empty. */
  readonly cells: readonly string[];
  readonly kind: 'time' | 'number' | 'text' | 'empty';
}

/** The columns of a readings file. */
interface Columns {
  readonly device?: Column;
  readonly tag?: Column;
  readonly time: Column;
  readonly value: Column;
  /** Further ones with numbers. */
  readonly others: readonly Column[];
  /** Whether each column with numbers is a tag. */
  readonly isWide: boolean;
  /** One with the time of day, beside a date. */
  readonly clock?: Column;
}

/**
 * The one command that imports a file of which the given options do not read every row: encoding, delimiter, line of the header, columns, format and zone of
 * the times, decimal comma, and where new devices are. Or what to do with the file first, if no options read it.
 * @param path `-` for stdin
 * @param siteZone time zone of the site, if it is known
 * @returns lines for display; none if no other options read more rows
 */
export function suggestCommand(
  path: string,
  start: FileStart,
  given: ReadingOptions,
  siteZone: string | undefined
): string[] {
  const sniffed = sniff(start, given);
  const columns = sniffed && assignColumns(sniffed.layout, given);
  if (!columns) {
    return [];
  }
  if (columns.clock) {
    const [date = '', clock = ''] = [columns.time, columns.clock].map(({ cells }) => cells[0]);
    return [`Date and time are in two columns. Join them in one first, such as ${quoted(`${date} ${clock}`)}.`];
  }
  const mixed = describeMixedUnits(columns.time);
  if (mixed !== undefined) {
    return [mixed];
  }
  const { layout } = sniffed;
  const options = withoutTexts(suggestOptions(path, sniffed.options, columns, given), layout);
  const { zone, question } = chooseZone(columns.time, options, siteZone);
  const suggested = { ...options, zone };
  // Any zone reads them, except for the hour that its clock skips.
  const read = countRead(layout, question === undefined ? suggested : { ...suggested, zone: 'UTC' });
  const readAsGiven = isReadAlike(sniffed, given) ? countRead(layout, given) : 0;
  return read > readAsGiven
    ? [
        `To read ${read} of the first ${layout.rows.length} rows instead of ${readAsGiven}:`,
        `  npm run -s api -- import readings ${commandLine(path, suggested)}`,
        ...[question ?? [], explain(columns, given, suggested)].flat().map((note) => `  ${note}`),
      ]
    : [];
}

/** No unit reads Unix times in seconds and in milliseconds. */
function describeMixedUnits({ name, cells }: Column): string | undefined {
  const digits = cells.filter(isUnixTime).map((cell) => cell.split('.')[0]!.length);
  const inSeconds = digits.filter((count) => count <= UNIX_SECONDS_DIGITS).length;
  const inMs = digits.length - inSeconds;
  return inSeconds > 0 && inMs > 0
    ? `${quoted(name)} has Unix times in seconds (${inSeconds} of the first ${cells.length}) and in milliseconds (${inMs}). Write all of them in milliseconds first: append 000 to those with ${UNIX_SECONDS_DIGITS} digits. Then import with --time-format epoch-ms.`
    : undefined;
}

/** Finds columns by their names, the others by what they contain. */
function assignColumns(layout: Layout, given: ReadingOptions): Columns | undefined {
  const { names, rows } = layout;
  const fields = readingFields(given);
  const free = names.map((name, index) =>
    column(
      name,
      rows.map((row) => row[index] ?? '').filter((cell) => cell !== '')
    )
  );
  const take = (matches: (column: Column) => boolean) => {
    const at = free.findIndex(matches);
    return at < 0 ? undefined : free.splice(at, 1)[0];
  };
  for (const ofQuality of qualityColumns(free, columnsOf(layout, fields), fields[QUALITY])) {
    take((column) => column === ofQuality);
  }
  const [device, tag, time, value] = fields.map((field) =>
    take(({ name, cells }) => matchesField(name, field) && !field.isMistaken?.(cells))
  );
  const ofTime = time ?? take(({ kind }) => kind === 'time');
  const ofValue = value ?? take(({ kind }) => kind === 'number');
  const hasDateOnly = ofTime?.cells.every((cell) => !cell.includes(':')) ?? false;
  const clock = hasDateOnly
    ? take(({ cells }) => cells.length > 0 && cells.every((cell) => /^\d{1,2}:\d{2}/.test(cell)))
    : undefined;
  const isText = ({ name, kind }: Column) => kind === 'text' && !NAME_OF_TEXTS.test(plainText(name));
  const [hasDevice, hasTag] = fields.map(({ constant }) => constant !== undefined);
  const others = value ? [] : free.filter(({ kind }) => kind === 'number');
  const isWide = given.tagPerColumn ?? (others.length > 0 && !tag && !hasTag && given.valueColumn === undefined);
  // One column with texts distinguishes tags.
  const isDeviceFirst = tag !== undefined || hasTag || isWide || free.filter(isText).length > 1;
  const ofDevice = device ?? (hasDevice || !isDeviceFirst ? undefined : take(isText));
  const ofTag = tag ?? (hasTag || isWide ? undefined : take(isText));
  return ofTime && ofValue && { device: ofDevice, tag: ofTag, time: ofTime, value: ofValue, others, isWide, clock };
}

/** All of them: a wide file can have one beside each tag. */
function qualityColumns(columns: readonly Column[], indexes: readonly number[], quality: Field | undefined): Column[] {
  return columns.filter(({ name, cells }, index) => {
    const field = indexes.indexOf(index);
    return field === QUALITY || (field < 0 && quality?.column === undefined && quality?.isColumn?.(name, cells));
  });
}

function column(name: string, cells: readonly string[]): Column {
  const isMost = (count: number) => count >= MIN_SHARE * cells.length;
  const hasTimes = () =>
    isMost(cells.filter(isUnixTime).length) || timeFormats(cells).some((format) => isMost(countTimes(cells, format)));
  // Words for no value, and for states, stand in the place of numbers.
  const others = cells.filter((cell) => !isNoValue(cell));
  const states = others.map(stateOfWord).filter((state) => state !== undefined);
  const hasStates =
    (states.includes(0) && states.includes(1)) || (states.length > 0 && 2 * states.length >= others.length);
  const hasNumbers = () =>
    hasStates || [false, true].some((comma) => countNumbers(others, comma) >= MIN_SHARE * others.length);
  const kind = cells.length === 0 ? 'empty' : hasTimes() ? 'time' : hasNumbers() ? 'number' : 'text';
  return { name, cells, kind };
}

function timeFormats(cells: readonly string[]): string[] {
  return cells.slice(0, 10).flatMap(candidateTimeFormats);
}

function countTimes(cells: readonly string[], format: string): number {
  const parse = timestampParser({ format, zone: 'UTC', repeatedHour: 'earlier' });
  return cells.filter((cell) => typeof parse(cell) === 'number').length;
}

function countNumbers(cells: readonly string[], decimalComma: boolean): number {
  return cells.filter((cell) => typeof parseNumber(cell, decimalComma) === 'number').length;
}

function suggestOptions(
  path: string,
  ofLayout: Sniffed['options'],
  columns: Columns,
  given: ReadingOptions
): ReadingOptions {
  const { device, tag, time, value, others, isWide } = columns;
  const numbers = isWide ? [value, ...others].flatMap(({ cells }) => cells) : value.cells;
  const timeFormat = best([given.timeFormat, ...timeFormats(time.cells)], (format) => countTimes(time.cells, format));
  return {
    ...given,
    ...ofLayout,
    device: given.device ?? (device ? undefined : plainName(basename(path).replace(/\..*$/, ''), 'DEVICE')),
    tagPerColumn: isWide || undefined,
    tag: given.tag ?? (tag || isWide ? undefined : plainName(value.name, 'TAG')),
    deviceColumn: columnOption(device, 0),
    tagColumn: columnOption(tag, 1),
    timestampColumn: columnOption(time, 2),
    valueColumn: isWide ? undefined : columnOption(value, 3),
    timeFormat,
    decimalComma: best([given.decimalComma ?? false, true, false], (comma) => countNumbers(numbers, comma)),
    createMissing: true,
    site: given.site ?? NEW_SITE,
  };
}

/** In a file with a column per tag, texts are no tags. */
function withoutTexts(options: ReadingOptions, layout: Layout): ReadingOptions {
  const texts = textColumns(options, layout);
  return texts.length > 0 ? { ...options, ignoreColumn: [...(options.ignoreColumn ?? []), ...texts] } : options;
}

function textColumns(options: ReadingOptions, layout: Layout): string[] {
  return lineItems(layout, readingFields(options)).texts.map(({ name }) => name);
}

/** How many times of a column are rejected for one of the reasons. */
function countUnread(
  { cells }: Column,
  { timeFormat: format, zone }: Pick<ReadingOptions, 'timeFormat' | 'zone'>,
  ...reasons: readonly string[]
): number {
  const parse = timestampParser({ format, zone, repeatedHour: 'reject' });
  return cells.filter((cell) => {
    const read = parse(cell);
    return typeof read !== 'number' && reasons.includes(read.reason);
  }).length;
}

/**
 * The zone of the times of a column, or what to ask for it: a wrong one would shift each of them, and no row would be rejected. A machine writes the
 * time of its site, unless its times contradict it.
 */
function chooseZone(
  time: Column,
  { timeFormat, zone: given }: ReadingOptions,
  siteZone: string | undefined
): { readonly zone?: string; readonly question?: string } {
  if (given !== undefined || countUnread(time, { timeFormat }, 'timestamp without time zone') === 0) {
    return { zone: given };
  }
  const impossible =
    siteZone === undefined
      ? 0
      : countUnread(time, { timeFormat, zone: siteZone }, 'nonexistent local time', 'ambiguous local time');
  if (siteZone !== undefined && impossible === 0) {
    return { zone: siteZone };
  }
  const why =
    impossible === 0
      ? 'the times have no offset'
      : `in ${siteZone}, the zone of the site, the clocks skip or repeat ${impossible} of the first ${time.cells.length} times`;
  return {
    question: `Add the time zone in which the times were written, such as --zone Europe/Madrid or --zone UTC: ${why}.`,
  };
}

/** The first of those with the highest score. */
function best<T>(candidates: readonly [T, ...T[]], score: (candidate: T) => number): T {
  const scores = candidates.map(score);
  return candidates[scores.indexOf(Math.max(...scores))] as T;
}

/** The name of a column that is not recognized by its name. */
function columnOption(column: Column | undefined, field: number): string | undefined {
  const isRecognized = !column || matchesField(column.name, readingFields({})[field]!);
  return isRecognized ? undefined : column.name;
}

function plainName(text: string, otherwise: string): string {
  return (
    text
      .trim()
      .replace(/[\s"'`$\\]+/g, '_')
      .replace(/^[-_]+/, '') || otherwise
  );
}

/** Whether the given options find the rows and their columns. */
function isReadAlike({ layout, isAsGiven }: Sniffed, given: ReadingOptions): boolean {
  const fields = readingFields(given);
  return (
    isAsGiven &&
    columnsOf(layout, fields).every(
      (column, index) => column >= 0 || !fields[index]?.required || fields[index].constant !== undefined
    ) &&
    textColumns(given, layout).length === 0
  );
}

/** How many of the first rows can be read. */
function countRead(layout: Layout, options: ReadingOptions): number {
  const fields = readingFields(options);
  const { timeFormat: format, zone, repeatedHour, decimalComma = false, minQuality, goodQuality, states } = options;
  const parseTimestamp = timestampParser({ format, zone, repeatedHour });
  const read = readingRow({ fields, decimalComma, minQuality, goodQuality, states, parseTimestamp });
  const items = lineItems(layout, fields);
  return layout.rows.filter((row) => items.of(row).some((cells) => !('reason' in read({ line: 0, text: '', cells }))))
    .length;
}

function commandLine(path: string, options: ReadingOptions): string {
  const changed = <T>(value: T, byDefault: T) => (value === byDefault ? undefined : value);
  const flags: Record<string, string | number | boolean | readonly string[] | undefined> = {
    encoding: changed(options.encoding, 'utf-8'),
    format: options.format,
    delimiter: options.delimiter === '\t' ? 'tab' : options.delimiter,
    'header-line': options.headerLine,
    'tag-per-column': options.tagPerColumn,
    'ignore-column': options.ignoreColumn,
    device: options.device,
    'device-column': options.deviceColumn,
    tag: options.tag,
    'tag-column': options.tagColumn,
    'timestamp-column': options.timestampColumn,
    'value-column': options.valueColumn,
    'quality-column': options.qualityColumn,
    'min-quality': changed(options.minQuality, 'uncertain'),
    states: options.states?.map(({ option }) => option),
    'good-quality': options.goodQuality?.join(','),
    'time-format': changed(options.timeFormat, 'iso'),
    zone: options.zone,
    'repeated-hour': changed(options.repeatedHour, 'order'),
    'decimal-comma': options.decimalComma,
    'create-missing': options.createMissing,
    site: options.site,
    'site-name': options.siteName,
    'site-zone': options.siteZone,
    area: changed(options.area, DEFAULT_AREA),
    unit: options.unit || undefined,
    'on-conflict': changed(options.onConflict, 'keep'),
    'max-errors': options.maxErrors,
    rejects: options.rejects,
    // A file that exists was written by this import, which would not have begun otherwise.
    force: options.force ?? (options.rejects !== undefined && existsSync(options.rejects)),
    'dry-run': options.dryRun,
  };
  const set = Object.entries(flags)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const))
    .filter(([, value]) => value !== undefined && value !== false);
  const words = set.map(([name, value]) => (value === true ? `--${name}` : `--${name} ${shellWord(String(value))}`));
  return [shellWord(path), ...words, ...(path === '-' ? ['< FILE'] : [])].join(' ');
}

/** What the suggested options guess. */
function explain({ time, others, isWide }: Columns, given: ReadingOptions, suggested: ReadingOptions): string[] {
  const { headerLine, timeFormat, zone, device, tag } = suggested;
  const swapped = timeFormat.replace(/^(d+)(.)(M+)/, '$3$2$1');
  const isEitherWay = swapped !== timeFormat && countTimes(time.cells, swapped) === countTimes(time.cells, timeFormat);
  const leftOut = (suggested.ignoreColumn ?? []).filter((name) => !given.ignoreColumn?.includes(name));
  const named = [device !== given.device ? '--device' : '', tag !== given.tag ? '--tag' : ''].filter(Boolean);
  return [
    headerLine !== given.headerLine ? `The column names are in line ${headerLine}; the lines above are left out.` : '',
    zone !== given.zone ? '--zone is the time zone of the site.' : '',
    isEitherWay ? `If the month comes before the day: --time-format ${shellWord(swapped)}` : '',
    named.length > 0 ? `Choose your own ${named.join(' and ')}.` : '',
    leftOut.length > 0
      ? `Left out: ${leftOut.map(quoted).join(', ')}, with texts. A reading is a number: of batches, export the numbers, or give each text one with --states.`
      : '',
    given.createMissing ? '' : `Leave out --create-missing and --site if the devices exist.`,
    isWide && !given.tagPerColumn ? `Each of ${others.length + 1} columns is a tag with the name of the column.` : '',
    others.length > 0 && !isWide
      ? `To import ${others.length} more columns at once, leave out --tag and --value-column and add --tag-per-column.`
      : '',
  ].filter(Boolean);
}
