import {
  concatRows,
  copyRows,
  firstRowAtOrAfter,
  heldBytes,
  neededBytes,
  type Rows,
  rowCount,
  sliceRows,
} from '../api/rows';
import type { Clock } from '../time/clock';
import { BUCKET_MS, type Level } from '../time/level';
import { DAY_MS, type EpochMs, HOUR_MS, type TimeWindow } from '../time/window';
import type { SeriesId } from './seriesId';
import { sortedByStart, subtractWindows } from './windows';

/** How long rows may be taken from memory, and how many. */
export interface CoverageLimits {
  /** Readings may arrive this late; what is younger is asked for again. */
  readonly lateArrivalMs: number;
  /** What arrives later still is seen when rows have been here for this long. */
  readonly maxCacheAgeMs: number;
  readonly maxCacheBytes: number;
}

/** A stretch of time all of whose rows are here, as the server had them at `asOfEpochMs`. */
export interface Stretch extends TimeWindow {
  readonly asOfEpochMs: EpochMs;
  readonly rows: Rows;
}

/** What the cache has of a window, and the parts that have to be asked for. */
export interface CoverageLookup {
  readonly name: string;
  readonly unit: string;
  /** Ascending, inside the window, as `missing`: together they tile it. */
  readonly present: readonly Stretch[];
  readonly missing: readonly TimeWindow[];
}

/** What is known of one series at one level. */
interface Coverage {
  readonly name: string;
  readonly unit: string;
  /** Ascending, none overlapping another. */
  readonly stretches: readonly Stretch[];
  readonly bytes: number;
}

/** What the objects around the rows take, roughly; without it a thousand empty stretches would cost nothing. */
const BYTES_PER_STRETCH = 700;
/** Neighbours are joined up to this size: a refresh leaves a few rows, and a thousand must not leave a thousand crumbs. */
const JOINED_ROWS = 8192;
/** A local day can be an hour longer than a day. */
const LONGEST_DAY_MS = DAY_MS + HOUR_MS;

/**
 * Rows of the past by series and level, with the stretches of time they cover. The past hardly changes, so a refresh asks
 * only for what is new and for what may still change:
 *
 *     window   [──────────────────────────────)
 *     cache    [─────────────────────)          settled when it was read: closed, and older than the late-arrival window
 *     missing                        [─────────)
 *
 * Bounded in bytes: the series that was not looked at for longest goes first.
 */
export class CoverageCache {
  /** Least recently used first. */
  private readonly coverages = new Map<string, Coverage>();
  private bytes = 0;

  constructor(
    private readonly limits: CoverageLimits,
    private readonly clock: Clock
  ) {}

  /** How much memory the rows take. */
  get sizeBytes(): number {
    return this.bytes;
  }

  /** Splits a window into what is here and what is missing. */
  lookUp(series: SeriesId, level: Level, window: TimeWindow): CoverageLookup {
    const key = keyOf(series, level);
    const coverage = this.coverages.get(key);
    if (coverage === undefined) {
      return nothingOf(window);
    }
    this.coverages.delete(key);
    this.coverages.set(key, coverage);
    const present = this.stillGood(coverage.stretches)
      .filter((stretch) => stretch.fromEpochMs < window.toEpochMs && window.fromEpochMs < stretch.toEpochMs)
      .map((stretch) => cut(stretch, window));
    return { name: coverage.name, unit: coverage.unit, present, missing: subtractWindows(window, present) };
  }

  /** Keeps what was read of a stretch, as far as it is settled. */
  keep(series: SeriesId, level: Level, read: Stretch, name: string, unit: string): void {
    const toEpochMs = Math.min(read.toEpochMs, this.settledUntil(level, read));
    if (this.limits.maxCacheBytes <= 0 || read.fromEpochMs >= toEpochMs) {
      return;
    }
    const key = keyOf(series, level);
    const before = this.coverages.get(key);
    const settled = cut(read, { fromEpochMs: read.fromEpochMs, toEpochMs });
    const others = this.stillGood(before?.stretches ?? []);
    if (others.some((other) => covers(other, settled) && other.asOfEpochMs >= settled.asOfEpochMs)) {
      return;
    }
    const around = others.flatMap((other) => subtractWindows(other, [settled]).map((part) => cut(other, part)));
    const stretches = joinSmall(sortedByStart([...around, settled])).map(ownRows);
    const bytes = stretches.reduce((sum, { rows }) => sum + neededBytes(rows) + BYTES_PER_STRETCH, 0);
    this.bytes += bytes - (before?.bytes ?? 0);
    this.coverages.delete(key);
    this.coverages.set(key, {
      name: name || (before?.name ?? ''),
      unit: unit || (before?.unit ?? ''),
      stretches,
      bytes,
    });
    this.evict();
  }

  private stillGood(stretches: readonly Stretch[]): Stretch[] {
    const oldestEpochMs = this.clock.nowEpochMs() - this.limits.maxCacheAgeMs;
    return stretches.filter((stretch) => stretch.asOfEpochMs >= oldestEpochMs);
  }

  /** Rows that begin before this are closed buckets, for which no late reading is awaited any more. */
  private settledUntil(level: Level, { rows, asOfEpochMs }: Stretch): EpochMs {
    const settled = Math.floor(asOfEpochMs - this.limits.lateArrivalMs);
    switch (level) {
      case 'raw':
        return settled;
      case '1m':
      case '1h':
        // A bucket back, because the specification does not say that buckets begin at full minutes and hours.
        return (Math.floor(settled / BUCKET_MS[level]) - 1) * BUCKET_MS[level];
      case '1d': {
        // Days may be those of any zone, and must not be asked for from their middle: only a day that was seen is an edge.
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

/** What is known when nothing is. */
export function nothingOf(window: TimeWindow): CoverageLookup {
  return { name: '', unit: '', present: [], missing: subtractWindows(window, []) };
}

function keyOf({ device, tag }: SeriesId, level: Level): string {
  return JSON.stringify([device, tag, level]);
}

function covers(whole: TimeWindow, part: TimeWindow): boolean {
  return whole.fromEpochMs <= part.fromEpochMs && part.toEpochMs <= whole.toEpochMs;
}

function cut(stretch: Stretch, window: TimeWindow): Stretch {
  if (covers(window, stretch)) {
    return stretch;
  }
  const fromEpochMs = Math.max(stretch.fromEpochMs, window.fromEpochMs);
  const toEpochMs = Math.min(stretch.toEpochMs, window.toEpochMs);
  const { rows, asOfEpochMs } = stretch;
  const inside = sliceRows(rows, firstRowAtOrAfter(rows, fromEpochMs), firstRowAtOrAfter(rows, toEpochMs));
  return { fromEpochMs, toEpochMs, asOfEpochMs, rows: inside };
}

/** Small neighbours without a hole between them become one, as old as the older. */
function joinSmall(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const stretch of stretches) {
    const last = joined[joined.length - 1];
    const touches = last !== undefined && last.toEpochMs === stretch.fromEpochMs;
    if (touches && rowCount(last.rows) + rowCount(stretch.rows) <= JOINED_ROWS) {
      joined[joined.length - 1] = {
        fromEpochMs: last.fromEpochMs,
        toEpochMs: stretch.toEpochMs,
        asOfEpochMs: Math.min(last.asOfEpochMs, stretch.asOfEpochMs),
        rows: concatRows([last.rows, stretch.rows]),
      };
    } else {
      joined.push(stretch);
    }
  }
  return joined;
}

/** Part of a larger column would keep all of it in memory. */
function ownRows(stretch: Stretch): Stretch {
  const { rows } = stretch;
  return heldBytes(rows) === neededBytes(rows) ? stretch : { ...stretch, rows: copyRows(rows) };
}
