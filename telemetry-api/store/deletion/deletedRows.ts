import type { BucketLevel } from '../readings/levels.ts';

/** Numbers of rows that are deleted, or would be. */
export type DeletedRows = {
  readings: number;
  readonly buckets: Record<BucketLevel, number>;
  /** Buckets that keep other readings, and are computed from these. */
  recomputed: number;
  /** Latest values that an earlier reading replaces, or none. */
  latest: number;
  alerts: number;
  tags: number;
  devices: number;
};

export function noRows(): DeletedRows {
  const buckets = { '1m': 0, '1h': 0, '1d': 0 };
  return { readings: 0, buckets, recomputed: 0, latest: 0, alerts: 0, tags: 0, devices: 0 };
}
