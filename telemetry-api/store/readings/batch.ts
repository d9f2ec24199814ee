/** A batch as parameters of statements. */
export interface ReadingColumns {
  /** PostgreSQL array literals: tag ids, times, values. */
  readonly columns: [tagIds: string, times: string, values: string];
  /** The tags that occur. */
  readonly tagIds: ReadonlySet<number>;
  /** Number of rows. */
  readonly count: number;
  /** Time range of the readings, both ends included. */
  readonly firstMs: number;
  readonly lastMs: number;
}

/** A batch as table `b`: $1 tag ids, $2 times, $3 values. */
export const BATCH_SQL = 'unnest($1::int[], $2::int8[], $3::float8[]) AS b (tag_id, ts, value)';

/**
 * Joins the batch to its rows in `reading r`; $4 and $5 are its first and last time.
 * One index lookup per row is always best, but the planner does not see that a lookup reads a single partition: for the true number of
 * rows it would scan all partitions. So the batch is filtered by ranges that all of its rows are in, which the planner estimates to
 * leave one row. Citus sends this join to the workers, which plan it in the same way. It rejects `LATERAL … OFFSET 0`, and it would
 * read the whole table for a LEFT JOIN.
 */
export const BATCH_JOIN_SQL = `r.tag_id = b.tag_id AND r.ts = b.ts AND r.ts BETWEEN $4 AND $5
  AND b.ts BETWEEN $4 AND $5 AND b.value BETWEEN -1e300 AND 1e300`;

/** What happened to the rows of a batch; the three counts add up to its length. */
export interface WriteResult {
  /** Rows that are new. */
  readonly inserted: number;
  /** Rows whose value is already stored. */
  readonly identical: number;
  /** Rows whose value differs from the stored one: skipped with `keep`, written with `replace`. */
  readonly conflicting: number;
}
