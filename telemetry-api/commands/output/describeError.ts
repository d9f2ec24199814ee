import { errorCode } from '../../errorCode.ts';
import { DISK_FULL } from '../../store/database/databaseErrors.ts';

/** Formats an error for a terminal: its message and those of its causes, without stack traces and control characters. */
export function describeError(error: unknown): string {
  return printable(messagesOf(error));
}

function messagesOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(messagesOf).join('; ');
  }
  if (!(error instanceof Error)) {
    return String(error);
  }
  const message =
    errorCode(error) === DISK_FULL
      ? `The disk of the database is full. Free space on it, then run the command again.\n  ${error.message}`
      : error.message;
  return error.cause === undefined ? message : `${message}\n  ${messagesOf(error.cause)}`;
}

/**
 * Makes text safe to print: control characters other than line breaks become escapes such as \u001b. A terminal would obey them, for
 * example an invalid name with ESC that an error message repeats.
 */
export function printable(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
