import { OPERATIONS } from '../../api/operations';
import {
  BUCKET_LEVELS,
  BUCKET_MS,
  type BucketLevel,
  type FixedLevel,
  formatStep,
  leastStepMs,
  LEVEL_STEP,
  nominalMs,
  readableStepsFrom,
  type Step,
} from '../../time/step';
import { type Meter, UNKNOWN_METER } from '../../inventory/meter';
import { stepEdges } from '../../time/stepEdges';
import { MINUTE_MS, type TimeWindow, WEEK_MS, windowMs } from '../../time/window';
import { UTC } from '../../time/zone';
import type { BucketSpan, LevelGrid } from '../levelGrid';
import { composeRange, type RangeComposition } from './composeRange';
import type { SignalTerms } from './planSignal';
import { planUsual, type UsualPlan, usualRows, type UsualTerms } from './planUsual';

/**
 * How a series is fetched and rendered: a plain value, so that it can be printed and tested.
 * `buckets`: fetch buckets and, unless each is a step already, re-aggregate them to steps.
 * `raw`: fetch raw readings if there are few enough, which the counts of the server's buckets show.
 * `range`: fetch buckets, and finer rows where an end of the time range cuts one, and re-aggregate all of them to one step.
 * `longest`: find out when the value changes, and render the value of each step that lasted longest in it.
 */
export type HistoryPlan = BucketsPlan | RawPlan | RangePlan | LongestPlan;

/** What plans of all kinds have. */
interface PlanBase {
  /** Where the server's buckets begin. */
  readonly grid: LevelGrid;
  readonly reason: PlanReason;
  /** Undefined: nothing is computed or fetched for increases. */
  readonly increase: IncreasePlan | undefined;
  /** Present: the time-weighted averages of the steps are wanted, too. Undefined: nothing is computed or fetched for them. */
  readonly timeWeighted: SignalTerms | undefined;
  /** Present: what is usual in the steps is wanted, too, which only those of buckets have. */
  readonly usual?: UsualPlan | undefined;
}

export interface BucketsPlan extends PlanBase, BucketSpan {
  readonly kind: 'buckets';
  readonly step: Step;
  /** Edges of the steps: step i is [edges[i], edges[i + 1]). */
  readonly edges: Float64Array;
  /** True when each bucket is a step already, so that nothing has to be re-aggregated. */
  readonly direct: boolean;
}

/** The increase of a counter is wanted too. */
export interface IncreasePlan {
  /** How many readings may be fetched that buckets do not replace. */
  readonly maxReadings: number;
  /** A series with at most so many readings, or so many in each step, is counted reading by reading. */
  readonly few: { readonly readings: number; readonly perStep: number };
  readonly meter: Meter;
  /** Undefined: what the readings tell of a range is its increase, even if they begin or end inside. */
  readonly knownSpan?: KnownSpanPlan | undefined;
}

/** The increase of a range is compared with that of another one as long, so that readings must tell all of it. */
export interface KnownSpanPlan {
  /** For how long a value is known after its reading. */
  readonly holdMs: number;
  /** True for the earlier of both: of the later one, the beginning is known wherever it is of the earlier. */
  readonly withBeginning: boolean;
}

/** Few for all steps together; or so few in each that the first, which may belong to the step before, matters. */
const FEW_READINGS: IncreasePlan['few'] = { readings: 1000, perStep: 15 };

/** One step as long as the time range, of exactly the readings inside. */
export interface RangePlan extends PlanBase, RangeComposition {
  readonly kind: 'range';
  /** The time range itself: it is not aligned to anything. */
  readonly window: TimeWindow;
  /** How many readings of buckets that an end of the range cuts may be fetched. */
  readonly maxReadings: number;
}

/** Values of steps of which averages say nothing. */
export interface LongestPlan extends PlanBase {
  readonly kind: 'longest';
  readonly window: TimeWindow;
  /** Undefined: one step as long as the time range. */
  readonly step: Step | undefined;
  readonly edges: Float64Array;
  /** What it may cost to know when values change that hold until the next reading. */
  readonly changes: SignalTerms;
}

export interface RawPlan extends PlanBase {
  readonly kind: 'raw';
  readonly window: TimeWindow;
  /** Undefined: the readings themselves are rendered. */
  readonly step: Step | undefined;
  readonly edges: Float64Array | undefined;
  readonly maxRows: number;
  /** The buckets whose `n` show how many readings there are. */
  readonly countedBy: BucketSpan;
  /** How the counts are rendered when there are more readings than `maxRows`; undefined: the query fails then. */
  readonly fallback: BucketsPlan | undefined;
  /** How to find out when the values change, in the place of the fallback's averages; undefined: the averages are shown. */
  readonly changes: SignalTerms | undefined;
}

/**
 * Why the plan is what it is: `auto` from the panel's width, or as the user fixed it. `onUtcClock`: steps on the zone's own
 * clock would have cost too many rows.
 */
export type PlanReason =
  | { readonly kind: 'auto'; readonly wantedStepMs: number; readonly onUtcClock?: true }
  | { readonly kind: 'fixedLevel' }
  | { readonly kind: 'fixedStep' }
  | { readonly kind: 'wholeRange' };

/** A plan that would cost too many rows, with the figures. */
export interface RejectedPlan {
  readonly kind: 'rejected';
  /** The interval as the user wrote it. */
  readonly interval: string;
  readonly expectedRows: number;
  readonly maxRows: number;
  /** Present: of how many weeks before the time range rows are needed, too. */
  readonly weeks?: number | undefined;
}

/** Everything that decides how a series is fetched, known before any request. */
export interface PlanRequest {
  readonly window: TimeWindow;
  /** How many points the panel can show side by side. */
  readonly points: number;
  /** The panel's minimum interval; 0 for none. */
  readonly minStepMs: number;
  readonly interval: RequestedInterval;
  /** The zone whose clock the steps follow. */
  readonly zone: string;
  /** How long after local midnight steps begin, as the clock shows it; levels are the server's and do not move. */
  readonly offsetMs: number;
  /** Where the server's buckets begin. */
  readonly grid: LevelGrid;
  /** A fixed level or step that would cost more rows is rejected. */
  readonly maxRows: number;
  /** "Auto" takes 1m buckets where there are more raw readings than this. */
  readonly maxAutoRawRows: number;
  /** True for values of which averages say nothing: "auto" takes the readings wherever there are few enough. */
  readonly prefersReadings: boolean;
  /** Present: "auto" shows when the values change where there are too many readings. */
  readonly changes?: SignalTerms | undefined;
  /** True: the whole time range as one step has the value that lasted longest, if changes are wanted. */
  readonly ofLongest?: boolean;
  /** True if the panel has a cell for each time: "auto" has steps also for values of which averages say nothing. */
  readonly drawsCells?: boolean;
  /** True: the increases of a counter are wanted. */
  readonly withIncrease?: boolean;
  /** What the settings say of the counter. */
  readonly meter?: Meter | undefined;
  /** Present: only an increase of the whole range counts. */
  readonly knownSpan?: KnownSpanPlan | undefined;
  /** Present: time-weighted averages are wanted. */
  readonly timeWeighted?: SignalTerms | undefined;
  /** Present: what is usual is wanted; steps are then no shorter than a minute, and no longer than a week. */
  readonly usual?: UsualTerms | undefined;
}

export type RequestedInterval =
  | { readonly kind: 'auto' }
  | { readonly kind: 'level'; readonly level: FixedLevel }
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'range' };

/**
 * Decides how to fetch a series. Pure: the same request always gives the same plan.
 * The coarsest level whose buckets no step edge cuts gives the same numbers with the fewest rows. A level or step that the
 * user fixed is obeyed or rejected, never changed.
 */
export function planHistory(request: PlanRequest): HistoryPlan | RejectedPlan {
  switch (request.interval.kind) {
    case 'auto':
      return planAuto(request);
    case 'level':
      return planLevel(request, request.interval.level);
    case 'step':
      return planStep(request, request.interval.step, { kind: 'fixedStep' }, formatStep(request.interval.step));
    case 'range':
      return planRange(request);
  }
}

/** Days show less of a counter than hours do, so where increases are wanted they are only the last resort. */
function planRange(request: PlanRequest): RangePlan | LongestPlan | RejectedPlan {
  const { window, maxRows, changes, ofLongest } = request;
  const reason: PlanReason = { kind: 'wholeRange' };
  if (ofLongest && changes !== undefined) {
    return longestPlan(request, changes, {
      step: undefined,
      edges: Float64Array.of(window.fromEpochMs, window.toEpochMs),
      reason,
    });
  }
  const composition =
    (request.withIncrease ? composeRange(window, ['1m', '1h'], request) : undefined) ??
    composeRange(window, BUCKET_LEVELS, request);
  if (composition === undefined) {
    return {
      kind: 'rejected',
      interval: 'range',
      expectedRows: Math.ceil(windowMs(window) / BUCKET_MS['1d']),
      maxRows,
    };
  }
  return { kind: 'range', ...composition, window, maxReadings: maxRows, reason, ...sharedParts(request) };
}

/** Readings where they are wanted, else steps; too many readings are rendered as these steps. */
function planAuto(request: PlanRequest): HistoryPlan | RejectedPlan {
  if (request.drawsCells && request.changes !== undefined) {
    return planLongest(request, request.changes);
  }
  const plan = planAutoSteps(request);
  if (!request.prefersReadings || needsSteps(request) || plan.kind !== 'buckets') {
    return plan;
  }
  const maxRows = Math.min(request.maxAutoRawRows, request.maxRows);
  return rawPlan(request, request.window, maxRows, plan.reason, plan);
}

function planLongest(request: PlanRequest, changes: SignalTerms): LongestPlan {
  const { window, zone, offsetMs } = request;
  const wantedStepMs = wantedStep(request);
  const [step] = readableStepsFrom(wantedStepMs);
  const edges = stepEdges(window, step, zone, offsetMs);
  return longestPlan(request, changes, { step, edges, reason: { kind: 'auto', wantedStepMs } });
}

function longestPlan(
  request: PlanRequest,
  changes: SignalTerms,
  parts: Pick<LongestPlan, 'step' | 'edges' | 'reason'>
): LongestPlan {
  return {
    ...parts,
    kind: 'longest',
    window: spanEdges(parts.edges),
    changes,
    ...sharedParts(request),
  };
}

function wantedStep(request: PlanRequest): number {
  const wantedMs = leastStepMs(request.window, request);
  return request.usual === undefined ? wantedMs : Math.min(Math.max(wantedMs, MINUTE_MS), WEEK_MS);
}

/** The finest readable step that the panel can show and the budget allows; `auto` is rejected only when there is none. */
function planAutoSteps(request: PlanRequest): HistoryPlan | RejectedPlan {
  const wantedStepMs = wantedStep(request);
  const reason: PlanReason = { kind: 'auto', wantedStepMs };
  const steps = readableStepsFrom(wantedStepMs);
  const [finest] = steps;
  if (nominalMs(finest) < MINUTE_MS && !(needsSteps(request) && hasTooMany(finest, request))) {
    const fallback = planStep(request, LEVEL_STEP['1m'], reason, 'auto');
    const maxRows = Math.min(request.maxAutoRawRows, request.maxRows);
    const plan = rawPlan(request, request.window, maxRows, reason, fallback.kind === 'buckets' ? fallback : undefined);
    return needsSteps(request) ? inSteps(plan, finest, request) : plan;
  }
  let rejected: RejectedPlan | undefined;
  for (const step of steps.filter((one) => request.usual === undefined || nominalMs(one) <= WEEK_MS)) {
    const onZoneClock = planStep(request, step, reason, 'auto');
    if (onZoneClock.kind !== 'rejected') {
      return onZoneClock;
    }
    // In a zone that is not whole hours from UTC, hours and days need 1m buckets: sixty times the rows.
    const onUtcClock = planStep({ ...request, zone: 'UTC' }, step, { ...reason, onUtcClock: true }, 'auto');
    if (onUtcClock.kind !== 'rejected') {
      return onUtcClock;
    }
    rejected ??= onZoneClock;
  }
  return rejected!;
}

function planLevel(request: PlanRequest, level: FixedLevel): HistoryPlan | RejectedPlan {
  const reason: PlanReason = { kind: 'fixedLevel' };
  if (level === 'raw') {
    return rawPlan(request, request.window, request.maxRows, reason);
  }
  const step = LEVEL_STEP[level];
  if (hasTooMany(step, request)) {
    return rejectSteps(step, request, level);
  }
  const edges = stepEdges(request.window, step, UTC);
  const plan = withUsual(bucketsPlan(request, { level, step, edges, reason }), { ...request, offsetMs: 0 }, UTC);
  return withinBudget(plan, request, level);
}

function planStep(request: PlanRequest, step: Step, reason: PlanReason, interval: string): HistoryPlan | RejectedPlan {
  if (hasTooMany(step, request)) {
    return rejectSteps(step, request, interval);
  }
  const edges = stepEdges(request.window, step, request.zone, request.offsetMs);
  const level = request.grid.coarsestLevel(edges);
  if (level === undefined) {
    return { ...rawPlan(request, spanEdges(edges), request.maxRows, reason), step, edges };
  }
  const plan = withUsual(bucketsPlan(request, { level, step, edges, reason }), request, request.zone);
  return withinBudget(plan, request, interval);
}

/** Asked before any edge is computed: those of centuries of minutes do not fit into memory. */
function hasTooMany(step: Step, { window, maxRows }: PlanRequest): boolean {
  return windowMs(window) / nominalMs(step) > maxRows;
}

function rejectSteps(step: Step, { window, maxRows }: PlanRequest, interval: string): RejectedPlan {
  return { kind: 'rejected', interval, expectedRows: Math.ceil(windowMs(window) / nominalMs(step)), maxRows };
}

/** @param fallback what is rendered instead of too many readings; its buckets count them too */
function rawPlan(
  request: PlanRequest,
  window: TimeWindow,
  maxRows: number,
  reason: PlanReason,
  fallback?: BucketsPlan
): RawPlan {
  return {
    kind: 'raw',
    window,
    step: undefined,
    edges: undefined,
    maxRows,
    countedBy: fallback ?? bucketsForCounting(window, request.grid),
    fallback,
    changes: fallback && request.changes,
    reason,
    ...sharedParts(request),
  };
}

/**
 * The increase of a single reading says little, and it has no average: on auto, those of the steps that the panel can show are
 * computed.
 */
function inSteps(plan: RawPlan, step: Step, { zone, offsetMs }: PlanRequest): RawPlan {
  const edges = stepEdges(plan.window, step, zone, offsetMs);
  return { ...plan, window: spanEdges(edges), step, edges };
}

function needsSteps({ withIncrease, timeWeighted, usual }: PlanRequest): boolean {
  return withIncrease === true || timeWeighted !== undefined || usual !== undefined;
}

function sharedParts(request: PlanRequest): Omit<PlanBase, 'reason'> {
  const { withIncrease, meter = UNKNOWN_METER, knownSpan, timeWeighted, maxRows, grid } = request;
  return {
    grid,
    increase: withIncrease
      ? { maxReadings: maxRows, few: FEW_READINGS, meter, ...(knownSpan && { knownSpan }) }
      : undefined,
    timeWeighted,
  };
}

/** The finest buckets whose counts of the whole window fit on one page. */
function bucketsForCounting(window: TimeWindow, grid: LevelGrid): BucketSpan {
  const fits = (level: BucketLevel) => windowMs(window) / BUCKET_MS[level] <= OPERATIONS.history.maxRows - 2;
  const level = BUCKET_LEVELS.find(fits) ?? '1d';
  return grid.bucketsOver(window, level);
}

function bucketsPlan(
  request: PlanRequest,
  parts: Pick<BucketsPlan, 'level' | 'step' | 'edges' | 'reason'>
): BucketsPlan {
  const { level, edges } = parts;
  const window = spanEdges(edges);
  return {
    ...parts,
    kind: 'buckets',
    window,
    // No edge cuts a bucket, so one of the same length is a step; days of a zone last 23 to 25 h.
    direct: nominalMs(parts.step) === BUCKET_MS[level],
    expectedRows: Math.ceil(windowMs(window) / BUCKET_MS[level]),
    ...sharedParts(request),
  };
}

/** @param stepZone on whose clock the steps are */
function withUsual(plan: BucketsPlan, { usual, zone, offsetMs }: PlanRequest, stepZone: string): BucketsPlan {
  return usual === undefined ? plan : { ...plan, usual: planUsual(usual, plan, { zone: stepZone, offsetMs }, zone) };
}

function withinBudget(plan: BucketsPlan, request: PlanRequest, interval: string): BucketsPlan | RejectedPlan {
  const expectedRows = plan.expectedRows + (plan.usual === undefined ? 0 : usualRows(plan.usual));
  return expectedRows <= request.maxRows
    ? plan
    : { kind: 'rejected', interval, expectedRows, maxRows: request.maxRows, weeks: plan.usual?.weeks };
}

function spanEdges(edges: Float64Array): TimeWindow {
  return { fromEpochMs: edges[0] ?? NaN, toEpochMs: edges[edges.length - 1] ?? NaN };
}
