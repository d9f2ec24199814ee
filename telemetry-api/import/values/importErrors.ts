/**
 * Terms of an import.
 * - row: one line of the file, or several if a quoted field contains line breaks.
 * - row error: why a row is rejected. It affects only its own row.
 * - input error: why the file as a whole cannot be read. It stops the import; what was written is kept.
 */

/** Why one row is rejected. */
export interface RowError {
  /** A short phrase, the same for all rows with this error: rejected rows are counted by it. */
  readonly reason: string;
  /** What is wrong with this row, and what is allowed. */
  readonly detail: string;
}

/** The file as a whole or one of its options is invalid. The message names the error, its place and what is allowed. */
export class InputError extends Error {
  override name = 'InputError';
}

/** The import stopped before the end of the file. What was written is kept; importing the file again completes it. */
export class StoppedImport extends Error {
  override name = 'StoppedImport';
}

/** Formats text from the file for a message: quoted, control characters escaped, truncated to 60 characters. */
export function quoted(text: string): string {
  const json = JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
  // JSON leaves these as they are; a terminal can take them as commands.
  return json.replace(/[\u007f-\u009f\u2028\u2029]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
