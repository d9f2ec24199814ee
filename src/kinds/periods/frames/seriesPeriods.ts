import type { MissingSpan } from '../../../core/history/fetch/fetchResult';
import type { SeriesLabels } from '../../../core/history/series/legend';
import type { WindowValues } from '../../../core/history/signal/questions';
import type { Spans } from '../../../core/history/signal/spans';
import { applyPeriodRules, findPeriods, type Period } from '../../../core/history/signal/periods';
import type { TagProfile } from '../../../core/inventory/tagProfile';
import { type EpochMs, intersect } from '../../../core/time/window';
import type { PeriodsPlan } from '../planPeriods';

/** What is known of the periods of a series, finally or so far. */
export interface SeriesPeriods {
  readonly labels: SeriesLabels;
  readonly profile: TagProfile;
  /** `states`: the spans are those of the tag's own values. */
  readonly about: 'condition' | 'states';
  /** Without the rules for periods. */
  readonly spans: Spans;
  /** Where the data ends; Infinity if it does not end in the range. */
  readonly presentEpochMs: EpochMs;
  /** True while more is requested. */
  readonly isLoading: boolean;
  readonly isDecided: boolean;
  readonly stoppedBy: 'maxRequests' | 'maxRows' | undefined;
  readonly missing: readonly MissingSpan[];
  /** The minimum, maximum and average of each of its periods, in their order; undefined where they are not wanted, or not yet known. */
  readonly values: readonly WindowValues[] | undefined;
}

/** The condition with the rules for periods, and its periods of which a part lies in the range. */
export function periodsIn(
  { spans, presentEpochMs }: Pick<SeriesPeriods, 'spans' | 'presentEpochMs'>,
  { rules, range }: Pick<PeriodsPlan, 'rules' | 'range'>
): { readonly spans: Spans; readonly periods: readonly Period[] } {
  return {
    spans: applyPeriodRules(spans, rules),
    periods: findPeriods(spans, rules, presentEpochMs).filter((period) => intersect(period, range) !== undefined),
  };
}
