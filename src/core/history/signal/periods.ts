import type { EpochMs, TimeWindow } from '../../time/window';
import {
  clipSpans,
  countedMs,
  FALSE,
  mapSpans,
  type Spans,
  SpansBuilder,
  spansPerStep,
  TRUE,
  UNDECIDED,
  visitSpans,
} from './spans';

/** Which stretches of time in which a condition holds count as periods. */
export interface PeriodRules {
  /** Shorter ones do not count; 0: all do. */
  readonly minDurationMs: number;
  /** An interruption up to this long does not end a period. */
  readonly joinWithinMs: number;
}

/** A maximal stretch of time in which a condition holds. */
export interface Period extends TimeWindow {
  /** `cut`: it may have begun earlier than can be seen, or than was looked at. */
  readonly start: 'known' | 'cut';
  /**
   * `inProgress`: it holds at the present. `cut`: it may end later than can be seen, or than was looked at. `unknown`: the value is
   * unknown afterwards.
   */
  readonly end: 'known' | 'inProgress' | 'cut' | 'unknown';
}

/** True if its length is only known at least: it may have begun earlier, or may end later, than is known. */
export function isCut({ start, end }: Period): boolean {
  return start === 'cut' || end === 'cut';
}

/**
 * The condition with the rules for periods: true in every period that counts, with its short interruptions; false elsewhere.
 * What is unknown or undecided stays so, and ends a period unless it is a short interruption.
 */
export function applyPeriodRules(spans: Spans, rules: PeriodRules): Spans {
  const { fromEpochMs: starts, toEpochMs: ends } = stretches(spans, rules);
  const builder = new SpansBuilder(spans.window);
  let next = 0;
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => {
    while (next < ends.length && ends[next]! <= fromEpochMs) {
      next++;
    }
    const isInside = next < starts.length && starts[next]! <= fromEpochMs;
    builder.add(fromEpochMs, toEpochMs, Number.isFinite(value) ? (isInside ? TRUE : FALSE) : value);
  });
  return builder.spans();
}

/**
 * The periods of a condition, ascending.
 * @param presentEpochMs where the data ends; Infinity if it does not end in the window
 */
export function findPeriods(spans: Spans, rules: PeriodRules, presentEpochMs: EpochMs = Infinity): Period[] {
  const { fromEpochMs: starts, toEpochMs: ends, mayBeginEarlier, mayEndLater, valueAfter } = stretches(spans, rules);
  const endOf = (index: number): Period['end'] => {
    const after = valueAfter[index];
    if (ends[index]! >= presentEpochMs) {
      return 'inProgress';
    }
    if (after === undefined || mayEndLater[index]!) {
      return 'cut';
    }
    return Number.isFinite(after) ? 'known' : 'unknown';
  };
  return starts.map((fromEpochMs, index) => ({
    fromEpochMs,
    toEpochMs: ends[index]!,
    start: fromEpochMs <= spans.window.fromEpochMs || mayBeginEarlier[index]! ? 'cut' : 'known',
    end: endOf(index),
  }));
}

/** Columns of equal length. */
interface Stretches {
  readonly fromEpochMs: readonly EpochMs[];
  readonly toEpochMs: readonly EpochMs[];
  /** True where undecided time lies so close before it that the condition, if it holds there, holds in one stretch with it. */
  readonly mayBeginEarlier: readonly boolean[];
  /** The same after it. */
  readonly mayEndLater: readonly boolean[];
  /** The value that follows; undefined where the spans end. */
  readonly valueAfter: ReadonlyArray<number | undefined>;
}

/** True spans, joined over short interruptions, that are long enough. */
function stretches(spans: Spans, { minDurationMs, joinWithinMs }: PeriodRules): Stretches {
  const { window, startEpochMs, values } = spans;
  const { length } = values;
  const found = {
    fromEpochMs: [] as EpochMs[],
    toEpochMs: [] as EpochMs[],
    mayBeginEarlier: [] as boolean[],
    mayEndLater: [] as boolean[],
    valueAfter: [] as Array<number | undefined>,
  };
  let from: EpochMs | undefined;
  let to = window.fromEpochMs;
  let mayBeginEarlier = false;
  let mayEndLater = false;
  let valueAfter: number | undefined;
  let undecidedUntil = -Infinity;
  const end = () => {
    if (from !== undefined && to - from >= minDurationMs) {
      found.fromEpochMs.push(from);
      found.toEpochMs.push(to);
      found.mayBeginEarlier.push(mayBeginEarlier);
      found.mayEndLater.push(mayEndLater);
      found.valueAfter.push(valueAfter);
    }
  };
  for (let index = 0; index < length; index++) {
    const value = values[index]!;
    if (value !== TRUE && value !== UNDECIDED) {
      continue;
    }
    const isLast = index + 1 === length;
    const spanFrom = startEpochMs[index]!;
    const spanTo = isLast ? window.toEpochMs : startEpochMs[index + 1]!;
    if (value === UNDECIDED) {
      mayEndLater ||= spanFrom - to <= joinWithinMs;
      undecidedUntil = spanTo;
      continue;
    }
    if (from === undefined || spanFrom - to > joinWithinMs) {
      end();
      from = spanFrom;
      mayBeginEarlier = spanFrom - undecidedUntil <= joinWithinMs;
    }
    to = spanTo;
    mayEndLater = false;
    valueAfter = isLast ? undefined : values[index + 1];
  }
  end();
  return found;
}

/** Time and number of a condition in a window. True + false + unknown + undecided is the length of the window. */
export interface PeriodTotals {
  readonly trueMs: number;
  readonly falseMs: number;
  readonly unknownMs: number;
  readonly undecidedMs: number;
  /** Periods of which a part lies in the window. */
  readonly count: number;
  /** Periods that begin in the window; NaN where what is undecided before the window leaves open whether one does. */
  readonly starts: number;
  /** The longest period inside the window; 0 if there is none. */
  readonly longestMs: number;
  /** The mean time from one start in the window to the next; NaN if there are fewer than two, or not all are known. */
  readonly meanBetweenStartsMs: number;
}

/**
 * @param spans with the rules for periods
 * @param periods of them, which need not end in the window
 */
export function totalsOf(spans: Spans, periods: readonly Period[], window: TimeWindow): PeriodTotals {
  return totalsBetween(clipSpans(spans, window), spans.window.fromEpochMs, periods, 0, periods.length, window);
}

/**
 * @param spans of the window
 * @param seenFromEpochMs where the spans of the periods begin
 * @param first of the periods that are looked at
 * @param end after the last one
 */
function totalsBetween(
  spans: Spans,
  seenFromEpochMs: EpochMs,
  periods: readonly Period[],
  first: number,
  end: number,
  window: TimeWindow
): PeriodTotals {
  const ms = { true: 0, false: 0, unknown: 0, undecided: 0 };
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => {
    ms[nameOf(value)] += toEpochMs - fromEpochMs;
  });
  let count = 0;
  let starts = 0;
  let areStartsKnown = true;
  let longestMs = 0;
  let firstStart = NaN;
  let lastStart = NaN;
  for (let index = first; index < end; index++) {
    const { fromEpochMs, toEpochMs, start } = periods[index]!;
    const insideMs = Math.min(toEpochMs, window.toEpochMs) - Math.max(fromEpochMs, window.fromEpochMs);
    if (insideMs > 0) {
      count++;
      longestMs = Math.max(longestMs, insideMs);
    }
    if (!isIn(window, fromEpochMs)) {
      continue;
    }
    if (start === 'cut') {
      areStartsKnown &&= fromEpochMs <= seenFromEpochMs;
    } else {
      firstStart = starts === 0 ? fromEpochMs : firstStart;
      lastStart = fromEpochMs;
      starts++;
    }
  }
  return {
    trueMs: ms.true,
    falseMs: ms.false,
    unknownMs: ms.unknown,
    undecidedMs: ms.undecided,
    count,
    starts: areStartsKnown ? starts : NaN,
    longestMs,
    meanBetweenStartsMs: starts < 2 || !areStartsKnown ? NaN : (lastStart - firstStart) / (starts - 1),
  };
}

/** The same for every step; what lies between two neighbouring edges is a step. */
export function totalsPerStep(spans: Spans, periods: readonly Period[], edges: Float64Array): PeriodTotals[] {
  let first = 0;
  return spansPerStep(spans, edges).map((ofStep, step) => {
    const window = { fromEpochMs: edges[step]!, toEpochMs: edges[step + 1]! };
    while (first < periods.length && periods[first]!.toEpochMs <= window.fromEpochMs) {
      first++;
    }
    let end = first;
    while (end < periods.length && periods[end]!.fromEpochMs < window.toEpochMs) {
      end++;
    }
    return totalsBetween(clipSpans(ofStep, window), spans.window.fromEpochMs, periods, first, end, window);
  });
}

/** At least and at most the true time, whatever is still undecided. */
export interface ProvenInterval {
  readonly atLeastMs: number;
  readonly atMostMs: number;
}

/**
 * What is proven of the true time in a window. Both rules for periods, joining and leaving out, never make less of more true time, so
 * the bounds are those of the condition with everything undecided false, and with everything undecided true.
 * @param spans without the rules for periods
 */
export function provenTrueMs(spans: Spans, rules: PeriodRules, window: TimeWindow): ProvenInterval {
  const optimistic = mapSpans(spans, (value) => (value === UNDECIDED ? TRUE : value));
  return {
    atLeastMs: trueMs(applyPeriodRules(spans, rules), window),
    atMostMs: trueMs(applyPeriodRules(optimistic, rules), window),
  };
}

/** How long a condition holds in a window. */
export function trueMs(spans: Spans, window: TimeWindow): number {
  return countedMs(clipSpans(spans, window), (value) => value === TRUE);
}

/**
 * What has to be decided to know which periods there are in a window, and where they end: up to the interruption around or beyond
 * each of its ends that is long enough to end a period.
 * @param spans of a wider window
 */
export function neededForEnds(spans: Spans, window: TimeWindow, { joinWithinMs }: PeriodRules): TimeWindow {
  let from = spans.window.fromEpochMs;
  let to: EpochMs | undefined;
  /** Where the condition surely does not hold from; undefined where it holds or may. */
  let interruptedFrom: EpochMs | undefined;
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => {
    if (value === TRUE || value === UNDECIDED) {
      interruptedFrom = undefined;
      return;
    }
    interruptedFrom ??= fromEpochMs;
    if (toEpochMs - interruptedFrom > joinWithinMs) {
      if (interruptedFrom <= window.fromEpochMs) {
        from = toEpochMs;
      }
      if (toEpochMs >= window.toEpochMs) {
        to ??= interruptedFrom;
      }
    }
  });
  return {
    fromEpochMs: Math.min(from, window.fromEpochMs),
    toEpochMs: Math.max(to ?? spans.window.toEpochMs, window.toEpochMs),
  };
}

/** Time and number of changes of one value. */
export interface ValueTotals {
  readonly value: number;
  readonly ms: number;
  /** How many times the value began in the window. */
  readonly starts: number;
}

/** How long and how often a tag had each value, the lowest value first; `UNKNOWN` and `UNDECIDED` are values, too, and come last. */
export function totalsByValue(spans: Spans): ValueTotals[] {
  const totals = new Map<number, { ms: number; starts: number }>();
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => {
    const lastsMs = toEpochMs - fromEpochMs;
    const starts = fromEpochMs > spans.window.fromEpochMs ? 1 : 0;
    const total = totals.get(value);
    if (total === undefined) {
      totals.set(value, { ms: lastsMs, starts });
    } else {
      total.ms += lastsMs;
      total.starts += starts;
    }
  });
  const order = (value: number) => (Number.isNaN(value) ? Infinity : value);
  return [...totals].map(([value, total]) => ({ value, ...total })).sort((a, b) => order(a.value) - order(b.value));
}

function nameOf(value: number): 'true' | 'false' | 'unknown' | 'undecided' {
  if (value === TRUE) {
    return 'true';
  }
  return value === FALSE ? 'false' : value === UNDECIDED ? 'undecided' : 'unknown';
}

function isIn({ fromEpochMs, toEpochMs }: TimeWindow, epochMs: EpochMs): boolean {
  return epochMs >= fromEpochMs && epochMs < toEpochMs;
}
