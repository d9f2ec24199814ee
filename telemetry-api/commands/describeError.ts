import { errorCode } from '../errorCode.ts';
import { DISK_FULL } from '../store/database/databaseErrors.ts';
import { printable } from './printable.ts';

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
