import { BUCKET_MS, type BucketLevel, type Level } from '../../time/step';
import { DAY_MS, type EpochMs, HOUR_MS, type TimeWindow, windowMs } from '../../time/window';
import type { BucketSpan, LevelGrid } from '../levelGrid';

/** How the value of a tag continues after a reading. */
export interface Continuation {
  /** `hold`: until the next reading. `linear`: a straight line to it, unless it is more than `holdMs` away: then it holds. */
  readonly interpolation: Interpolation;
  /** For how long a value is known after its reading; Infinity: without limit. Beyond it is unknown. */
  readonly holdMs: number;
}

export const INTERPOLATIONS = ['hold', 'linear'] as const;
export type Interpolation = (typeof INTERPOLATIONS)[number];

/** What a value is between two readings, and how much of one series may be requested to know it. What is undecided then remains so. */
export interface SignalTerms extends Continuation {
  readonly maxRequests: number;
  readonly maxRows: number;
}

/** How a signal is looked at: a plain value, so that it can be printed and tested. */
export interface SignalPlan {
  /** What is asked about. */
  readonly window: TimeWindow;
  readonly request: SignalTerms;
  /** What is requested first; finer rows follow where these do not decide. */
  readonly first: BucketSpan;
  /** Where the reading before and the reading after can be, if there is none in what is requested first. */
  readonly before: TimeWindow;
  readonly after: TimeWindow;
  readonly grid: LevelGrid;
}

/** Fewer buckets than this decide little. */
const FEWEST_BUCKETS = 100;
/** What is requested first extends by this many buckets beyond the window, because the value there depends on its neighbours. */
const NEIGHBOUR_BUCKETS = 100;
/** Without a limit, the reading before is looked for this far back. */
export const LONGEST_LOOK_BACK_MS = 3650 * DAY_MS;

/** What a question looks at beside the values in the window. */
interface LookedAt {
  /** How far around the window it may have to look for the end of what goes on in it. */
  readonly seenAroundMs?: number;
  /** Of a question about stretches that are at least so long, and that no two neighbouring buckets are to contain. */
  readonly stretchMs?: number;
}

/**
 * Plans where to begin: at the coarsest level that has enough buckets to decide anything, and of which two neighbours with
 * readings are never so far apart that the value between them is unknown.
 */
export function planSignal(
  window: TimeWindow,
  request: SignalTerms,
  grid: LevelGrid,
  { seenAroundMs = 0, stretchMs }: LookedAt = {}
): SignalPlan {
  const level = firstLevel(window, request, stretchMs);
  const reachMs = Math.min(request.holdMs, NEIGHBOUR_BUCKETS * BUCKET_MS[level]);
  const first = bucketsAround(window, reachMs, level, grid);
  const lookMs = Math.min(request.holdMs + seenAroundMs, LONGEST_LOOK_BACK_MS);
  const { fromEpochMs, toEpochMs } = first;
  return {
    window,
    request,
    first: { level, window: first, expectedRows: Math.ceil(windowMs(first) / BUCKET_MS[level]) },
    before: { fromEpochMs: Math.min(fromEpochMs, hourBefore(window.fromEpochMs - lookMs)), toEpochMs: fromEpochMs },
    after: { fromEpochMs: toEpochMs, toEpochMs: Math.max(toEpochMs, hourAfter(window.toEpochMs + lookMs)) },
    grid,
  };
}

function firstLevel(window: TimeWindow, { holdMs }: Continuation, stretchMs: number | undefined): BucketLevel {
  const candidates: readonly BucketLevel[] = ['1d', '1h'];
  const decides = (level: BucketLevel) =>
    stretchMs === undefined ? windowMs(window) / BUCKET_MS[level] >= FEWEST_BUCKETS : pairMs(level) <= stretchMs;
  return candidates.find((level) => decides(level) && pairMs(level) <= holdMs) ?? '1m';
}

/** Of two neighbours, at most. */
function pairMs(level: BucketLevel): number {
  return 2 * (BUCKET_MS[level] + dstMs(level));
}

/** A day of a zone can be an hour longer. */
function dstMs(level: Level): number {
  return level === '1d' ? HOUR_MS : 0;
}

/** Aligned outward; at least to hours, so that coarser buckets can continue it. */
function bucketsAround(window: TimeWindow, reachMs: number, level: BucketLevel, grid: LevelGrid): TimeWindow {
  const aligned = level === '1m' ? '1h' : level;
  const { fromEpochMs, toEpochMs } = window;
  return grid.bucketsOver(
    { fromEpochMs: fromEpochMs - reachMs, toEpochMs: Math.max(fromEpochMs + 1, toEpochMs) + reachMs },
    aligned
  ).window;
}

function hourBefore(epochMs: EpochMs): EpochMs {
  return Math.floor(epochMs / HOUR_MS) * HOUR_MS;
}

function hourAfter(epochMs: EpochMs): EpochMs {
  return Math.ceil(epochMs / HOUR_MS) * HOUR_MS;
}
