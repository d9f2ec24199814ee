/** The resolutions of a history: raw readings, or buckets of a fixed length. */
export const LEVELS = ['raw', '1m', '1h', '1d'] as const;
export type Level = (typeof LEVELS)[number];
export type BucketLevel = Exclude<Level, 'raw'>;

/** Finest first: each level consists of whole buckets of the previous one. Days are UTC days. */
export const BUCKETS: ReadonlyArray<{
  readonly level: BucketLevel;
  readonly table: string;
  readonly lengthMs: number;
}> = [
  { level: '1m', table: 'bucket_1m', lengthMs: 60_000 },
  { level: '1h', table: 'bucket_1h', lengthMs: 3_600_000 },
  { level: '1d', table: 'bucket_1d', lengthMs: 86_400_000 },
];

/** The table that holds the rows of a level. */
export function tableOf(level: Level): string {
  return BUCKETS.find((bucket) => bucket.level === level)?.table ?? 'reading';
}
