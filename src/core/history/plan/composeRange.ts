import { OPERATIONS } from '../../api/operations';
import { BUCKET_MS, type BucketLevel, type Level, LEVEL_STEP } from '../../time/step';
import { stepEdges } from '../../time/stepEdges';
import { type EpochMs, HOUR_MS, type TimeWindow, windowMs } from '../../time/window';

/** How the readings of a range are composed of buckets, whose ends are arbitrary instants. */
export interface RangeComposition {
  /** The buckets that are requested first. They cover the range; the range may cut the first and the last of them. */
  readonly core: BucketSpan;
  /** The buckets that an end of the range cuts, coarse ones first: of those that hold readings, finer rows are requested. */
  readonly cuts: readonly CutBucket[];
}

/** The buckets of a level in a window. */
export interface BucketWindow {
  readonly level: BucketLevel;
  readonly window: TimeWindow;
}

/** Neighbouring buckets of a level, aligned outward, because the server returns those that start inside; and how many there can be. */
export interface BucketSpan extends BucketWindow {
  readonly expectedRows: number;
}

/** A bucket of which only a part lies in the range. */
export interface CutBucket {
  readonly level: BucketLevel;
  readonly window: TimeWindow;
  /** The level whose rows replace the bucket. */
  readonly finer: Level;
}

/**
 * Composes a range, coarse to fine: buckets inside, and finer rows of the buckets that its ends cut, at last readings. Of the
 * levels to begin with, the one that needs the fewest requests, then the fewest buckets:
 *
 *     range          [───────────────────────────────)
 *     core      [──────)[──────)[──────)[──────)[──────)
 *     cuts      [·····[)                         [───)·)    replaced by finer buckets, of which the ends cut one each
 *
 * @param levels to begin with; undefined is returned if each of them needs more rows than allowed
 * @param dayBucketZone the zone whose days `1d` buckets are; the others follow UTC
 */
export function composeRange(
  window: TimeWindow,
  levels: readonly BucketLevel[],
  { dayBucketZone, maxRows }: { readonly dayBucketZone: string; readonly maxRows: number }
): RangeComposition | undefined {
  const [best] = levels
    .map((level) => compositionFrom(window, level, dayBucketZone))
    .filter(({ core }) => core.expectedRows <= maxRows)
    .sort((a, b) => countRequests(a) - countRequests(b) || countBuckets(a) - countBuckets(b));
  return best;
}

/** The bucket of a level that holds an instant. */
export function bucketAt(epochMs: EpochMs, level: BucketLevel, dayBucketZone: string): TimeWindow {
  if (level === '1d' && dayBucketZone !== 'UTC') {
    const instant = { fromEpochMs: epochMs, toEpochMs: epochMs + 1 };
    const [fromEpochMs = NaN, toEpochMs = NaN] = stepEdges(instant, LEVEL_STEP['1d'], dayBucketZone);
    return { fromEpochMs, toEpochMs };
  }
  const fromEpochMs = Math.floor(epochMs / BUCKET_MS[level]) * BUCKET_MS[level];
  return { fromEpochMs, toEpochMs: fromEpochMs + BUCKET_MS[level] };
}

/** The buckets of a level that cover a window. */
export function bucketsOver(window: TimeWindow, level: BucketLevel, dayBucketZone: string): BucketSpan {
  const { fromEpochMs } = bucketAt(window.fromEpochMs, level, dayBucketZone);
  const { toEpochMs } = bucketAt(Math.max(window.fromEpochMs, window.toEpochMs - 1), level, dayBucketZone);
  const expectedRows = Math.ceil((toEpochMs - fromEpochMs) / BUCKET_MS[level]);
  return { level, window: { fromEpochMs, toEpochMs }, expectedRows };
}

function compositionFrom(window: TimeWindow, level: BucketLevel, dayBucketZone: string): RangeComposition {
  const cuts = [window.fromEpochMs, window.toEpochMs].flatMap((end) => cutsAt(end, level, dayBucketZone));
  return {
    core: bucketsOver(window, level, dayBucketZone),
    cuts: withoutRepeated(cuts).sort((a, b) => BUCKET_MS[b.level] - BUCKET_MS[a.level]),
  };
}

/** The bucket of the level that an instant cuts, then that of the finer level that replaces it, and so on. */
function cutsAt(epochMs: EpochMs, level: BucketLevel, dayBucketZone: string): CutBucket[] {
  const window = bucketAt(epochMs, level, dayBucketZone);
  if (window.fromEpochMs === epochMs) {
    return [];
  }
  const finer = finerLevel(epochMs, level, window);
  return [{ level, window, finer }, ...(finer === 'raw' ? [] : cutsAt(epochMs, finer, dayBucketZone))];
}

/** A day in minutes still fits one page, so hours are only used if they replace it exactly. */
function finerLevel(epochMs: EpochMs, level: BucketLevel, bucket: TimeWindow): Level {
  if (level === '1m') {
    return 'raw';
  }
  const edges = [epochMs, bucket.fromEpochMs, bucket.toEpochMs];
  return level === '1d' && edges.every((edge) => edge % HOUR_MS === 0) ? '1h' : '1m';
}

/** Both ends can cut the same bucket; the finer level replaces it for both. */
function withoutRepeated(cuts: readonly CutBucket[]): CutBucket[] {
  const byBucket = new Map<string, CutBucket>();
  for (const cut of cuts) {
    const key = `${cut.level} ${cut.window.fromEpochMs}`;
    const known = byBucket.get(key);
    byBucket.set(key, known?.finer === '1m' ? known : cut);
  }
  return [...byBucket.values()];
}

function countRequests({ core, cuts }: RangeComposition): number {
  return Math.ceil(core.expectedRows / OPERATIONS.history.maxRows) + cuts.length;
}

/** Readings are not counted: their number is not known in advance, and hardly depends on the composition. */
function countBuckets({ core, cuts }: RangeComposition): number {
  return cuts.reduce(
    (sum, { window, finer }) => sum + (finer === 'raw' ? 0 : windowMs(window) / BUCKET_MS[finer]),
    core.expectedRows
  );
}
