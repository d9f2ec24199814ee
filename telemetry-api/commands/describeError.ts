import { errorCode } from '../errorCode.ts';

/** SQLSTATE of a statement for which the server has no space. */
const DISK_FULL = '53100';

/** Formats an error for a terminal: its message and those of its causes, without stack traces. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(describeError).join('; ');
  }
  if (!(error instanceof Error)) {
    return String(error);
  }
  const message =
    errorCode(error) === DISK_FULL
      ? `The disk of the database is full. Free space on it, then run the command again.\n  ${error.message}`
      : error.message;
  return error.cause === undefined ? message : `${message}\n  ${describeError(error.cause)}`;
}
