/** A batch as parameters of statements. */
export interface ReadingColumns {
  /** PostgreSQL array literals: tag ids, times, values. */
  readonly columns: [tagIds: string, times: string, values: string];
  /** Number of rows. */
  readonly count: number;
  /** Time range of the readings, both ends included. */
  readonly firstMs: number;
  readonly lastMs: number;
}
