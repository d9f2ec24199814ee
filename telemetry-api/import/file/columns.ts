import { plainText } from '../values/plainText.ts';
import { InputError, quoted } from '../values/importErrors.ts';
import type { Layout } from './layout.ts';

/** A field of an import, and how to find its column in a file. */
export interface Field {
  /** The English name, used in messages and documentation. */
  readonly name: string;
  /** Other accepted header names; case, accents, spaces, `_`, `-` and `.` are ignored. */
  readonly aliases: readonly string[];
  readonly required: boolean;
  /** Names of fields that together do without this one. */
  readonly insteadOf?: readonly string[];
  /** The header name chosen by the user; disables the aliases. */
  readonly column?: string;
  /** The value of every row if the file has no such column. */
  readonly constant?: string;
  /** The option that chooses the column, for messages. */
  readonly option?: string;
  /** Whether it is the one column that no other field has, if none has its name. */
  readonly isOfRest?: true;
  /**
   * Finds its column by name and first cells, of those that no other field has; only the cells tell a quality from the status of a machine.
   * @param cells those that are not empty
   */
  readonly isColumn?: (name: string, cells: readonly string[]) => boolean;
  /** Whether cells contradict the name of their column: words of states are no names of devices or tags. */
  readonly isMistaken?: (cells: readonly string[]) => boolean;
  /** The field has the name, or the cell, of each column that no other field has: a line is one item per such column. */
  readonly ofEach?: 'name' | 'cell';
  /** With `ofEach` `name`: names of columns that are left out. */
  readonly except?: readonly string[];
  /** With `ofEach` `cell`: whether a text is a value of the item, so that its column is not one of texts. */
  readonly isValue?: (item: string, cell: string) => boolean;
  /** What to do about a file without such a column, for messages. */
  readonly withoutColumn?: string;
}

/** `Fecha_Hora`, `fecha hora` and `FECHAHORA` are the same name. */
export function normaliseName(name: string): string {
  return plainText(name).replace(/[\s.-]+/g, '');
}

/** Whether a header name (or the key of a JSON object) refers to the field. */
export function matchesField(name: string, field: Field): boolean {
  const normalised = normaliseName(name);
  if (field.ofEach !== undefined) {
    return false;
  }
  return field.column === undefined
    ? normaliseName(field.name) === normalised || field.aliases.some((alias) => normaliseName(alias) === normalised)
    : normaliseName(field.column) === normalised;
}

/**
 * Finds each field in a file, and checks that the columns are those of the import; keys of NDJSON can follow in later lines.
 * @returns the column index of each field, or -1 if the file has no such column
 * @throws InputError if required fields or a column chosen by the user are missing or ambiguous (all missing fields are named), or cells contradict
 * the name of their column
 */
export function findColumns(layout: Layout, fields: readonly Field[]): number[] {
  const columns = columnsOf(layout, fields);
  if (layout.format === 'csv') {
    checkHeader(layout.names, fields, columns);
  }
  checkCells(layout, fields, columns);
  return columns;
}

/** Whether the cells of a column tell that the field is in it, and not its name alone. */
export function isFoundByCells(field: Field): boolean {
  return field.isColumn !== undefined && field.column === undefined;
}

/**
 * Finds each field by the names of columns, then by their cells; the field of the rest has the only one left.
 * @returns the column index of each field, or -1
 */
export function columnsOf({ names, rows }: Layout, fields: readonly Field[]): number[] {
  const columns = fields.map((field) =>
    isFoundByCells(field) ? -1 : names.findIndex((name) => matchesField(name, field))
  );
  const rest = () => names.flatMap((_, index) => (columns.includes(index) ? [] : [index]));
  const fillRest = () => {
    const [only, ...others] = rest();
    const field = fields.findIndex(({ isOfRest }, index) => isOfRest && columns[index] === -1);
    if (only !== undefined && others.length === 0 && field >= 0) {
      columns[field] = only;
    }
  };
  fillRest();
  for (const [field, { isColumn }] of fields.entries()) {
    if (isColumn && columns[field] === -1) {
      const cellsOf = (index: number) => rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
      columns[field] = rest().find((index) => isColumn(names[index] ?? '', cellsOf(index))) ?? -1;
    }
  }
  fillRest();
  return columns;
}

function checkHeader(header: readonly string[], fields: readonly Field[], columns: readonly number[]): void {
  fields.filter((field) => !isFoundByCells(field)).forEach((field) => checkName(header, field));
  const missing = fields.filter(
    ({ required, constant, insteadOf }, index) =>
      columns[index] === -1 &&
      required &&
      constant === undefined &&
      !insteadOf?.every((other) => columns[fields.findIndex(({ name }) => name === other)] !== -1)
  );
  if (missing.length > 0) {
    throw new InputError(describeMissing(header, missing));
  }
  checkIgnored(header, fields);
}

function checkName(header: readonly string[], field: Field): void {
  const found = header.filter((name) => matchesField(name, field));
  if (found.length > 1) {
    const named = found.map((name) => quoted(name)).join(' and ');
    const advice = field.option ? `choose one with ${field.option} NAME` : 'rename one in the header';
    throw new InputError(`several columns match the field ${field.name}: ${named}; ${advice}`);
  }
  if (found.length === 0 && field.column !== undefined) {
    throw new InputError(`the header has no column ${quoted(field.column)}; its columns are ${quoteNames(header)}`);
  }
}

function checkCells({ names, rows }: Layout, fields: readonly Field[], columns: readonly number[]): void {
  for (const [index, { name, option, isMistaken }] of fields.entries()) {
    const column = columns[index]!;
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
    if (column >= 0 && isMistaken?.(cells)) {
      const chosen = JSON.stringify(names[column]);
      throw new InputError(
        `the column ${quoted(names[column]!)} has the name of the field ${name}, but its cells are words of states, such as ${quoted(cells[0]!)}; choose it with --value-column ${chosen} if they are values, with ${option} ${chosen} if they are names`
      );
    }
  }
}

function checkIgnored(names: readonly string[], fields: readonly Field[]): void {
  const known = new Set(names.map(normaliseName));
  const unknown = fields.flatMap(({ except = [] }) => except).find((name) => !known.has(normaliseName(name)));
  if (unknown !== undefined) {
    throw new InputError(
      `--ignore-column: the header has no column ${quoted(unknown)}; its columns are ${quoteNames(names)}`
    );
  }
}

function describeMissing(header: readonly string[], missing: readonly Field[]): string {
  const lines = missing.map(({ name, aliases, option, withoutColumn }) => {
    const rename = option ? `${option} NAME chooses the column` : 'rename a column';
    const known = `recognized names: ${[name, ...aliases].join(', ')}`;
    return `  ${name}: ${withoutColumn ? `${withoutColumn}; otherwise ` : ''}${rename} (${known})`;
  });
  const names = missing.map(({ name }) => name).join(', ');
  const delimiter = header.length === 1 ? ', or the delimiter is another one (--delimiter)' : '';
  return `the header has no column for ${names}; its columns are ${quoteNames(header)}${delimiter}\n${lines.join('\n')}`;
}

function quoteNames(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(', ');
}
