/** Numbers of PostgreSQL's advisory locks: each is one agreement between all processes of a database. */
export const ADVISORY_LOCKS = {
  /** One process at a time changes the schema. */
  migration: 7_001_001,
  /** One process at a time makes partitions. */
  partitions: 7_001_002,
  /** Writers share it; a correction, which recomputes buckets from readings, holds it alone. */
  readings: 7_001_003,
  /** One process at a time drops what is not kept any more. */
  retention: 7_001_004,
} as const;
