import { InputError, shown } from './problem.ts';

/** One thing an import needs of each row, and where a file may keep it. */
export interface Field {
  /** The English name, in messages and documentation. */
  readonly name: string;
  /** Header names known without being told; compared without case, accents, spaces, `_`, `-` and `.`. */
  readonly aliases: readonly string[];
  readonly required: boolean;
  /** The header name that the user gave; then no alias counts. */
  readonly column?: string;
  /** A value for every row, where the file has no such column. */
  readonly constant?: string;
  /** The option that names the column, for messages. */
  readonly option?: string;
}

/** `Fecha_Hora`, `fecha hora` and `FECHAHORA` are one name. */
function normaliseName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s_.-]+/g, '')
    .toLowerCase();
}

/** Whether a header name (or the key of a JSON object) stands for the field. */
export function namesField(name: string, field: Field): boolean {
  const normalised = normaliseName(name);
  return field.column === undefined
    ? normaliseName(field.name) === normalised || field.aliases.some((alias) => normaliseName(alias) === normalised)
    : normaliseName(field.column) === normalised;
}

/**
 * Finds each field in a CSV header.
 * @param header the column names as the file has them
 * @returns for each field the index of its column, or -1 where the file has none
 * @throws InputError where a required field, or one that the user named, is missing or there twice
 */
export function findColumns(header: readonly string[], fields: readonly Field[]): number[] {
  return fields.map((field) => {
    const found = header.flatMap((name, index) => (namesField(name, field) ? [index] : []));
    const named = found.map((index) => shown(header[index] ?? '')).join(' and ');
    if (found.length > 1) {
      throw new InputError(`several columns match the field ${field.name}: ${named}${choose(field)}`);
    }
    if (found.length === 0 && field.column !== undefined) {
      throw new InputError(`the header has no column ${shown(field.column)}; its columns are ${listed(header)}`);
    }
    if (found.length === 0 && field.required && field.constant === undefined) {
      const known = [field.name, ...field.aliases].join(', ');
      throw new InputError(
        `no column matches the field ${field.name}; the header has ${listed(header)}; known names: ${known}${choose(field)}`
      );
    }
    return found[0] ?? -1;
  });
}

function choose(field: Field): string {
  return field.option ? `; choose one with ${field.option} NAME` : '; rename one in the header';
}

function listed(names: readonly string[]): string {
  return names.map((name) => shown(name)).join(', ');
}
