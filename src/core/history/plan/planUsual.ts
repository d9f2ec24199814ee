import { BUCKET_MS, type BucketLevel, nominalMs, type Step } from '../../time/step';
import { type Shift, shiftWindow } from '../../time/shift';
import { stepEdges } from '../../time/stepEdges';
import { DAY_MS, HOUR_MS, mergeWindows, subtractWindows, type TimeWindow } from '../../time/window';
import type { BucketSpan, LevelGrid } from '../levelGrid';

/** What is usual is wanted: of how many weeks before each step. */
export interface UsualTerms {
  readonly weeks: number;
}

/** The steps of earlier weeks, and where they come from. */
export interface UsualPlan extends UsualTerms {
  /** How many steps before and after a step say, too, which values are nothing unusual. */
  readonly reach: number;
  /** The steps of each week, the latest first. */
  readonly earlier: readonly EarlierWeek[];
  /** The buckets of these steps, except those that the plan itself has: ascending, without overlap. */
  readonly spans: readonly UsualSpan[];
  /** The edges of the steps of all weeks: one list for each window, ascending, without overlap. */
  readonly stepEdges: readonly Float64Array[];
}

/** Steps and their buckets. */
export interface UsualSpan extends BucketSpan {
  readonly edges: Float64Array;
  /** True when each bucket is a step already. */
  readonly direct: boolean;
}

/** What the plan says of its own steps. */
interface PlannedSteps {
  readonly window: TimeWindow;
  readonly level: BucketLevel;
  readonly step: Step;
  readonly grid: LevelGrid;
}

/** The steps of the plan, some weeks earlier, and those within reach of them. */
export interface EarlierWeek {
  /** By how much, and on which clock the time of day is the same. */
  readonly shift: Shift;
  readonly edges: Float64Array;
}

/** What happens at other minutes each day, as a stop or a change of the product, is nothing unusual. */
const REACH_MS = 3 * HOUR_MS;

/** A change of the clock makes a step longer, or leaves one out. */
const LONGEST_CHANGE_MS = 3 * HOUR_MS;

/**
 * Earlier weeks are requested in whole spans of this length. They go on with the time range, and a refresh would cost a request for each of
 * them otherwise.
 */
const SPAN_MS: Readonly<Record<BucketLevel, number>> = { '1m': 6 * HOUR_MS, '1h': DAY_MS, '1d': DAY_MS };

/**
 * @param stepClock of the steps of the plan
 * @param zone on whose clock the time of day is the same
 */
export function planUsual(
  { weeks }: UsualTerms,
  { window, level, step, grid }: PlannedSteps,
  stepClock: { readonly zone: string; readonly offsetMs: number },
  zone: string
): UsualPlan {
  const edgesOver = (span: TimeWindow) => stepEdges(span, step, stepClock.zone, stepClock.offsetMs);
  const reach = Math.max(1, Math.round(REACH_MS / nominalMs(step)));
  const reachMs = reach * nominalMs(step) + LONGEST_CHANGE_MS;
  const earlier = Array.from({ length: weeks }, (_, week): EarlierWeek => {
    const shift: Shift = { step: { count: week + 1, unit: 'w' }, zone };
    const { fromEpochMs, toEpochMs } = shiftWindow(window, shift);
    return { shift, edges: edgesOver({ fromEpochMs: fromEpochMs - reachMs, toEpochMs: toEpochMs + reachMs }) };
  });
  const wanted = earlier.map(({ edges }) => spanOf(edgesOver(widened(spanOf(edges), SPAN_MS[level]))));
  const windows = mergeWindows(wanted);
  const spans = windows.flatMap((each) => subtractWindows(each, [window]));
  return {
    weeks,
    reach,
    earlier,
    spans: spans.flatMap((span): UsualSpan[] => {
      const edges = edgesOver(span);
      const own = grid.areEdges(edges, level) ? level : grid.coarsestLevel(edges);
      // Where a clock was off by seconds, as a century ago, steps do not consist of buckets.
      return own === undefined
        ? []
        : [{ ...grid.bucketsOver(span, own), edges, direct: nominalMs(step) === BUCKET_MS[own] }];
    }),
    stepEdges: windows.map(edgesOver),
  };
}

/** How many rows the earlier weeks need. */
export function usualRows({ spans }: UsualPlan): number {
  return spans.reduce((sum, { expectedRows }) => sum + expectedRows, 0);
}

function widened({ fromEpochMs, toEpochMs }: TimeWindow, lengthMs: number): TimeWindow {
  return {
    fromEpochMs: Math.floor(fromEpochMs / lengthMs) * lengthMs,
    toEpochMs: Math.ceil(toEpochMs / lengthMs) * lengthMs,
  };
}

function spanOf(edges: Float64Array): TimeWindow {
  return { fromEpochMs: edges[0] ?? NaN, toEpochMs: edges.at(-1) ?? NaN };
}
