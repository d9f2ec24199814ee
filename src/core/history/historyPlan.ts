import type { BucketLevel } from '../time/level';
import type { Step } from '../time/step';
import type { TimeWindow } from '../time/window';

/**
 * How a series is read and drawn; a plain value, so that it can be printed and tested.
 * `buckets`: read buckets and, where `edges` are given, add them up to steps.
 * `raw`: read raw readings if they are few enough, which the server's own counts tell.
 */
export type HistoryPlan = BucketsPlan | RawPlan;

export interface BucketsPlan extends BucketsToRead {
  readonly kind: 'buckets';
  /** The zone in whose hours or days the buckets begin. */
  readonly bucketZone: string;
  readonly step: Step;
  /** Edges of the steps: step i is [edges[i], edges[i + 1]). */
  readonly edges: Float64Array;
  /** True when each bucket is a step already, so that nothing has to be added up. */
  readonly direct: boolean;
  readonly reason: PlanReason;
}

/** Which buckets to ask for, and how many there can be. */
export interface BucketsToRead {
  readonly level: BucketLevel;
  /** Aligned outward, because the server returns the buckets that start inside. */
  readonly window: TimeWindow;
  readonly expectedRows: number;
}

export interface RawPlan {
  readonly kind: 'raw';
  readonly window: TimeWindow;
  /** Undefined: the readings themselves are drawn. */
  readonly step: Step | undefined;
  readonly edges: Float64Array | undefined;
  readonly maxRows: number;
  /** Their `n` tell how many readings there are. */
  readonly counts: BucketsToRead;
  /** How the counts are drawn when there are more readings than `maxRows`; undefined: the request is refused then. */
  readonly fallback: BucketsPlan | undefined;
  readonly reason: PlanReason;
}

/**
 * Why the plan is what it is: `auto` from the panel's width, or as the user fixed it. `onUtcClock`: steps on the clock of
 * the zone would have cost too many rows.
 */
export type PlanReason =
  | { readonly kind: 'auto'; readonly wantedStepMs: number; readonly onUtcClock?: true }
  | { readonly kind: 'fixedLevel' }
  | { readonly kind: 'fixedStep' };

/** A plan that would cost too much, with the figures that say so and what would do. */
export interface RefusedPlan {
  readonly kind: 'refused';
  readonly asked: string;
  readonly expectedRows: number;
  readonly maxRows: number;
}
