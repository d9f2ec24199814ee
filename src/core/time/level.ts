import type { Step } from './step';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './window';

/** What the server can return: raw readings, or buckets of one of three lengths. */
export type Level = 'raw' | BucketLevel;
export type BucketLevel = '1m' | '1h' | '1d';

/** Finest first. */
export const LEVELS: readonly Level[] = ['raw', '1m', '1h', '1d'];
export const BUCKET_LEVELS: readonly BucketLevel[] = ['1m', '1h', '1d'];

/** Length of a bucket in milliseconds. A day is 24 h: the buckets of `1d` are days of a zone without DST (UTC). */
export const BUCKET_MS: Readonly<Record<BucketLevel, number>> = { '1m': MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS };

/** The buckets of a level as steps. */
export const LEVEL_STEP: Readonly<Record<BucketLevel, Step>> = {
  '1m': { count: 1, unit: 'm' },
  '1h': { count: 1, unit: 'h' },
  '1d': { count: 1, unit: 'd' },
};

export function isLevel(value: unknown): value is Level {
  return LEVELS.some((level) => level === value);
}
