/** Keys of the PostgreSQL advisory locks that all processes of a database share. */
export const ADVISORY_LOCKS = {
  /** One process at a time changes the schema. */
  migration: 7_001_001,
  /** One process at a time creates partitions. */
  partitions: 7_001_002,
  /** Writers share it. A correction recomputes buckets from readings and takes it exclusively. */
  readings: 7_001_003,
  /** One process at a time drops expired data. Backups share it, so that nothing of what they read is dropped. */
  retention: 7_001_004,
  /** One process at a time restores a backup. */
  restore: 7_001_005,
} as const;
