import { type Rows, rowCount } from '../api/rows';
import { BUCKET_MS, LEVEL_STEP, type Level } from '../time/level';
import type { Step } from '../time/step';
import { stepEdges } from '../time/stepEdges';
import type { TimeWindow } from '../time/window';
import { pick } from './orderRows';
import type { BucketsPlan, RawPlan } from './historyPlan';
import { hasCounts, reaggregate } from './reaggregate';
import type { SeriesId } from './seriesId';
import type { WindowRead } from './windowRead';

/** A series as it will be drawn, with everything that must be said about it. */
export interface LoadedSeries {
  readonly series: SeriesId;
  readonly name: string;
  readonly unit: string;
  /** One row per step, bucket or reading. */
  readonly rows: Rows;
  /** Where the rows came from. */
  readonly level: Level;
  /** Undefined when the rows are raw readings. */
  readonly step: Step | undefined;
  /** The edges of the steps, empty ones included; undefined when the rows are raw readings. */
  readonly edges: Float64Array | undefined;
  readonly read: WindowRead;
  readonly substitution: Substitution | undefined;
}

/**
 * Something other than the obvious was drawn; a notice says so.
 * - `tooManyReadings`, `unknownReadings`: buckets in place of readings, which are more than `maxRows` or nobody knows;
 * - `readingsNotKept`: buckets where they can be, because the server does not keep the readings of the beginning any more;
 * - `unknownCounts`: the server's own buckets, because averages of unknown weight must not be averaged;
 * - `unexpectedBuckets`: the same, because the buckets begin elsewhere than the steps need;
 * - `utcSteps`: steps on the clock of UTC, because those of the zone would cost too many rows.
 */
export type Substitution =
  | { readonly kind: 'tooManyReadings'; readonly readings: number; readonly maxRows: number }
  | { readonly kind: 'unknownReadings' }
  | { readonly kind: 'readingsNotKept'; readonly readings: number }
  | { readonly kind: 'unknownCounts' }
  | { readonly kind: 'unexpectedBuckets'; readonly level: Level }
  | { readonly kind: 'utcSteps' };

/** Draws buckets: as they are where each is a step already, else added up to steps. */
export function seriesOfBuckets(
  series: SeriesId,
  plan: BucketsPlan,
  read: WindowRead,
  substitution: Substitution | undefined = isOnUtcClock(plan) ? { kind: 'utcSteps' } : undefined
): LoadedSeries {
  const shared = { series, name: read.name, unit: read.unit, level: plan.level, read };
  const obstacle = plan.direct ? undefined : whyNotAddedUp(read.rows, plan);
  if (obstacle !== undefined) {
    const step = LEVEL_STEP[plan.level];
    const edges = stepEdges(plan.window, step, plan.bucketZone);
    return { ...shared, rows: read.rows, step, edges, substitution: obstacle };
  }
  const rows = plan.direct ? read.rows : addUp(read, plan.edges);
  return { ...shared, rows, step: plan.step, edges: plan.edges, substitution };
}

function isOnUtcClock({ reason }: BucketsPlan): boolean {
  return reason.kind === 'auto' && reason.onUtcClock === true;
}

/** Draws readings: one by one, or added up to steps that are too short for buckets. */
export function seriesOfReadings(series: SeriesId, plan: RawPlan, read: WindowRead): LoadedSeries {
  const rows = plan.edges === undefined ? read.rows : addUp(read, plan.edges);
  const shared = { series, name: read.name, unit: read.unit, level: 'raw' as const, read };
  return { ...shared, rows, step: plan.step, edges: plan.edges, substitution: undefined };
}

function whyNotAddedUp(rows: Rows, plan: BucketsPlan): Substitution | undefined {
  if (!hasCounts(rows)) {
    return { kind: 'unknownCounts' };
  }
  return areWhereExpected(rows, plan) ? undefined : { kind: 'unexpectedBuckets', level: plan.level };
}

/** True when every bucket begins where the plan took it to; one that begins elsewhere may be cut by a step's edge. */
function areWhereExpected({ timeEpochMs }: Rows, { level, window, bucketZone }: BucketsPlan): boolean {
  if (bucketZone === 'UTC') {
    return timeEpochMs.every((time) => time % BUCKET_MS[level] === 0);
  }
  const starts = new Set(stepEdges(window, LEVEL_STEP[level], bucketZone));
  return timeEpochMs.every((time) => starts.has(time));
}

/** A step of which a part did not come, or not yet, would be drawn wrong, so it is left out; what is missing is told anyway. */
function addUp(read: WindowRead, edges: Float64Array): Rows {
  const steps = reaggregate(read.rows, edges);
  const absent = [...read.missing.map(({ window }) => window), ...read.pending];
  if (absent.length === 0) {
    return steps;
  }
  const endOf = new Map(Array.from(edges, (edge, index) => [edge, edges[index + 1] ?? edge]));
  const whole = Array.from({ length: rowCount(steps) }, (_, row) => row).filter((row) => {
    const start = steps.timeEpochMs[row]!;
    const step: TimeWindow = { fromEpochMs: start, toEpochMs: endOf.get(start) ?? start };
    return !absent.some((window) => overlap(window, step));
  });
  return pick(steps, whole);
}

function overlap(a: TimeWindow, b: TimeWindow): boolean {
  return a.fromEpochMs < b.toEpochMs && b.fromEpochMs < a.toEpochMs;
}
