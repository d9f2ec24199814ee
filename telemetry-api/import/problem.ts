/**
 * Vocabulary of an import.
 * - row: one line of the file (or a few, where a quoted field holds line ends).
 * - problem: why a row was not taken. It loses nothing but its own row.
 * - input error: why the file as a whole cannot be read. It ends the import; what was written stays.
 */

/** Why one row was not taken. */
export interface Problem {
  /** Few words, the same for every row with this fault: rows are counted by it. */
  readonly reason: string;
  /** What is wrong with this very row, and what is allowed. */
  readonly detail: string;
}

/** The file, or an option about it, makes no sense as a whole. The message says what, where and what is allowed. */
export class InputError extends Error {
  override name = 'InputError';
}

/** The import ended before the file did; what was written stays, and importing the file again completes it. */
export class StoppedImport extends Error {
  override name = 'StoppedImport';
}

/** A text from the file as it may be shown: quoted, control characters escaped, never longer than a line bears. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
