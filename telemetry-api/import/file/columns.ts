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
 * @throws InputError if a required field or a column chosen by the user is missing or ambiguous
 */
export function findColumns(header: readonly string[], fields: readonly Field[]): number[] {
  return fields.map((field) => {
    const found = header.flatMap((name, index) => (matchesField(name, field) ? [index] : []));
    const named = found.map((index) => quoted(header[index] ?? '')).join(' and ');
    if (found.length > 1) {
      throw new InputError(`several columns match the field ${field.name}: ${named}${columnHint(field)}`);
    }
    if (found.length === 0 && field.column !== undefined) {
      throw new InputError(`the header has no column ${quoted(field.column)}; its columns are ${quoteNames(header)}`);
    }
    if (found.length === 0 && field.required && field.constant === undefined) {
      const known = [field.name, ...field.aliases].join(', ');
      throw new InputError(
        `no column matches the field ${field.name}; the header has ${quoteNames(header)}; known names: ${known}${columnHint(field)}${header.length === 1 ? '; or the delimiter is another one (--delimiter)' : ''}`
      );
    }
    return found[0] ?? -1;
  });
}

function columnHint(field: Field): string {
  return field.option ? `; choose one with ${field.option} NAME` : '; rename one in the header';
}

function quoteNames(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(', ');
}
