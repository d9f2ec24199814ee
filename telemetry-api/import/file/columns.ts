import { InputError, quoted } from '../values/rowError.ts';

/** A field of an import, and how to find its column in a file. */
export interface Field {
  /** The English name, used in messages and documentation. */
  readonly name: string;
  /** Other accepted header names; case, accents, spaces, `_`, `-` and `.` are ignored. */
  readonly aliases: readonly string[];
  readonly required: boolean;
  /** The header name chosen by the user; disables the aliases. */
  readonly column?: string;
  /** The value of every row if the file has no such column. */
  readonly constant?: string;
  /** The option that chooses the column, for messages. */
  readonly option?: string;
  /** Whether it is the one column that no other field has, if none has its name. */
  readonly isOfRest?: true;
  /** What to do about a file without such a column, for messages. */
  readonly withoutColumn?: string;
}

/** `Fecha_Hora`, `fecha hora` and `FECHAHORA` are the same name. */
function normaliseName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s_.-]+/g, '')
    .toLowerCase();
}

/** Whether a header name (or the key of a JSON object) refers to the field. */
export function matchesField(name: string, field: Field): boolean {
  const normalised = normaliseName(name);
  return field.column === undefined
    ? normaliseName(field.name) === normalised || field.aliases.some((alias) => normaliseName(alias) === normalised)
    : normaliseName(field.column) === normalised;
}

/**
 * Finds each field in a CSV header.
 * @param header the column names in the file
 * @returns the column index of each field, or -1 if the file has no such column
 * @throws InputError if required fields or a column chosen by the user are missing or ambiguous; all missing fields are named
 */
export function findColumns(header: readonly string[], fields: readonly Field[]): number[] {
  const columns = withRest(
    header,
    fields,
    fields.map((field) => findColumn(header, field))
  );
  const missing = fields.filter(
    ({ required, constant }, index) => columns[index] === -1 && required && constant === undefined
  );
  if (missing.length > 0) {
    throw new InputError(describeMissing(header, missing));
  }
  return columns;
}

/**
 * Adds the column of the field that has the only one left.
 * @param named the column index of each field whose name is in the header, or -1
 */
export function withRest(header: readonly string[], fields: readonly Field[], named: readonly number[]): number[] {
  const rest = header.flatMap((_, index) => (named.includes(index) ? [] : [index]));
  return named.map((column, field) =>
    column === -1 && fields[field]?.isOfRest && rest.length === 1 ? rest[0]! : column
  );
}

function findColumn(header: readonly string[], field: Field): number {
  const found = header.flatMap((name, index) => (matchesField(name, field) ? [index] : []));
  if (found.length > 1) {
    const named = found.map((index) => quoted(header[index] ?? '')).join(' and ');
    const advice = field.option ? `choose one with ${field.option} NAME` : 'rename one in the header';
    throw new InputError(`several columns match the field ${field.name}: ${named}; ${advice}`);
  }
  if (found.length === 0 && field.column !== undefined) {
    throw new InputError(`the header has no column ${quoted(field.column)}; its columns are ${quoteNames(header)}`);
  }
  return found[0] ?? -1;
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
