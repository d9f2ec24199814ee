import { parseNumber } from '../values/parseNumber.ts';
import { type Field, isFoundByCells } from './columns.ts';
import { isOfRejects } from './rejections.ts';

export interface LineItems {
  /** Columns that a field has, or that are items. */
  readonly used: ReadonlySet<number>;
  /** Those of them that their cells alone have told. */
  readonly foundByCells: ReadonlySet<number>;
  /** @returns for each item the cells in the order of the fields; undefined where the file has no such column */
  of<Cell>(line: readonly Cell[]): Array<Array<Cell | string | undefined>>;
}

/**
 * How lines become items: a line is one, unless each column that no field has is one, of which a field has the name and another the cell. Such a column is
 * left out if its first cells have no number, and where its cell is empty: not all tags have a value at every time.
 * @param columns the column index of each field, or -1
 * @param rows the first rows
 */
export function lineItems(
  names: readonly string[],
  fields: readonly Field[],
  columns: readonly number[],
  rows: ReadonlyArray<readonly string[]>
): LineItems {
  const cellsOf = (column: number) => rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const nameField = fields.findIndex(({ ofEach }) => ofEach === 'name');
  const cellField = fields.findIndex(({ ofEach }) => ofEach === 'cell');
  if (nameField < 0 || cellField < 0) {
    const itself = <Cell>(line: readonly Cell[]) => [columns.map((column) => (column < 0 ? undefined : line[column]))];
    return {
      used: new Set(columns.filter((column) => column >= 0)),
      foundByCells: new Set(columns.filter((column, field) => column >= 0 && isFoundByCells(fields[field]!))),
      of: itself,
    };
  }
  const rest = names.flatMap((name, column) => (columns.includes(column) || isOfRejects(name) ? [] : [column]));
  // Columns of a field that is found by its cells: one for the line, or one behind each item, such as its quality.
  const found = fields.map((field) =>
    isFoundByCells(field)
      ? names.flatMap((name, column) => (field.isColumn?.(name, cellsOf(column)) ? [column] : []))
      : []
  );
  const items = rest.filter((column) => !found.flat().includes(column) && hasNumbers(cellsOf(column)));
  const isBehindItem = (column: number) =>
    items.some((item) => isNamedAfter(names[column]!, names[item]!)) || (items[0]! < column && column < items.at(-1)!);
  const isBehindItems = found.map((ofField) => ofField.some(isBehindItem));
  const cellsOfItem = (item: number, at: number) =>
    columns.map((column, field) =>
      isBehindItems[field]
        ? (found[field]!.find((other) => other > item && other < (items[at + 1] ?? names.length)) ?? -1)
        : column
    );
  const columnsOfItems = items.map((column, at) => ({ column, own: cellsOfItem(column, at) }));
  return {
    used: new Set(
      [...columns, ...columnsOfItems.flatMap(({ column, own }) => [column, ...own])].filter((column) => column >= 0)
    ),
    foundByCells: new Set(found.flat()),
    of: <Cell>(line: readonly Cell[]) =>
      columnsOfItems
        .filter(({ column }) => line[column] !== '' && (line[column] ?? undefined) !== undefined)
        .map(({ column, own }) => {
          const cells: Array<Cell | string | undefined> = own.map((other) => (other < 0 ? undefined : line[other]));
          cells[nameField] = names[column];
          cells[cellField] = line[column];
          return cells;
        }),
  };
}

/** Such as `Calidad PT-1` and `PT-1.quality` after `PT-1`. */
function isNamedAfter(name: string, item: string): boolean {
  const isSeparator = (character: string | undefined) => character !== undefined && /[\s_.:/-]/.test(character);
  return (
    (name.startsWith(item) && isSeparator(name[item.length])) ||
    (name.endsWith(item) && isSeparator(name.at(-item.length - 1)))
  );
}

function hasNumbers(cells: readonly string[]): boolean {
  const isNumber = (cell: string) => [false, true].some((comma) => typeof parseNumber(cell, comma) === 'number');
  return cells.length === 0 || cells.some(isNumber);
}
