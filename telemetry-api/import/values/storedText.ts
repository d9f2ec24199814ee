import { textError } from '../../store/database/textError.ts';
import { cellText } from './cellText.ts';
import { type RowError, quoted } from './importErrors.ts';

/** Converts a cell to a text that is stored as it is: a code, a key, a name, a unit … @param name of the field, for the error message */
export function storedText(cell: unknown, name: string): string | RowError {
  const text = cellText(cell, name);
  return typeof text === 'string' ? (storedTextError(text, name) ?? text) : text;
}

export function storedTextError(text: string, name: string): RowError | undefined {
  const error = textError(text);
  return error && { reason: `${name} ${error.reason}`, detail: `${name} ${quoted(text)} ${error.detail}` };
}
