/** A value of a list: `null` if there is none. Times are ISO 8601. */
export type ListValue = string | number | boolean | null | readonly string[];

/**
 * Formats the output of a command that lists things: a header and aligned columns, or JSON with the same names.
 * @param columns names of the values in order, in camelCase; the header has them as words
 */
export function formatList<Column extends string>(
  columns: readonly Column[],
  items: ReadonlyArray<Readonly<Record<Column, ListValue>>>,
  isJson: boolean
): string {
  if (isJson) {
    const inOrder = items.map((item) => Object.fromEntries(columns.map((column) => [column, item[column]])));
    return `${JSON.stringify(inOrder, undefined, 2)}\n`;
  }
  const rows = [columns.map(toHeading), ...items.map((item) => columns.map((column) => toText(item[column])))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) => `${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd() + '\n')
    .join('');
}

/** `lastUsed` -> `LAST USED` */
function toHeading(column: string): string {
  return column.replace(/[A-Z]/g, ' $&').toUpperCase();
}

function toText(value: ListValue): string {
  const text = value === null || value === '' ? '-' : Array.isArray(value) ? value.join(',') || '-' : String(value);
  // Earlier versions accepted control characters in names, which would break the list.
  return text.replace(/\p{Cc}/gu, ' ');
}

/** @param epochMs null if there is no such time */
export function listTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
