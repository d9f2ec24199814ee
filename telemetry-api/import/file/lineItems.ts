import { isNoValue } from '../values/noValue.ts';
import { InputError, quoted } from '../values/importErrors.ts';
import { columnsOf, type Field, isFoundByCells, normaliseName } from './columns.ts';
import { textOf } from './jsonLine.ts';
import type { Layout } from './layout.ts';
import { isOfRejects } from './rejections.ts';

/** A column whose first cells are texts alone. */
export interface TextColumn {
  readonly name: string;
  /** The first different ones. */
  readonly texts: readonly string[];
}

export interface LineItems {
  /** Columns that a field has, or that are items. */
  used(): ReadonlySet<number>;
  /** Those of them that their cells alone have told. */
  foundByCells(): ReadonlySet<number>;
  /** Those that would be items if they had other cells than texts. */
  readonly texts: readonly TextColumn[];
  /** A name that several items have. */
  readonly repeatedName?: string;
  /** Names of the items of which no line so far has a value. */
  withoutValue(): string[];
  /** Adds a column behind the others, which no line so far has. */
  add(name: string): void;
  /** @returns for each item the cells in the order of the fields; undefined where the file has no such column */
  of<Cell>(line: readonly Cell[]): Array<Array<Cell | string | undefined>>;
}

/**
 * How lines become items: a line is one, unless each column that no field has is one, of which a field has the name and another the cell. Such a column has
 * no item where its cell is empty: not all tags have a value at every time. What the first rows leave open, the first cell that is not empty decides.
 * @param columns the column index of each field, or -1
 */
export function lineItems(layout: Layout, fields: readonly Field[], columns = columnsOf(layout, fields)): LineItems {
  const nameField = fields.findIndex(({ ofEach }) => ofEach === 'name');
  const cellField = fields.findIndex(({ ofEach }) => ofEach === 'cell');
  return nameField < 0 || cellField < 0
    ? linesThemselves(layout, fields, columns)
    : columnsAsItems(layout, fields, columns, { nameField, cellField });
}

/** @throws InputError if a column has texts alone, or the name of another one: it is named, and not left out by itself */
export function checkItems({ texts, repeatedName }: LineItems): void {
  if (repeatedName !== undefined) {
    throw new InputError(
      `several columns have the name ${quoted(repeatedName)}, and each would be the same tag; rename all but one, or leave all of them out with --ignore-column ${JSON.stringify(repeatedName)}`
    );
  }
  const [first] = texts;
  if (first === undefined) {
    return;
  }
  const named = texts
    .slice(0, MAX_NAMED)
    .map(({ name, texts: [text = ''] }) => `${quoted(name)} (such as ${quoted(text)})`);
  const more = texts.length > named.length ? ` and ${texts.length - named.length} more columns` : '';
  throw new InputError(
    `${named.join(', ')}${more}: only texts in the first lines, and a reading is a number; nothing was imported
  leave such a column out: ${texts.map(({ name }) => `--ignore-column ${JSON.stringify(name)}`).join(' ')}
  or give each of its texts a number: --states ${JSON.stringify(`${first.name}: ${first.texts.map((text) => `${text}=NUMBER`).join(',')}`)}; of batches, export the numbers, a reading at each change`
  );
}

const MAX_NAMED = 5;

function linesThemselves({ names, rows }: Layout, fields: readonly Field[], given: readonly number[]): LineItems {
  const columns = [...given];
  const undecided = new Set(
    names.flatMap((_, column) => (columns.includes(column) || rows.some((row) => row[column]) ? [] : [column]))
  );

  /** A column that is empty in the first rows, such as that of a quality which is written where it is bad. */
  function decide(column: number, cell: unknown): void {
    if (isEmpty(cell)) {
      return;
    }
    undecided.delete(column);
    const field = fields.findIndex(
      ({ isColumn }, index) => columns[index] === -1 && isColumn?.(names[column]!, [textOf(cell)])
    );
    if (field >= 0) {
      columns[field] = column;
    }
  }

  return {
    used: () => new Set(columns.filter((column) => column >= 0)),
    foundByCells: () => new Set(columns.filter((column, field) => column >= 0 && isFoundByCells(fields[field]!))),
    texts: [],
    withoutValue: () => [],
    add: () => undefined,
    of: (line) => {
      undecided.forEach((column) => decide(column, line[column]));
      return [columns.map((column) => (column < 0 ? undefined : line[column]))];
    },
  };
}

function columnsAsItems(
  layout: Layout,
  fields: readonly Field[],
  columns: readonly number[],
  { nameField, cellField }: { nameField: number; cellField: number }
): LineItems {
  const { rows } = layout;
  const names = [...layout.names];
  const { isValue: isValueOf = () => true } = fields[cellField]!;
  const isValue = (column: number, cell: string) => isValueOf(names[column]!, cell);
  const ignored = new Set((fields[nameField]!.except ?? []).map(normaliseName));
  const isBlank = (column: number, cell: unknown) =>
    isEmpty(cell) || (typeof cell === 'string' && !isValue(column, cell) && isNoValue(cell));
  const sample = names.map((_, column) => rows.map((row) => row[column] ?? '').filter((cell) => cell !== ''));
  const isFree = (column: number) =>
    !columns.includes(column) && !isOfRejects(names[column]!) && !ignored.has(normaliseName(names[column]!));
  const firstText = (column: number) => sample[column]!.find((cell) => !isBlank(column, cell));
  const firstTexts = (column: number) =>
    [...new Set(sample[column]!.filter((cell) => !isBlank(column, cell)))].slice(0, MAX_NAMED);
  const isTextAlone = (column: number) =>
    firstText(column) !== undefined && !sample[column]!.some((cell) => isValue(column, cell));
  const ofHeader = names.length;
  const texts = new Set(names.flatMap((_, column) => (isTextAlone(column) ? [column] : [])));
  let arranged = arrange();
  const undecided = new Set(
    arranged.items.map(({ column }) => column).filter((column) => firstText(column) === undefined)
  );

  function arrange() {
    // Columns of a field that is found by its cells: one for the line, or one behind each item, such as its quality.
    const found = fields.map((field) =>
      isFoundByCells(field) ? sample.flatMap((cells, column) => (isOf(field, column, cells) ? [column] : [])) : []
    );
    const free = sample.flatMap((_, column) => (isFree(column) && !found.flat().includes(column) ? [column] : []));
    const items = free.filter((column) => !texts.has(column));
    // Later keys are in no order.
    const [firstItem = 0, lastItem = 0] = [items[0], items.findLast((column) => column < ofHeader)];
    const isBehindItem = (column: number) =>
      items.some((item) => isNamedAfter(names[column]!, names[item]!)) || (firstItem < column && column < lastItem);
    const isBehindItems = found.map((ofField) => ofField.some(isBehindItem));
    const cellsOfItem = (item: number, at: number) =>
      columns.map((column, field) =>
        isBehindItems[field]
          ? (found[field]!.find((other) => other > item && other < (items[at + 1] ?? names.length)) ?? -1)
          : column < 0
            ? (found[field]![0] ?? -1)
            : column
      );
    return {
      found: new Set(found.flat()),
      texts: free.filter((column) => texts.has(column)),
      items: items.map((column, at) => ({ column, own: cellsOfItem(column, at) })),
    };
  }

  function isOf(field: Field, column: number, cells: readonly string[]): boolean {
    const name = names[column]!;
    return isFoundByCells(field) && !ignored.has(normaliseName(name)) && field.isColumn!(name, cells);
  }

  function decide(column: number, cell: unknown): void {
    if (isBlank(column, cell)) {
      return;
    }
    undecided.delete(column);
    const cells = [textOf(cell)];
    if (fields.some((field) => isOf(field, column, cells))) {
      sample[column] = cells;
      arranged = arrange();
    }
  }

  return {
    used: () =>
      new Set([...columns, ...arranged.items.flatMap(({ column, own }) => [column, ...own])].filter((one) => one >= 0)),
    foundByCells: () => arranged.found,
    texts: arranged.texts.map((column) => ({ name: names[column]!, texts: firstTexts(column) })),
    repeatedName: arranged.items
      .map(({ column }) => names[column]!)
      .find((name, at, all) => name !== '' && all.indexOf(name) !== at),
    withoutValue: () => [...undecided].map((column) => names[column]!).filter((name) => name !== ''),
    add: (name) => {
      undecided.add(names.length);
      names.push(name);
      sample.push([]);
      arranged = arrange();
      if (!arranged.items.some(({ column }) => names[column] === name)) {
        undecided.delete(names.length - 1);
      }
    },
    of: <Cell>(line: readonly Cell[]) => {
      undecided.forEach((column) => decide(column, line[column]));
      return arranged.items
        .filter(({ column }) => !isEmpty(line[column]))
        .map(({ column, own }) => {
          const cells: Array<Cell | string | undefined> = own.map((other) => (other < 0 ? undefined : line[other]));
          cells[nameField] = names[column];
          cells[cellField] = line[column];
          return cells;
        });
    },
  };
}

function isEmpty(cell: unknown): boolean {
  return cell === '' || cell === undefined || cell === null;
}

/** Such as `Calidad PT-1` and `PT-1.quality` after `PT-1`. */
function isNamedAfter(name: string, item: string): boolean {
  const isSeparator = (character: string | undefined) => character !== undefined && /[\s_.:/-]/.test(character);
  return (
    (name.startsWith(item) && isSeparator(name[item.length])) ||
    (name.endsWith(item) && isSeparator(name.at(-item.length - 1)))
  );
}
