import { BUCKET_LEVELS, BUCKET_MS, type BucketLevel, type Level } from '../time/level';
import { formatStep, nominalMs, readableStepAtLeast, type Step } from '../time/step';
import { stepEdges } from '../time/stepEdges';
import { MINUTE_MS, type TimeWindow, windowMs } from '../time/window';

/** What was asked for, before any request: everything that decides how a series is read. */
export interface PlanRequest {
  readonly window: TimeWindow;
  /** How many points the panel can show side by side. */
  readonly points: number;
  /** The panel's minimum interval; 0 for none. */
  readonly minStepMs: number;
  readonly interval: RequestedInterval;
  /** The zone whose clock the steps follow. */
  readonly zone: string;
  /** Moves steps along the local clock; 0 for midnight. */
  readonly shiftMs: number;
  /** The zone whose days the server's `1d` buckets are. */
  readonly dayBucketZone: string;
  /** Above this, a fixed level or step is refused. */
  readonly maxRows: number;
  /** Above this, "auto" takes 1m buckets in place of raw readings. */
  readonly maxAutoRawRows: number;
}

export type RequestedInterval =
  | { readonly kind: 'auto' }
  | { readonly kind: 'level'; readonly level: Level }
  | { readonly kind: 'step'; readonly step: Step };

/**
 * How a series is read and drawn; a plain value, so that it can be printed and tested.
 * `buckets`: read buckets and, where `edges` are given, add them up to steps.
 * `raw`: read raw readings if they are few enough, which the server's own counts tell.
 */
export type HistoryPlan = BucketsPlan | RawPlan;

export interface BucketsPlan {
  readonly kind: 'buckets';
  readonly level: BucketLevel;
  /** The window, aligned outward to the steps: the server returns the buckets that start inside. */
  readonly window: TimeWindow;
  readonly step: Step;
  /** Edges of the steps: step i is [edges[i], edges[i + 1]). */
  readonly edges: Float64Array;
  /** True when each bucket is a step already, so that nothing has to be added up. */
  readonly direct: boolean;
  readonly expectedRows: number;
  readonly reason: PlanReason;
}

export interface RawPlan {
  readonly kind: 'raw';
  readonly window: TimeWindow;
  /** Undefined: the readings themselves are drawn. */
  readonly step: Step | undefined;
  readonly edges: Float64Array | undefined;
  readonly maxRows: number;
  /** What is drawn when there are more readings than `maxRows`; undefined: the request is refused then. */
  readonly fallback: BucketsPlan | undefined;
  readonly reason: PlanReason;
}

/** Why the plan is what it is: `auto` from the panel's width, or as the user fixed it. */
export type PlanReason =
  | { readonly kind: 'auto'; readonly wantedStepMs: number }
  | { readonly kind: 'fixedLevel' }
  | { readonly kind: 'fixedStep' };

/** A plan that would cost too much, with the figures that say so and what would do. */
export interface RefusedPlan {
  readonly kind: 'refused';
  readonly asked: string;
  readonly expectedRows: number;
  readonly maxRows: number;
}

/**
 * Decides how to read a series. Pure: the same request always gives the same plan.
 * The coarsest level whose buckets the steps' edges do not cut gives the same numbers with the fewest rows; a level
 * or step that the user fixed is obeyed or refused, never changed.
 */
export function planHistory(request: PlanRequest): HistoryPlan | RefusedPlan {
  switch (request.interval.kind) {
    case 'auto':
      return planAuto(request);
    case 'level':
      return planLevel(request, request.interval.level);
    case 'step':
      return planStep(request, request.interval.step, { kind: 'fixedStep' }, formatStep(request.interval.step));
  }
}

function planAuto(request: PlanRequest): HistoryPlan | RefusedPlan {
  const wantedStepMs = Math.max(windowMs(request.window) / Math.max(1, request.points), request.minStepMs);
  const reason: PlanReason = { kind: 'auto', wantedStepMs };
  const step = readableStepAtLeast(wantedStepMs);
  if (nominalMs(step) >= MINUTE_MS) {
    return planStep(request, step, reason, 'auto');
  }
  const fallback = planStep(request, { count: 1, unit: 'm' }, reason, 'auto');
  return {
    kind: 'raw',
    window: request.window,
    step: undefined,
    edges: undefined,
    maxRows: Math.min(request.maxAutoRawRows, request.maxRows),
    fallback: fallback.kind === 'buckets' ? fallback : undefined,
    reason,
  };
}

function planLevel(request: PlanRequest, level: Level): HistoryPlan | RefusedPlan {
  const reason: PlanReason = { kind: 'fixedLevel' };
  if (level === 'raw') {
    const { window, maxRows } = request;
    return { kind: 'raw', window, step: undefined, edges: undefined, maxRows, fallback: undefined, reason };
  }
  const step: Step = LEVEL_STEP[level];
  // The buckets of a level are where the server puts them: UTC, but for days where a setting says otherwise.
  const edges = stepEdges(request.window, step, level === '1d' ? request.dayBucketZone : 'UTC');
  return withinBudget({ ...bucketsPlan(level, step, edges, reason), direct: true }, request, level);
}

function planStep(request: PlanRequest, step: Step, reason: PlanReason, asked: string): HistoryPlan | RefusedPlan {
  const expectedSteps = windowMs(request.window) / nominalMs(step);
  if (expectedSteps > request.maxRows) {
    return { kind: 'refused', asked, expectedRows: Math.ceil(expectedSteps), maxRows: request.maxRows };
  }
  const edges = stepEdges(request.window, step, request.zone, request.shiftMs);
  const level = coarsestLevel(edges, request.dayBucketZone);
  if (level === undefined) {
    const { maxRows } = request;
    return { kind: 'raw', window: spanOf(edges), step, edges, maxRows, fallback: undefined, reason };
  }
  return withinBudget(bucketsPlan(level, step, edges, reason), request, asked);
}

const LEVEL_STEP: Readonly<Record<BucketLevel, Step>> = {
  '1m': { count: 1, unit: 'm' },
  '1h': { count: 1, unit: 'h' },
  '1d': { count: 1, unit: 'd' },
};

function bucketsPlan(level: BucketLevel, step: Step, edges: Float64Array, reason: PlanReason): BucketsPlan {
  const window = spanOf(edges);
  return {
    kind: 'buckets',
    level,
    window,
    step,
    edges,
    direct: edges.every((edge, index) => index === 0 || edge - edges[index - 1]! === BUCKET_MS[level]),
    expectedRows: Math.ceil(windowMs(window) / BUCKET_MS[level]),
    reason,
  };
}

function withinBudget(plan: BucketsPlan, request: PlanRequest, asked: string): BucketsPlan | RefusedPlan {
  const { expectedRows } = plan;
  return expectedRows <= request.maxRows ? plan : { kind: 'refused', asked, expectedRows, maxRows: request.maxRows };
}

/** The coarsest level none of whose buckets is cut by an edge; undefined when even minutes are. */
function coarsestLevel(edges: Float64Array, dayBucketZone: string): BucketLevel | undefined {
  return [...BUCKET_LEVELS].reverse().find((level) => {
    if (level === '1d' && dayBucketZone !== 'UTC') {
      const dayStarts = new Set(stepEdges(spanOf(edges), LEVEL_STEP['1d'], dayBucketZone));
      return edges.every((edge) => dayStarts.has(edge));
    }
    return edges.every((edge) => edge % BUCKET_MS[level] === 0);
  });
}

function spanOf(edges: Float64Array): TimeWindow {
  return { fromEpochMs: edges[0] ?? NaN, toEpochMs: edges[edges.length - 1] ?? NaN };
}
