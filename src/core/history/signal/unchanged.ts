import { DAY_MS, type EpochMs, HOUR_MS, type TimeWindow } from '../../time/window';
import type { SeriesHistory } from '../fetch/historySource';
import { type Rows, rowCount } from '../rows';
import { type NeededParts, SpansQuestion } from './questions';
import type { Cell } from '../mosaic/cells';
import { FALSE, type Spans, TRUE, UNKNOWN } from './spans';

/*
 * When a value does not change, as that of a sensor that is stuck: stretches of equal readings that last for so long. Mostly buckets
 * decide it: in one whose minimum is not its maximum, the value changed, so that two of them contain no stretch as long as both.
 *
 *     min max      [4 6)[5 5)[5 5)[5 5)[5 7)[6 8)      of an hour each
 *     the value      ┄┄┄─────────────────┄┄            5 for three to five hours; which, the readings of two hours say
 */

interface Range {
  readonly low: number;
  readonly high: number;
}

/** A part of time in which the value is known, or known to lie between two. */
interface Part extends TimeWindow, Range {
  /** Between which values it lies if it is the same all the time of the part; undefined: it is not. */
  readonly stays: Range | undefined;
  /** What has to be looked at more closely to know more of it. */
  readonly toRefine: readonly Cell[];
}

/** When the value stays the same for so long: `TRUE`, `FALSE`, `UNKNOWN` and `UNDECIDED`. Asked of a signal of lines: a value that holds would stay the same. */
export class UnchangedQuestion extends SpansQuestion {
  /** What lies between two instants at which a stretch surely ends. */
  private parts: Part[] = [];

  /** @param leastMs shorter stretches do not count */
  constructor(
    private readonly leastMs: number,
    window: TimeWindow,
    needed?: NeededParts
  ) {
    super(window, needed);
  }

  line(fromEpochMs: EpochMs, toEpochMs: EpochMs, fromValue: number, toValue: number): void {
    const last = this.parts.at(-1);
    if (fromValue !== toValue) {
      this.flush();
      this.add(fromEpochMs, toEpochMs, FALSE);
    } else if (last?.low === fromValue && last.high === fromValue) {
      this.parts[this.parts.length - 1] = { ...last, toEpochMs };
    } else {
      const value = { low: fromValue, high: fromValue };
      this.push({ fromEpochMs, toEpochMs, ...value, stays: value, toRefine: [] });
    }
  }

  between(
    fromEpochMs: EpochMs,
    toEpochMs: EpochMs,
    low: number,
    high: number,
    toRefine: readonly Cell[],
    bucket?: Cell
  ): void {
    const stays = bucket ?? { low, high };
    const isChanging = bucket !== undefined && bucket.low !== bucket.high;
    this.push({ fromEpochMs, toEpochMs, low, high, stays: isChanging ? undefined : stays, toRefine });
  }

  override unknown(from: EpochMs, to: EpochMs): void {
    if (from < to) {
      this.flush();
      this.add(from, to, UNKNOWN);
    }
  }

  override open(fromEpochMs: EpochMs, toEpochMs: EpochMs, toRefine: readonly Cell[]): void {
    this.push({ fromEpochMs, toEpochMs, ...ANYTHING, stays: ANYTHING, toRefine });
  }

  decides(low: number, high: number): boolean {
    return low === high;
  }

  override answer(): Spans {
    this.flush();
    return super.answer();
  }

  override get toRefine(): ReadonlySet<Cell> {
    this.flush();
    return super.toRefine;
  }

  private push(part: Part): void {
    if (part.fromEpochMs >= part.toEpochMs) {
      return;
    }
    const last = this.parts.at(-1);
    if (last !== undefined && common(last, part) === undefined) {
      this.flush();
    }
    this.parts.push(part);
  }

  private flush(): void {
    const { parts } = this;
    this.parts = [];
    const canCount = parts.map(() => false);
    parts.forEach((_, first) => {
      const end = endOfStretch(parts, first);
      if (this.canBeLongEnough(parts[first]!, parts[end - 1]!)) {
        canCount.fill(true, first, end);
      }
    });
    parts.forEach(({ fromEpochMs, toEpochMs, low, high, toRefine }, index) => {
      const isUnknown = high - low === Infinity;
      if (low === high && toEpochMs - fromEpochMs >= this.leastMs) {
        this.add(fromEpochMs, toEpochMs, TRUE);
      } else if (canCount[index] || isUnknown) {
        super.open(fromEpochMs, toEpochMs, toRefine);
      } else {
        this.add(fromEpochMs, toEpochMs, FALSE);
      }
    });
  }

  /** A stretch takes less than all the time of a part in which the value changes. */
  private canBeLongEnough(first: Part, last: Part): boolean {
    const longestMs = last.toEpochMs - first.fromEpochMs;
    return first.stays && last.stays ? longestMs >= this.leastMs : longestMs > this.leastMs;
  }
}

const ANYTHING: Range = { low: -Infinity, high: Infinity };

/** After the parts that one stretch, which begins in the first of them, can reach. */
function endOfStretch(parts: readonly Part[], first: number): number {
  let value: Range | undefined = parts[first]!.stays ?? parts[first]!;
  let end = first + 1;
  for (; value !== undefined && end < parts.length; end++) {
    const next: Part = parts[end]!;
    const reached = common(value, next);
    if (reached === undefined) {
      return end;
    }
    value = next.stays && common(reached, next.stays);
  }
  return end;
}

function common(a: Range, b: Range): Range | undefined {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  return low <= high ? { low, high } : undefined;
}

/** Whatever follows the days of a week does so in four of them. */
const USUAL_MS = 28 * DAY_MS;

/**
 * For how long a value stayed the same in the four weeks before an instant, at most.
 * @param holdMs see `longestUnchangedMs`
 * @returns undefined if there are too few readings to say so
 * @throws TelemetryError when not all hours were received
 */
export async function fetchUsuallyUnchangedMs(
  history: SeriesHistory,
  beforeEpochMs: EpochMs,
  holdMs: number
): Promise<number | undefined> {
  // Whole hours that are over: a dashboard that refreshes has them from the cache.
  const toEpochMs = Math.floor(beforeEpochMs / HOUR_MS) * HOUR_MS;
  const window = { fromEpochMs: toEpochMs - USUAL_MS, toEpochMs };
  const { rows, missing } = await history.requireBuckets({ level: '1h', window });
  if (missing[0] !== undefined) {
    throw missing[0].error;
  }
  return longestUnchangedMs(rows, holdMs);
}

/** Two hours in which a value changes contain no stretch that is longer, and silence prolongs it until the hold limit. */
const SHORTEST_MS = 2 * HOUR_MS;
/** Fewer say nothing of what is usual. */
const LEAST_HOURS = 24;

/**
 * For how long a value stayed the same, by the hours in which it did: no stretch was longer.
 * @param rows buckets of 1h, ascending
 * @param holdMs for how long a value is known after its reading; Infinity: without limit
 * @returns undefined for less than a day of hours with readings
 */
export function longestUnchangedMs(rows: Rows, holdMs: number): number | undefined {
  const { timeEpochMs, min, max } = rows;
  const hours = rowCount(rows);
  if (hours < LEAST_HOURS) {
    return undefined;
  }
  const silenceMs = Number.isFinite(holdMs) ? holdMs : 0;
  let longestMs = 0;
  /** The hour in which the stretch of an hour's value can have begun. */
  let first = 0;
  for (let hour = 1; hour < hours; hour++) {
    const isFollowing = timeEpochMs[hour]! - timeEpochMs[hour - 1]! - HOUR_MS <= holdMs;
    if (isFollowing) {
      // The stretch of the hour before ends in this one at the latest.
      longestMs = Math.max(longestMs, timeEpochMs[hour]! + HOUR_MS - timeEpochMs[first]!);
    }
    const isFlat = min[hour] === max[hour];
    const wasFlat = min[hour - 1] === max[hour - 1];
    if (!(isFollowing && isFlat && (!wasFlat || min[hour] === min[hour - 1]))) {
      first = hour;
    }
  }
  return Math.max(longestMs, SHORTEST_MS) + silenceMs;
}
