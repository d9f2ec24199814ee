import { BUCKET_MS, LEVEL_STEP, type Level } from '../../time/level';
import type { Step } from '../../time/step';
import { stepEdges } from '../../time/stepEdges';
import { firstAfter } from '../../time/sortedTimes';
import type { TimeWindow } from '../../time/window';
import type { FetchResult } from '../fetch/fetchResult';
import type { BucketsPlan, RawPlan } from '../plan/historyPlan';
import { hasCounts, pickRows, type Rows, rowCount } from '../rows';
import type { SeriesId } from '../seriesId';
import { reaggregate } from './reaggregate';

/** A series as it will be rendered, with everything that must be reported about it. */
export interface LoadedSeries {
  readonly series: SeriesId;
  readonly name: string;
  readonly unit: string;
  /** One row per step, bucket or reading. */
  readonly rows: Rows;
  /** The level the rows were fetched at. */
  readonly level: Level;
  /** Undefined when the rows are raw readings. */
  readonly step: Step | undefined;
  /** The edges of the steps, empty ones included; undefined when the rows are raw readings. */
  readonly edges: Float64Array | undefined;
  readonly fetched: FetchResult;
  readonly substitution: Substitution | undefined;
}

/**
 * What is rendered in place of what the plan asked for; a notice reports it.
 * - `tooManyReadings`, `unknownReadings`: buckets, because there are more readings than `maxRows` or their number is unknown;
 * - `expiredReadings`: buckets where the plan has them, because the server no longer retains the readings of the beginning;
 * - `unknownCounts`: the server's own buckets, because averages of unknown weight cannot be re-aggregated;
 * - `unexpectedBuckets`: the same, because the buckets begin elsewhere than the steps need;
 * - `utcSteps`: steps on the UTC clock, because those of the time zone would cost too many rows.
 */
export type Substitution =
  | { readonly kind: 'tooManyReadings'; readonly readings: number; readonly maxRows: number }
  | { readonly kind: 'unknownReadings' }
  | { readonly kind: 'expiredReadings'; readonly readings: number }
  | { readonly kind: 'unknownCounts' }
  | { readonly kind: 'unexpectedBuckets'; readonly level: Level }
  | { readonly kind: 'utcSteps' };

/** A series of buckets: unchanged where each bucket is a step already, else re-aggregated to steps. */
export function bucketSeries(
  series: SeriesId,
  plan: BucketsPlan,
  fetched: FetchResult,
  substitution: Substitution | undefined = isOnUtcClock(plan) ? { kind: 'utcSteps' } : undefined
): LoadedSeries {
  const shared = { series, name: fetched.name, unit: fetched.unit, level: plan.level, fetched };
  if (plan.direct) {
    return { ...shared, rows: fetched.rows, step: plan.step, edges: plan.edges, substitution };
  }
  const obstacle = obstacleToSteps(fetched.rows, plan);
  if (obstacle !== undefined) {
    const step = LEVEL_STEP[plan.level];
    const edges = stepEdges(plan.window, step, plan.bucketZone);
    return { ...shared, rows: fetched.rows, step, edges, substitution: obstacle };
  }
  const bucketMs = BUCKET_MS[plan.level];
  const unusable = fetched.unusableBuckets.map((start) => ({ fromEpochMs: start, toEpochMs: start + bucketMs }));
  const rows = completeSteps(fetched, plan.edges, unusable);
  return { ...shared, rows, step: plan.step, edges: plan.edges, substitution };
}

/** A series of readings: one by one, or aggregated to steps that are too short for buckets. */
export function readingSeries(
  series: SeriesId,
  plan: RawPlan,
  fetched: FetchResult,
  substitution?: Substitution
): LoadedSeries {
  const rows = plan.edges === undefined ? fetched.rows : completeSteps(fetched, plan.edges);
  const shared = { series, name: fetched.name, unit: fetched.unit, level: 'raw' as const, fetched };
  return { ...shared, rows, step: plan.step, edges: plan.edges, substitution };
}

function isOnUtcClock({ reason }: BucketsPlan): boolean {
  return reason.kind === 'auto' && reason.onUtcClock === true;
}

function obstacleToSteps(rows: Rows, plan: BucketsPlan): Substitution | undefined {
  if (!hasCounts(rows)) {
    return { kind: 'unknownCounts' };
  }
  return beginAsPlanned(rows, plan) ? undefined : { kind: 'unexpectedBuckets', level: plan.level };
}

/** True when every bucket begins where the plan assumes; a step's edge may cut one that begins elsewhere. */
function beginAsPlanned({ timeEpochMs }: Rows, { level, window, bucketZone }: BucketsPlan): boolean {
  if (bucketZone === 'UTC') {
    return timeEpochMs.every((time) => time % BUCKET_MS[level] === 0);
  }
  const starts = new Set(stepEdges(window, LEVEL_STEP[level], bucketZone));
  return timeEpochMs.every((time) => starts.has(time));
}

/**
 * The steps that have all their rows. A step of which a part is missing, unusable or not received yet would be rendered
 * wrong, so it is left out; notices report the parts.
 */
function completeSteps(fetched: FetchResult, edges: Float64Array, unusable: readonly TimeWindow[] = []): Rows {
  const steps = reaggregate(fetched.rows, edges);
  const absent = [...fetched.missing.map(({ window }) => window), ...fetched.pending, ...unusable];
  if (absent.length === 0) {
    return steps;
  }
  const incomplete = new Set(absent.flatMap((window) => stepStartsIn(window, edges)));
  const complete = Array.from(steps.timeEpochMs.keys()).filter((row) => !incomplete.has(steps.timeEpochMs[row]!));
  return complete.length === rowCount(steps) ? steps : pickRows(steps, complete);
}

/** The starts of the steps that overlap a window. */
function stepStartsIn({ fromEpochMs, toEpochMs }: TimeWindow, edges: Float64Array): number[] {
  const starts: number[] = [];
  for (let step = Math.max(0, firstAfter(edges, fromEpochMs) - 1); step + 1 < edges.length; step++) {
    if (edges[step]! >= toEpochMs) {
      break;
    }
    starts.push(edges[step]!);
  }
  return starts;
}
