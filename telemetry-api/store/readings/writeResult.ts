/** What happened to the rows of a batch; the three counts add up to its length. */
export interface WriteResult {
  /** Rows that are new. */
  readonly inserted: number;
  /** Rows whose value is already stored. */
  readonly identical: number;
  /** Rows whose value differs from the stored one: skipped with `keep`, written with `replace`. */
  readonly conflicting: number;
}
