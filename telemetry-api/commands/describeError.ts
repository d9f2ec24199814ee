/** An error as a person at a terminal needs it: its message and those of its causes, no stack. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(describeError).join('; ');
  }
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause === undefined ? error.message : `${error.message}\n  ${describeError(error.cause)}`;
}
