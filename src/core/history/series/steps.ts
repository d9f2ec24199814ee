import { LEVEL_STEP } from '../../time/step';
import { type EpochMs, firstAfter, firstAtOrAfter, type TimeWindow } from '../../time/window';
import { absentWindows, type FetchResult } from '../fetch/fetchResult';
import type { SeriesId } from '../../inventory/seriesId';
import type { BucketsPlan, RawPlan } from '../plan/planHistory';
import { writeSteps } from '../rowLoops';
import { bucketRows, hasCounts, pickRows, type Rows, rowCount, sliceRows } from '../rows';
import { undecidedFor } from '../undecided';
import { type Line, type LoadedSeries, READINGS_SHAPE, shapeOfSteps, type Substitution } from './loadedSeries';

/** The series of a plan for buckets: unchanged where each bucket is a step already, else re-aggregated to steps. */
export function bucketSeries(
  series: SeriesId,
  plan: BucketsPlan,
  fetched: FetchResult,
  substitution: Substitution | undefined = isOnUtcClock(plan) ? { kind: 'utcSteps' } : undefined
): LoadedSeries {
  const { level, step, edges, direct } = plan;
  const shared = { series, name: fetched.name, unit: fetched.unit, level, fetched };
  if (direct) {
    return { ...shared, ...unchanged(fetched, edges), kind: 'steps', step, edges, substitution };
  }
  const obstacle = whyNotReaggregated(fetched.rows, plan);
  if (obstacle === undefined) {
    return { ...shared, ...reaggregated(fetched, edges), kind: 'steps', step, edges, substitution };
  }
  const levelStep = LEVEL_STEP[level];
  const levelEdges = plan.grid.edges(plan.window, level);
  return {
    ...shared,
    ...unchanged(fetched, levelEdges),
    kind: 'steps',
    step: levelStep,
    edges: levelEdges,
    substitution: obstacle,
  };
}

function unchanged(fetched: FetchResult, edges: Float64Array): Line {
  const { rows, unusable } = fetched;
  const starts = new Set(unusable.length > 0 ? rows.timeEpochMs : []);
  const steps = stepsIn(unusable, edges).filter(({ fromEpochMs }) => !starts.has(fromEpochMs));
  return { rows, undecided: undecidedFor(steps, 'invalid') };
}

/** The rows as those of the steps that have all of theirs. */
export function reaggregated(fetched: FetchResult, edges: Float64Array): Line {
  return {
    rows: completeSteps(fetched, edges),
    undecided: undecidedFor(stepsIn(fetched.unusable, edges), 'invalid'),
  };
}

/** The series of a plan for readings: one by one, or aggregated to steps that are too short for buckets. */
export function readingSeries(
  series: SeriesId,
  { step, edges }: RawPlan,
  fetched: FetchResult,
  substitution?: Substitution
): LoadedSeries {
  const { name, unit } = fetched;
  const shared = { series, name, unit, level: 'raw', fetched, undecided: [], substitution } as const;
  return edges === undefined
    ? { ...shared, ...READINGS_SHAPE, rows: fetched.rows }
    : { ...shared, ...shapeOfSteps(step, edges), rows: completeSteps(fetched, edges) };
}

function isOnUtcClock({ reason }: BucketsPlan): boolean {
  return reason.kind === 'auto' && reason.onUtcClock === true;
}

function whyNotReaggregated(rows: Rows, plan: BucketsPlan): Substitution | undefined {
  if (!hasCounts(rows)) {
    return { kind: 'unknownCounts' };
  }
  // A step's edge may cut a bucket that begins elsewhere.
  return plan.grid.areEdges(rows.timeEpochMs, plan.level)
    ? undefined
    : { kind: 'unexpectedBuckets', level: plan.level };
}

/**
 * The steps that have all their rows. A step of which a part is missing, unusable or not received yet would be rendered
 * wrong, so it is left out; notices report the parts.
 */
function completeSteps(fetched: FetchResult, edges: Float64Array): Rows {
  const steps = reaggregate(fetched.rows, edges);
  const incomplete = incompleteSteps(fetched, edges);
  if (incomplete.size === 0) {
    return steps;
  }
  const complete = Array.from(steps.timeEpochMs.keys()).filter((row) => !incomplete.has(steps.timeEpochMs[row]!));
  return complete.length === rowCount(steps) ? steps : pickRows(steps, complete);
}

/** The starts of the steps of which a part is missing, unusable or not received yet. */
export function incompleteSteps(fetched: FetchResult, edges: Float64Array): ReadonlySet<EpochMs> {
  return new Set(stepsIn(absentWindows(fetched), edges).map(({ fromEpochMs }) => fromEpochMs));
}

/** The steps that overlap any of the windows; one that overlaps several may be listed more than once. */
function stepsIn(windows: readonly TimeWindow[], edges: Float64Array): TimeWindow[] {
  return windows.flatMap(({ fromEpochMs, toEpochMs }) => {
    const first = Math.max(0, firstAfter(edges, fromEpochMs) - 1);
    const last = Math.min(edges.length - 1, firstAtOrAfter(edges, toEpochMs));
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => ({
      fromEpochMs: edges[first + index]!,
      toEpochMs: edges[first + index + 1]!,
    }));
  });
}

/**
 * Re-aggregates rows to the steps between `edges`, see `writeSteps`.
 * @returns a row per step that holds any, at the step's start
 */
export function reaggregate(rows: Rows, edges: Float64Array): Rows {
  const steps = bucketRows(Math.max(0, edges.length - 1));
  const used = writeSteps(rows, edges, steps);
  return used === rowCount(steps) ? steps : sliceRows(steps, 0, used);
}
