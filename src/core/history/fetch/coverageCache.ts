import { oldest, type Stopwatch } from '../../time/clock';
import { BUCKET_MS, type Level } from '../../time/step';
import {
  covers,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  intersect,
  sortedByStart,
  subtractWindows,
  type TimeWindow,
} from '../../time/window';
import {
  concatRows,
  copyRows,
  firstRowAtOrAfter,
  heldBytes,
  neededBytes,
  type Rows,
  rowCount,
  rowsBetween,
} from '../rows';
import type { SeriesId } from '../../inventory/seriesId';

/** How long rows may be taken from the cache, and how many. */
export interface CoverageLimits {
  /** Readings may arrive this late; younger rows are requested again. */
  readonly lateArrivalMs: number;
  /** Rows are fetched again when they have been cached for this long, so that even later readings are seen. */
  readonly maxCacheAgeMs: number;
  readonly maxCacheBytes: number;
}

/** A window all of whose rows are cached, as the server had them at `asOfEpochMs`. */
export interface CachedRange extends TimeWindow {
  readonly asOfEpochMs: EpochMs;
  /** Since the rows were requested from the API. */
  readonly age: Stopwatch;
  readonly rows: Rows;
  /** Where the server sent buckets that cannot be used. */
  readonly unusable: readonly TimeWindow[];
}

/** What the cache holds of a window, and the parts that have to be requested. */
export interface CacheLookup {
  readonly name: string;
  readonly unit: string;
  /** Ascending, inside the window; together with `uncached` they tile it. */
  readonly ranges: readonly CachedRange[];
  readonly uncached: readonly TimeWindow[];
}

/** What is cached of one series at one level. */
interface Coverage {
  readonly name: string;
  readonly unit: string;
  /** Ascending, without overlap. */
  readonly ranges: readonly CachedRange[];
  readonly bytes: number;
}

/** Roughly what the objects around the rows take; without it, a thousand empty ranges would cost nothing. */
const BYTES_PER_RANGE = 700;
const BYTES_PER_WINDOW = 50;
/** Neighbours are joined up to this size: a refresh leaves a few rows, and a thousand refreshes must not leave a thousand ranges. */
const JOINED_ROWS = 8192;
/** A local day can be an hour longer than a day. */
const LONGEST_DAY_MS = DAY_MS + HOUR_MS;

/**
 * Rows of the past by series and level, with the ranges of time they cover. The past hardly changes, so a refresh requests
 * only what is new and what may still change:
 *
 *     window   [──────────────────────────────)
 *     cached   [─────────────────────)          settled when it was fetched: closed, and older than the late-arrival window
 *     uncached                       [─────────)
 *
 * Bounded in bytes; the least recently used series is evicted first.
 */
export class CoverageCache {
  /** Least recently used first. */
  private readonly coverages = new Map<string, Coverage>();
  private bytes = 0;

  constructor(private readonly limits: CoverageLimits) {}

  get isOn(): boolean {
    return this.limits.maxCacheBytes > 0;
  }

  /** How much memory the rows take. */
  get sizeBytes(): number {
    return this.bytes;
  }

  /** Splits a window into what is cached and what is not. */
  get(series: SeriesId, level: Level, window: TimeWindow): CacheLookup {
    const key = seriesKey(series, level);
    const coverage = this.coverages.get(key);
    if (coverage === undefined) {
      return nothingCached(window);
    }
    this.coverages.delete(key);
    this.coverages.set(key, coverage);
    const ranges = this.withoutExpired(coverage.ranges)
      .filter((range) => range.fromEpochMs < window.toEpochMs && window.fromEpochMs < range.toEpochMs)
      .map((range) => clip(range, window));
    return { name: coverage.name, unit: coverage.unit, ranges, uncached: subtractWindows(window, ranges) };
  }

  /**
   * Caches a fetched range as far as it is settled.
   * @param names of the series; empty ones leave what is cached
   */
  put(
    series: SeriesId,
    level: Level,
    fetched: CachedRange,
    names: { readonly name: string; readonly unit: string }
  ): void {
    const toEpochMs = Math.min(fetched.toEpochMs, this.settledUntil(level, fetched));
    if (!this.isOn || fetched.fromEpochMs >= toEpochMs) {
      return;
    }
    const key = seriesKey(series, level);
    const before = this.coverages.get(key);
    const settled = clip(fetched, { fromEpochMs: fetched.fromEpochMs, toEpochMs });
    const cached = this.withoutExpired(before?.ranges ?? []);
    if (cached.some((range) => covers(range, settled) && range.age.ageMs() <= settled.age.ageMs())) {
      return;
    }
    const around = cached.flatMap((range) => subtractWindows(range, [settled]).map((part) => clip(range, part)));
    const ranges = joinSmall(sortedByStart([...around, settled])).map(withoutSharedMemory);
    const bytes = ranges.reduce((sum, range) => sum + rangeBytes(range), 0);
    this.bytes += bytes - (before?.bytes ?? 0);
    this.coverages.delete(key);
    this.coverages.set(key, {
      name: names.name || (before?.name ?? ''),
      unit: names.unit || (before?.unit ?? ''),
      ranges,
      bytes,
    });
    this.evict();
  }

  private withoutExpired(ranges: readonly CachedRange[]): CachedRange[] {
    return ranges.filter(({ age }) => age.ageMs() <= this.limits.maxCacheAgeMs);
  }

  /** Rows that begin before this are closed, and no late reading is expected for them. */
  private settledUntil(level: Level, { rows, asOfEpochMs }: CachedRange): EpochMs {
    const settled = Math.floor(asOfEpochMs - this.limits.lateArrivalMs);
    switch (level) {
      case 'raw':
        return settled;
      case '1m':
      case '1h':
        // One bucket back, because the specification does not say that buckets begin at full minutes and hours.
        return (Math.floor(settled / BUCKET_MS[level]) - 1) * BUCKET_MS[level];
      case '1d': {
        // Days may be those of any zone, and a request must not begin in the middle of one: only the start of a received
        // day is known to be an edge.
        const edge = firstRowAtOrAfter(rows, settled - LONGEST_DAY_MS) - 1;
        return rows.timeEpochMs[edge] ?? -Infinity;
      }
    }
  }

  private evict(): void {
    for (const [key, { bytes }] of this.coverages) {
      if (this.bytes <= this.limits.maxCacheBytes) {
        return;
      }
      this.bytes -= bytes;
      this.coverages.delete(key);
    }
  }
}

/** The lookup of an empty cache. */
export function nothingCached(window: TimeWindow): CacheLookup {
  return { name: '', unit: '', ranges: [], uncached: subtractWindows(window, []) };
}

function seriesKey({ device, tag }: SeriesId, level: Level): string {
  return JSON.stringify([device, tag, level]);
}

function rangeBytes({ rows, unusable }: CachedRange): number {
  return neededBytes(rows) + unusable.length * BYTES_PER_WINDOW + BYTES_PER_RANGE;
}

function clip(range: CachedRange, window: TimeWindow): CachedRange {
  if (covers(window, range)) {
    return range;
  }
  return {
    fromEpochMs: Math.max(range.fromEpochMs, window.fromEpochMs),
    toEpochMs: Math.min(range.toEpochMs, window.toEpochMs),
    asOfEpochMs: range.asOfEpochMs,
    age: range.age,
    rows: rowsBetween(range.rows, window),
    unusable: range.unusable.flatMap((part) => intersect(part, window) ?? []),
  };
}

/** Joins small neighbours that touch; the result is as old as the older. */
function joinSmall(ranges: readonly CachedRange[]): CachedRange[] {
  const joined: CachedRange[] = [];
  for (const range of ranges) {
    const last = joined[joined.length - 1];
    const touches = last !== undefined && last.toEpochMs === range.fromEpochMs;
    if (touches && rowCount(last.rows) + rowCount(range.rows) <= JOINED_ROWS) {
      joined[joined.length - 1] = {
        fromEpochMs: last.fromEpochMs,
        toEpochMs: range.toEpochMs,
        asOfEpochMs: Math.min(last.asOfEpochMs, range.asOfEpochMs),
        age: oldest([last.age, range.age]) ?? range.age,
        rows: concatRows([last.rows, range.rows]),
        unusable: [...last.unusable, ...range.unusable],
      };
    } else {
      joined.push(range);
    }
  }
  return joined;
}

/** Copies rows that are part of longer columns, which would stay in memory with them. */
function withoutSharedMemory(range: CachedRange): CachedRange {
  const { rows } = range;
  return heldBytes(rows) === neededBytes(rows) ? range : { ...range, rows: copyRows(rows) };
}
