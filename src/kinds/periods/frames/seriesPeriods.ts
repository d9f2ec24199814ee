import type { Undecided, UndecidedCause } from '../../../core/history/undecided';
import type { SeriesLabels } from '../../../core/inventory/legend';
import type { WindowValues } from '../../../core/history/signal/questions';
import { clipSpans, countedMs, type Spans } from '../../../core/history/signal/spans';
import {
  applyPeriodRules,
  findPeriods,
  type Period,
  type ProvenInterval,
  provenTrueMs,
  trueMs,
} from '../../../core/history/signal/periods';
import type { TagProfile } from '../../../core/inventory/tagProfile';
import { type EpochMs, overlaps, type TimeWindow, windowMs } from '../../../core/time/window';
import type { PeriodsPlan } from '../planPeriods';

/** What is known of the periods of a series, finally or so far. */
export interface SeriesPeriods {
  readonly labels: SeriesLabels;
  readonly profile: TagProfile;
  /** True for a tag whose values are states, with or without names. */
  readonly isState: boolean;
  /** `states`: the spans are those of the tag's own values. */
  readonly about: 'condition' | 'states';
  /** Without the rules for periods. */
  readonly spans: Spans;
  /** With them. The states of a tag are no periods. */
  readonly found: FoundPeriods;
  /** The true time of the condition in the range. */
  readonly proven: ProvenInterval;
  /** Where the data ends; Infinity if it does not end in the range. */
  readonly horizonEpochMs: EpochMs;
  /** True while more is requested. */
  readonly isLoading: boolean;
  readonly isDecided: boolean;
  readonly undecidedBecause: UndecidedCause | undefined;
  readonly missing: readonly Undecided[];
  /** The minimum, maximum and average of each of its periods, in their order; undefined where they are not wanted, or not yet known. */
  readonly values: readonly WindowValues[] | undefined;
}

/** A condition with the rules for periods, and its periods of which a part lies in the range. */
export interface FoundPeriods {
  readonly spans: Spans;
  readonly periods: readonly Period[];
}

/** What follows from the spans of a series, which is computed once for all that is shown of it. */
export function findingsOf(
  { about, spans, horizonEpochMs, isDecided }: Omit<SeriesPeriods, 'found' | 'proven'>,
  plan: Pick<PeriodsPlan, 'periodRules' | 'range'>
): Pick<SeriesPeriods, 'found' | 'proven'> {
  if (about === 'states') {
    return { found: { spans, periods: [] }, proven: { atLeastMs: 0, atMostMs: 0 } };
  }
  const found = periodsIn(spans, horizonEpochMs, plan);
  if (!isDecided) {
    return { found, proven: provenTrueMs(spans, plan.periodRules, plan.range) };
  }
  const ms = trueMs(found.spans, plan.range);
  return { found, proven: { atLeastMs: ms, atMostMs: ms } };
}

/** @param horizonEpochMs where the data ends */
function periodsIn(
  spans: Spans,
  horizonEpochMs: EpochMs,
  { periodRules: rules, range }: Pick<PeriodsPlan, 'periodRules' | 'range'>
): FoundPeriods {
  return {
    spans: applyPeriodRules(spans, rules),
    periods: findPeriods(spans, rules, horizonEpochMs).filter((period) => overlaps(period, range)),
  };
}

/** The part of a range that is past, and how much of it is not known. */
export function unknownPast(
  spans: Spans,
  { horizonEpochMs }: Pick<SeriesPeriods, 'horizonEpochMs'>,
  range: TimeWindow
): { readonly past: TimeWindow; readonly unknownMs: number } {
  const toEpochMs = Math.min(range.toEpochMs, Math.max(horizonEpochMs, range.fromEpochMs));
  const past = { fromEpochMs: range.fromEpochMs, toEpochMs };
  return { past, unknownMs: windowMs(past) === 0 ? 0 : countedMs(clipSpans(spans, past), Number.isNaN) };
}
