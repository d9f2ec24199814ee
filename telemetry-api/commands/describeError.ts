/** Formats an error for a terminal: its message and those of its causes, without stack traces. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(describeError).join('; ');
  }
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause === undefined ? error.message : `${error.message}\n  ${describeError(error.cause)}`;
}
