import { seriesLabels } from '../core/inventory/legend';
import type { Spans } from '../core/history/signal/spans';
import { findingsOf, type SeriesPeriods } from '../kinds/periods/frames/seriesPeriods';
import type { PeriodsPlan } from '../kinds/periods/planPeriods';

/** The plan of a total without rules; `change` replaces parts of it. */
export function testPeriodsPlan(change: Pick<PeriodsPlan, 'range'> & Partial<PeriodsPlan>): PeriodsPlan {
  return {
    format: 'total',
    periodRules: { minDurationMs: 0, joinWithinMs: 0 },
    holdMs: 0,
    edges: undefined,
    stepTimes: [],
    begunEpochMs: undefined,
    statesSideBySide: undefined,
    seenAroundMs: 0,
    budget: { maxRequests: 1, maxRows: 1 },
    ...change,
  };
}

/** What was found in the spans of the tag `t` of the device `P`, which are not all decided; `change` replaces parts of it. */
export function testSeriesPeriods(
  spans: Spans,
  plan: PeriodsPlan,
  change: Partial<Pick<SeriesPeriods, 'about' | 'isDecided' | 'undecidedBecause'>> = {}
): SeriesPeriods {
  const known = {
    labels: seriesLabels({ device: 'P', tag: 't' }, undefined),
    profile: { states: [], limits: {} },
    isState: false,
    about: 'condition' as const,
    spans,
    horizonEpochMs: Infinity,
    isLoading: false,
    isDecided: false,
    undecidedBecause: undefined,
    missing: [],
    values: undefined,
    ...change,
  };
  return { ...known, ...findingsOf(known, plan) };
}
