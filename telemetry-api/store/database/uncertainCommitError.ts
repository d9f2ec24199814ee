/**
 * The connection was lost during COMMIT, so the transaction may or may not have been committed. Anything that is written again must be
 * idempotent; `result` is what the transaction would have returned.
 */
export class UncertainCommitError extends Error {
  override name = 'UncertainCommitError';
  readonly result: unknown;

  constructor(result: unknown, cause: unknown) {
    super('The connection to the database was lost while a transaction was being committed.', { cause });
    this.result = result;
  }
}
