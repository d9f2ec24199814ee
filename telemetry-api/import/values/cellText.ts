import { type RowError, quoted } from './importErrors.ts';

/**
 * Converts a cell to text: a CSV cell is unchanged, a JSON number is formatted, a missing cell is ''.
 * @param name of the field, for the error message
 */
export function cellText(cell: unknown, name: string): string | RowError {
  if (typeof cell === 'string') {
    return cell;
  }
  if (cell === undefined || cell === null) {
    return '';
  }
  if (typeof cell === 'number') {
    return String(cell);
  }
  return {
    reason: `${name} has the wrong type`,
    detail: `${name} ${quoted(JSON.stringify(cell))} is neither a string nor a number`,
  };
}
