import { BUCKET_LEVELS, BUCKET_MS, type BucketLevel, type Level, LEVEL_STEP } from '../time/step';
import { stepEdges } from '../time/stepEdges';
import { type EpochMs, HOUR_MS, type TimeWindow } from '../time/window';
import { UTC } from '../time/zone';
import { areMultiples } from './rowLoops';

/** The buckets of a level in a window. */
export interface BucketWindow {
  readonly level: BucketLevel;
  readonly window: TimeWindow;
}

/** Neighbouring buckets of a level, aligned outward, because the server returns those that start inside; and how many there can be. */
export interface BucketSpan extends BucketWindow {
  readonly expectedRows: number;
}

/** Where the server's buckets begin and end: minutes and hours follow UTC; days do, too, unless a setting says otherwise. */
export class LevelGrid {
  /** @param dayZone the zone whose days the `1d` buckets are */
  constructor(readonly dayZone: string) {}

  private isOfZone(level: BucketLevel): boolean {
    return level === '1d' && this.dayZone !== UTC;
  }

  /** The bucket that holds an instant. */
  bucketAt(epochMs: EpochMs, level: BucketLevel): TimeWindow {
    if (this.isOfZone(level)) {
      const [fromEpochMs = NaN, toEpochMs = NaN] = this.edges({ fromEpochMs: epochMs, toEpochMs: epochMs + 1 }, level);
      return { fromEpochMs, toEpochMs };
    }
    const fromEpochMs = Math.floor(epochMs / BUCKET_MS[level]) * BUCKET_MS[level];
    return { fromEpochMs, toEpochMs: fromEpochMs + BUCKET_MS[level] };
  }

  /** The end of the bucket that begins at an instant. */
  bucketEnd(epochMs: EpochMs, level: BucketLevel): EpochMs {
    return this.isOfZone(level) ? this.bucketAt(epochMs, level).toEpochMs : epochMs + BUCKET_MS[level];
  }

  /** The bucket that begins at an instant; undefined if none is expected to. */
  bucketFrom(epochMs: EpochMs, level: BucketLevel): TimeWindow | undefined {
    const bucket = this.bucketAt(epochMs, level);
    return bucket.fromEpochMs === epochMs ? bucket : undefined;
  }

  /** The buckets that cover a window. */
  bucketsOver(window: TimeWindow, level: BucketLevel): BucketSpan {
    const { fromEpochMs } = this.bucketAt(window.fromEpochMs, level);
    const { toEpochMs } = this.bucketAt(Math.max(window.fromEpochMs, window.toEpochMs - 1), level);
    const expectedRows = Math.ceil((toEpochMs - fromEpochMs) / BUCKET_MS[level]);
    return { level, window: { fromEpochMs, toEpochMs }, expectedRows };
  }

  /** The edges of the buckets that cover a window, ascending; not to be written to. */
  edges(window: TimeWindow, level: BucketLevel): Float64Array {
    return stepEdges(window, LEVEL_STEP[level], this.isOfZone(level) ? this.dayZone : UTC);
  }

  /** True if a bucket begins or ends at each of the times. @param timeEpochMs ascending */
  areEdges(timeEpochMs: Float64Array, level: BucketLevel): boolean {
    const [fromEpochMs] = timeEpochMs;
    if (fromEpochMs === undefined || !this.isOfZone(level)) {
      return areMultiples(timeEpochMs, BUCKET_MS[level]);
    }
    const days = new Set(this.edges({ fromEpochMs, toEpochMs: timeEpochMs.at(-1)! }, level));
    return timeEpochMs.every((time) => days.has(time));
  }

  /** The coarsest level of which no edge cuts a bucket; undefined where edges cut even minutes. */
  coarsestLevel(edges: Float64Array): BucketLevel | undefined {
    return [...BUCKET_LEVELS].reverse().find((level) => this.areEdges(edges, level));
  }
}

/** The finer level that replaces a part of buckets. A day in minutes still fits one page, so hours only do if no edge of the part cuts one. */
export function finerLevel(level: Level, ...edges: readonly EpochMs[]): Level {
  if (level === '1m' || level === 'raw') {
    return 'raw';
  }
  return level === '1d' && edges.every((edge) => edge % HOUR_MS === 0) ? '1h' : '1m';
}
