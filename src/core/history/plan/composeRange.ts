import { OPERATIONS } from '../../api/operations';
import { BUCKET_MS, type BucketLevel, type Level } from '../../time/step';
import { type EpochMs, type TimeWindow, windowMs } from '../../time/window';
import { type BucketSpan, finerLevel, type LevelGrid } from '../levelGrid';

/** How the readings of a range are composed of buckets, whose ends are arbitrary instants. */
export interface RangeComposition {
  /** The buckets that are requested first. They cover the range; the range may cut the first and the last of them. */
  readonly core: BucketSpan;
  /** The buckets that an end of the range cuts, coarse ones first: of those that hold readings, finer rows are requested. */
  readonly cuts: readonly CutBucket[];
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
 */
export function composeRange(
  window: TimeWindow,
  levels: readonly BucketLevel[],
  { grid, maxRows }: { readonly grid: LevelGrid; readonly maxRows: number }
): RangeComposition | undefined {
  const [best] = levels
    .map((level) => compositionFrom(window, level, grid))
    .filter(({ core }) => core.expectedRows <= maxRows)
    .sort((a, b) => countRequests(a) - countRequests(b) || countBuckets(a) - countBuckets(b));
  return best;
}

function compositionFrom(window: TimeWindow, level: BucketLevel, grid: LevelGrid): RangeComposition {
  const cuts = [window.fromEpochMs, window.toEpochMs].flatMap((end) => cutsAt(end, level, grid));
  return {
    core: grid.bucketsOver(window, level),
    cuts: withoutRepeated(cuts).sort((a, b) => BUCKET_MS[b.level] - BUCKET_MS[a.level]),
  };
}

/** The bucket of the level that an instant cuts, then that of the finer level that replaces it, and so on. */
function cutsAt(epochMs: EpochMs, level: BucketLevel, grid: LevelGrid): CutBucket[] {
  const window = grid.bucketAt(epochMs, level);
  if (window.fromEpochMs === epochMs) {
    return [];
  }
  const finer = finerLevel(level, epochMs, window.fromEpochMs, window.toEpochMs);
  return [{ level, window, finer }, ...(finer === 'raw' ? [] : cutsAt(epochMs, finer, grid))];
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
