import { parseNumber } from '../values/parseNumber.ts';
import { type Field, isFoundByCells } from './columns.ts';
import { isOfRejects } from './rejections.ts';

export interface LineItems {
  /** Columns that a field has, or that are items. */
  readonly used: ReadonlySet<number>;
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
    return { used: new Set(columns.filter((column) => column >= 0)), of: itself };
  }
  const rest = names.flatMap((name, column) => (columns.includes(column) || isOfRejects(name) ? [] : [column]));
  // A field that is found by its cells can have a column beside each item, such as its quality.
  const besides = fields.flatMap((field, index) => {
    const found = rest.filter((column) => isFoundByCells(field) && field.isColumn?.(names[column]!, cellsOf(column)));
    return found.length > 0 && columns[index]! >= 0 ? [{ index, found: [...found, columns[index]!] }] : [];
  });
  const isBeside = (column: number) => besides.some(({ found }) => found.includes(column));
  const items = rest
    .filter((column) => !isBeside(column) && hasNumbers(cellsOf(column)))
    .map((column, at, all) => {
      const end = all[at + 1] ?? names.length;
      const own = [...columns];
      for (const { index, found } of besides) {
        own[index] = found.find((other) => other > column && other < end) ?? -1;
      }
      return { column, own };
    });
  return {
    used: new Set(
      [...columns, ...items.flatMap(({ column, own }) => [column, ...own])].filter((column) => column >= 0)
    ),
    of: <Cell>(line: readonly Cell[]) =>
      items
        .filter(({ column }) => line[column] !== '' && (line[column] ?? undefined) !== undefined)
        .map(({ column, own }) => {
          const cells: Array<Cell | string | undefined> = own.map((other) => (other < 0 ? undefined : line[other]));
          cells[nameField] = names[column];
          cells[cellField] = line[column];
          return cells;
        }),
  };
}

function hasNumbers(cells: readonly string[]): boolean {
  const isNumber = (cell: string) => [false, true].some((comma) => typeof parseNumber(cell, comma) === 'number');
  return cells.length === 0 || cells.some(isNumber);
}
