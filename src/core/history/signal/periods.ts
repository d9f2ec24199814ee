import { type EpochMs, intersect, type TimeWindow, windowMs } from '../../time/window';
import {
  clipSpans,
  FALSE,
  listSpans,
  mapSpans,
  type Span,
  type Spans,
  SpansBuilder,
  spansPerStep,
  TRUE,
  UNDECIDED,
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
  /** `cut`: it may have begun earlier than can be seen. */
  readonly start: 'known' | 'cut';
  /** `inProgress`: it holds at the present. `cut`: it may end later than can be seen. `unknown`: the value is unknown afterwards. */
  readonly end: 'known' | 'inProgress' | 'cut' | 'unknown';
}

/**
 * The condition with the rules for periods: true in every period that counts, with its short interruptions; false elsewhere.
 * What is unknown or undecided stays so, and ends a period unless it is a short interruption.
 */
export function applyPeriodRules(spans: Spans, rules: PeriodRules): Spans {
  const periods = stretches(spans, rules);
  const builder = new SpansBuilder(spans.window);
  let next = 0;
  for (const { fromEpochMs, toEpochMs, value } of listSpans(spans)) {
    while (next < periods.length && periods[next]!.toEpochMs <= fromEpochMs) {
      next++;
    }
    const period = periods[next];
    const isInside = period !== undefined && period.fromEpochMs <= fromEpochMs;
    const isKnown = Number.isFinite(value);
    builder.add(fromEpochMs, toEpochMs, isKnown ? (isInside ? TRUE : FALSE) : value);
  }
  return builder.spans();
}

/**
 * The periods of a condition, ascending.
 * @param presentEpochMs where the data ends; Infinity if it does not end in the window
 */
export function findPeriods(spans: Spans, rules: PeriodRules, presentEpochMs: EpochMs = Infinity): Period[] {
  const { window } = spans;
  const all = listSpans(spans);
  return stretches(spans, rules).map((stretch) => {
    const after = all.find(({ fromEpochMs }) => fromEpochMs === stretch.toEpochMs);
    return {
      ...stretch,
      start: stretch.fromEpochMs <= window.fromEpochMs ? 'cut' : 'known',
      end:
        stretch.toEpochMs >= presentEpochMs
          ? 'inProgress'
          : after === undefined
            ? 'cut'
            : Number.isFinite(after.value)
              ? 'known'
              : 'unknown',
    };
  });
}

/** True spans, joined over short interruptions, that are long enough. */
function stretches(spans: Spans, { minDurationMs, joinWithinMs }: PeriodRules): TimeWindow[] {
  const joined: Array<{ fromEpochMs: EpochMs; toEpochMs: EpochMs }> = [];
  for (const { fromEpochMs, toEpochMs, value } of listSpans(spans)) {
    const last = joined.at(-1);
    if (value !== TRUE) {
      continue;
    }
    if (last !== undefined && fromEpochMs - last.toEpochMs <= joinWithinMs) {
      last.toEpochMs = toEpochMs;
    } else {
      joined.push({ fromEpochMs, toEpochMs });
    }
  }
  return joined.filter((stretch) => windowMs(stretch) >= minDurationMs);
}

/** Time and number of a condition in a window. True + false + unknown + undecided is the length of the window. */
export interface PeriodTotals {
  readonly trueMs: number;
  readonly falseMs: number;
  readonly unknownMs: number;
  readonly undecidedMs: number;
  /** Periods of which a part lies in the window. */
  readonly count: number;
  /** Periods that begin in the window. */
  readonly starts: number;
  /** The longest period inside the window; 0 if there is none. */
  readonly longestMs: number;
  /** The mean time from one start in the window to the next; NaN if there are fewer than two. */
  readonly meanBetweenStartsMs: number;
}

/**
 * @param spans with the rules for periods
 * @param periods of them, which need not end in the window
 */
export function totalsOf(spans: Spans, periods: readonly Period[], window: TimeWindow): PeriodTotals {
  const ms = { true: 0, false: 0, unknown: 0, undecided: 0 };
  for (const span of listSpans(clipSpans(spans, window))) {
    ms[nameOf(span)] += windowMs(span);
  }
  const inside = periods.flatMap((period) => intersect(period, window) ?? []);
  const starts = periods
    .filter(({ start, fromEpochMs }) => start === 'known' && isIn(window, fromEpochMs))
    .map(({ fromEpochMs }) => fromEpochMs);
  return {
    trueMs: ms.true,
    falseMs: ms.false,
    unknownMs: ms.unknown,
    undecidedMs: ms.undecided,
    count: inside.length,
    starts: starts.length,
    longestMs: inside.reduce((longest, part) => Math.max(longest, windowMs(part)), 0),
    meanBetweenStartsMs: starts.length < 2 ? NaN : (starts.at(-1)! - starts[0]!) / (starts.length - 1),
  };
}

/** The same for every step; what lies between two neighbouring edges is a step. */
export function totalsPerStep(spans: Spans, periods: readonly Period[], edges: Float64Array): PeriodTotals[] {
  let firstPeriod = 0;
  return spansPerStep(spans, edges).map((ofStep, step) => {
    const window = { fromEpochMs: edges[step]!, toEpochMs: edges[step + 1]! };
    while (firstPeriod < periods.length && periods[firstPeriod]!.toEpochMs <= window.fromEpochMs) {
      firstPeriod++;
    }
    const ofWindow = until(periods, firstPeriod, ({ fromEpochMs }) => fromEpochMs >= window.toEpochMs);
    return totalsOf(ofStep, ofWindow, window);
  });
}

function until<T>(items: readonly T[], first: number, isBeyond: (item: T) => boolean): readonly T[] {
  let end = first;
  while (end < items.length && !isBeyond(items[end]!)) {
    end++;
  }
  return items.slice(first, end);
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
  const pessimistic = applyPeriodRules(spans, rules);
  const optimistic = applyPeriodRules(
    mapSpans(spans, (value) => (value === UNDECIDED ? TRUE : value)),
    rules
  );
  return { atLeastMs: trueMs(pessimistic, window), atMostMs: trueMs(optimistic, window) };
}

function trueMs(spans: Spans, window: TimeWindow): number {
  return listSpans(clipSpans(spans, window)).reduce((sum, span) => sum + (span.value === TRUE ? windowMs(span) : 0), 0);
}

/**
 * What has to be decided to know which periods there are in a window, and where they end: up to the interruption around or beyond
 * each of its ends that is long enough to end a period.
 * @param spans of a wider window
 */
export function neededForEnds(spans: Spans, window: TimeWindow, { joinWithinMs }: PeriodRules): TimeWindow {
  const interruptions = interruptionsOf(spans).filter((stretch) => windowMs(stretch) > joinWithinMs);
  const before = interruptions.filter(({ fromEpochMs }) => fromEpochMs <= window.fromEpochMs).at(-1);
  const after = interruptions.find(({ toEpochMs }) => toEpochMs >= window.toEpochMs);
  return {
    fromEpochMs: Math.min(before?.toEpochMs ?? spans.window.fromEpochMs, window.fromEpochMs),
    toEpochMs: Math.max(after?.fromEpochMs ?? spans.window.toEpochMs, window.toEpochMs),
  };
}

/** Where the condition surely does not hold. */
function interruptionsOf(spans: Spans): TimeWindow[] {
  const interrupted = mapSpans(spans, (value) => (value === TRUE || value === UNDECIDED ? TRUE : FALSE));
  return listSpans(interrupted).filter(({ value }) => value === FALSE);
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
  listSpans(spans).forEach((span, index) => {
    const total = totals.get(span.value) ?? { ms: 0, starts: 0 };
    totals.set(span.value, { ms: total.ms + windowMs(span), starts: total.starts + (index > 0 ? 1 : 0) });
  });
  const order = (value: number) => (Number.isNaN(value) ? Infinity : value);
  return [...totals].map(([value, total]) => ({ value, ...total })).sort((a, b) => order(a.value) - order(b.value));
}

function nameOf({ value }: Span): 'true' | 'false' | 'unknown' | 'undecided' {
  if (value === TRUE) {
    return 'true';
  }
  return value === FALSE ? 'false' : value === UNDECIDED ? 'undecided' : 'unknown';
}

function isIn({ fromEpochMs, toEpochMs }: TimeWindow, epochMs: EpochMs): boolean {
  return epochMs >= fromEpochMs && epochMs < toEpochMs;
}
