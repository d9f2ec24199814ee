import { type EpochMs, firstAfter, overlaps, type TimeWindow } from '../../time/window';
import { type Condition, holds } from './condition';
import type { NeededParts } from './questions';
import {
  clipSpans,
  countedMs,
  EXCLUDED,
  FALSE,
  mapSpans,
  type ConditionSpans,
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
export function applyPeriodRules(spans: ConditionSpans, rules: PeriodRules): Spans {
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
 * @param horizonEpochMs where the data ends; Infinity if it does not end in the window
 */
export function findPeriods(spans: ConditionSpans, rules: PeriodRules, horizonEpochMs: EpochMs = Infinity): Period[] {
  return periodsOf(stretches(spans, rules), spans.window.fromEpochMs, horizonEpochMs);
}

/** @param seenFromEpochMs where the spans of the stretches begin @param horizonEpochMs where the data ends */
function periodsOf(found: Stretches, seenFromEpochMs: EpochMs, horizonEpochMs: EpochMs): Period[] {
  const { toEpochMs: ends, mayEndLater, valueAfter } = found;
  const endOf = (index: number): Period['end'] => {
    const after = valueAfter[index];
    if (ends[index]! >= horizonEpochMs) {
      return 'inProgress';
    }
    if (after === undefined || mayEndLater[index]!) {
      return 'cut';
    }
    return Number.isFinite(after) ? 'known' : 'unknown';
  };
  return found.fromEpochMs.map((fromEpochMs, index) => ({
    fromEpochMs,
    toEpochMs: ends[index]!,
    start: startOf(found, index, seenFromEpochMs),
    end: endOf(index),
  }));
}

function startOf(
  { fromEpochMs, mayBeginEarlier }: Stretches,
  index: number,
  seenFromEpochMs: EpochMs
): Period['start'] {
  return fromEpochMs[index]! <= seenFromEpochMs || mayBeginEarlier[index]! ? 'cut' : 'known';
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
function stretches(spans: Spans, rules: PeriodRules): Stretches {
  const { window, startEpochMs, values } = spans;
  const { length } = values;
  const builder = new StretchesBuilder(rules);
  let undecidedUntil = -Infinity;
  for (let index = 0; index < length; index++) {
    const value = values[index]!;
    if (value !== TRUE && value !== UNDECIDED) {
      continue;
    }
    const isLast = index + 1 === length;
    const from = startEpochMs[index]!;
    const to = isLast ? window.toEpochMs : startEpochMs[index + 1]!;
    if (value === UNDECIDED) {
      builder.leaveUndecided(from);
      undecidedUntil = to;
    } else {
      builder.add(from, to, undecidedUntil, isLast ? undefined : values[index + 1]);
    }
  }
  return builder.stretches();
}

/** Makes stretches of the spans in which a condition holds, which are given in ascending order. */
class StretchesBuilder {
  private readonly found = {
    fromEpochMs: [] as EpochMs[],
    toEpochMs: [] as EpochMs[],
    mayBeginEarlier: [] as boolean[],
    mayEndLater: [] as boolean[],
    valueAfter: [] as Array<number | undefined>,
  };
  private from = NaN;
  private to = NaN;
  private mayBeginEarlier = false;
  private mayEndLater = false;
  private valueAfter: number | undefined;

  constructor(private readonly rules: PeriodRules) {}

  /**
   * The condition holds.
   * @param undecidedUntilEpochMs the end of the last undecided span before it; -Infinity if there is none
   */
  add(fromEpochMs: EpochMs, toEpochMs: EpochMs, undecidedUntilEpochMs: EpochMs, valueAfter: number | undefined): void {
    const { joinWithinMs } = this.rules;
    // Before the first one, there is none that it could be joined with.
    if (!(fromEpochMs - this.to <= joinWithinMs)) {
      this.end();
      this.from = fromEpochMs;
      this.mayBeginEarlier = fromEpochMs - undecidedUntilEpochMs <= joinWithinMs;
    }
    this.to = toEpochMs;
    this.mayEndLater = false;
    this.valueAfter = valueAfter;
  }

  /** From an instant on, it is undecided whether the condition holds. */
  leaveUndecided(fromEpochMs: EpochMs): void {
    this.mayEndLater ||= fromEpochMs - this.to <= this.rules.joinWithinMs;
  }

  stretches(): Stretches {
    this.end();
    return this.found;
  }

  private end(): void {
    const { found, from, to } = this;
    if (to - from >= this.rules.minDurationMs) {
      found.fromEpochMs.push(from);
      found.toEpochMs.push(to);
      found.mayBeginEarlier.push(this.mayBeginEarlier);
      found.mayEndLater.push(this.mayEndLater);
      found.valueAfter.push(this.valueAfter);
    }
  }
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
  const times = timesOf(clipSpans(spans, window));
  return { ...times, ...countPeriods(periods, 0, periods.length, window, spans.window.fromEpochMs) };
}

type Times = Pick<PeriodTotals, 'trueMs' | 'falseMs' | 'unknownMs' | 'undecidedMs'>;

function timesOf(spans: Spans): Times {
  const ms = { true: 0, false: 0, unknown: 0, undecided: 0 };
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => {
    ms[truthOf(value)] += toEpochMs - fromEpochMs;
  });
  return { trueMs: ms.true, falseMs: ms.false, unknownMs: ms.unknown, undecidedMs: ms.undecided };
}

/** Of a period, what counts. */
type CountedPeriod = Pick<Period, 'fromEpochMs' | 'toEpochMs' | 'start'>;

/**
 * @param first of the periods that are looked at
 * @param end after the last one
 * @param seenFromEpochMs where the spans of the periods begin
 */
function countPeriods(
  periods: readonly CountedPeriod[],
  first: number,
  end: number,
  window: TimeWindow,
  seenFromEpochMs: EpochMs
): Omit<PeriodTotals, keyof Times> {
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
    count,
    starts: areStartsKnown ? starts : NaN,
    longestMs,
    meanBetweenStartsMs: starts < 2 || !areStartsKnown ? NaN : (lastStart - firstStart) / (starts - 1),
  };
}

/** The same for every step; what lies between two neighbouring edges is a step. */
export function totalsPerStep(spans: Spans, periods: readonly Period[], edges: Float64Array): PeriodTotals[] {
  const ofSteps = spansPerStep(spans, edges);
  return perStep(periods, edges, (window, first, end, step) => ({
    ...timesOf(clipSpans(ofSteps[step]!, window)),
    ...countPeriods(periods, first, end, window, spans.window.fromEpochMs),
  }));
}

/**
 * The same for each value of a tag, as with the condition that the tag has this value. All conditions are answered by one walk over the
 * spans, because a tag may have as many values as there are spans.
 * @param spans the values of the tag, without the rules for periods
 * @param values whose totals are wanted, finite
 * @returns for each of the values, the totals of each step
 */
export function totalsPerStepOfValues(
  spans: Spans,
  values: readonly number[],
  rules: PeriodRules,
  edges: Float64Array
): PeriodTotals[][] {
  const byValue = periodsByValue(spans, rules);
  const known = timeUntil(spans, Number.isFinite);
  const undecided = timeUntil(spans, (value) => value === UNDECIDED);
  const knownAt = edges.map(known);
  const undecidedAt = edges.map(undecided);
  return values.map((value) => {
    const periods = byValue.get(value) ?? [];
    return perStep(periods, edges, (window, first, end, step) => {
      let trueMs = 0;
      for (let index = first; index < end; index++) {
        const { fromEpochMs, toEpochMs } = periods[index]!;
        const from = fromEpochMs > window.fromEpochMs ? known(fromEpochMs) : knownAt[step]!;
        const to = toEpochMs < window.toEpochMs ? known(toEpochMs) : knownAt[step + 1]!;
        trueMs += to - from;
      }
      const knownMs = knownAt[step + 1]! - knownAt[step]!;
      const undecidedMs = undecidedAt[step + 1]! - undecidedAt[step]!;
      return {
        trueMs,
        falseMs: knownMs - trueMs,
        unknownMs: window.toEpochMs - window.fromEpochMs - knownMs - undecidedMs,
        undecidedMs,
        ...countPeriods(periods, first, end, window, spans.window.fromEpochMs),
      };
    });
  });
}

/** Calls `compute` for each step, with the periods that it overlaps: from `first` to before `end`. */
function perStep<Result>(
  periods: readonly CountedPeriod[],
  edges: Float64Array,
  compute: (window: TimeWindow, first: number, end: number, step: number) => Result
): Result[] {
  let first = 0;
  return Array.from(edges.subarray(1), (toEpochMs, step) => {
    const fromEpochMs = edges[step]!;
    while (first < periods.length && periods[first]!.toEpochMs <= fromEpochMs) {
      first++;
    }
    let end = first;
    while (end < periods.length && periods[end]!.fromEpochMs < toEpochMs) {
      end++;
    }
    return compute({ fromEpochMs, toEpochMs }, first, end, step);
  });
}

/**
 * The periods of each value that a tag had, ascending: as those of the condition that it has this value.
 * @param horizonEpochMs where the data ends; Infinity if it does not end in the window
 */
export function periodsByValue(
  spans: Spans,
  rules: PeriodRules,
  horizonEpochMs: EpochMs = Infinity
): ReadonlyMap<number, readonly Period[]> {
  const builders = new Map<number, StretchesBuilder>();
  const { window, values } = spans;
  let undecidedUntil = -Infinity;
  let index = 0;
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => {
    index++;
    if (value === UNDECIDED) {
      undecidedUntil = toEpochMs;
      builders.forEach((builder) => builder.leaveUndecided(fromEpochMs));
    } else if (!Number.isNaN(value)) {
      let builder = builders.get(value);
      if (builder === undefined) {
        builder = new StretchesBuilder(rules);
        builders.set(value, builder);
      }
      builder.add(fromEpochMs, toEpochMs, undecidedUntil, values[index]);
    }
  });
  return new Map(
    [...builders].map(([value, builder]) => [value, periodsOf(builder.stretches(), window.fromEpochMs, horizonEpochMs)])
  );
}

/** @returns how long the values last, up to an instant, for which `isCounted` is true */
function timeUntil(spans: Spans, isCounted: (value: number) => boolean): (epochMs: EpochMs) => number {
  const { window, startEpochMs, values } = spans;
  const untilStartMs = new Float64Array(values.length);
  let ms = 0;
  let next = 0;
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => {
    untilStartMs[next++] = ms;
    ms += isCounted(value) ? toEpochMs - fromEpochMs : 0;
  });
  return (epochMs) => {
    const index = firstAfter(startEpochMs, epochMs) - 1;
    return index < 0
      ? 0
      : untilStartMs[index]! +
          (isCounted(values[index]!) ? Math.min(epochMs, window.toEpochMs) - startEpochMs[index]! : 0);
  };
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
export function provenTrueMs(spans: ConditionSpans, rules: PeriodRules, window: TimeWindow): ProvenInterval {
  const optimistic = mapSpans(spans, (value) => (value === UNDECIDED ? TRUE : value));
  return {
    atLeastMs: trueMs(applyPeriodRules(spans, rules), window),
    atMostMs: trueMs(applyPeriodRules(optimistic, rules), window),
  };
}

/** How long a condition holds in a window. */
export function trueMs(spans: ConditionSpans, window: TimeWindow): number {
  return countedMs(clipSpans(spans, window), (value) => value === TRUE);
}

/**
 * What has to be decided to know which periods there are in a window, and where they end: up to the interruption around or beyond
 * each of its ends that is long enough to end a period.
 *
 *     spans    ─true─┐     ┌─true──┐ ┌─true─┐     ┌─true
 *                    └─────┘       └─┘      └─────┘
 *     window                  [──────────)
 *     needed               [────────────────)
 *
 * @param spans of a wider window
 */
export function neededForEnds(spans: ConditionSpans, window: TimeWindow, { joinWithinMs }: PeriodRules): TimeWindow {
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

/** The parts that have to be decided for that. */
export function neededForPeriods(window: TimeWindow, rules: PeriodRules): NeededParts {
  return (spans) => {
    const needed = neededForEnds(spans, window, rules);
    return (part) => overlaps(part, needed);
  };
}

/** The values of a tag for which a condition holds, in the periods that count; all others are `EXCLUDED`. What is not known stays so. */
export function valuesInPeriods(spans: Spans, condition: Condition, rules: PeriodRules): Spans {
  const truth = mapSpans(spans, (value) => (!Number.isFinite(value) ? value : holds(condition, value) ? TRUE : FALSE));
  const counted = applyPeriodRules(truth, rules);
  const builder = new SpansBuilder(spans.window);
  let next = 0;
  // A period begins and ends where the value changes, so it has all of a span or nothing.
  visitSpans(spans, (fromEpochMs, toEpochMs, value) => {
    while ((counted.startEpochMs[next + 1] ?? Infinity) <= fromEpochMs) {
      next++;
    }
    const isIncluded = counted.values[next] === TRUE && holds(condition, value);
    builder.add(fromEpochMs, toEpochMs, isIncluded || !Number.isFinite(value) ? value : EXCLUDED);
  });
  return builder.spans();
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

function truthOf(value: number): 'true' | 'false' | 'unknown' | 'undecided' {
  if (value === TRUE) {
    return 'true';
  }
  return value === FALSE ? 'false' : value === UNDECIDED ? 'undecided' : 'unknown';
}

function isIn({ fromEpochMs, toEpochMs }: TimeWindow, epochMs: EpochMs): boolean {
  return epochMs >= fromEpochMs && epochMs < toEpochMs;
}
