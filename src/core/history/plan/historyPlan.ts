import type { BucketLevel } from '../../time/level';
import type { Step } from '../../time/step';
import type { TimeWindow } from '../../time/window';

/**
 * How a series is fetched and rendered: a plain value, so that it can be printed and tested.
 * `buckets`: fetch buckets and, unless each is a step already, re-aggregate them to steps.
 * `raw`: fetch raw readings if there are few enough, which the counts of the server's buckets tell.
 */
export type HistoryPlan = BucketsPlan | RawPlan;

export interface BucketsPlan extends BucketRange {
  readonly kind: 'buckets';
  /** The zone in which the buckets' hours or days begin. */
  readonly bucketZone: string;
  readonly step: Step;
  /** Edges of the steps: step i is [edges[i], edges[i + 1]). */
  readonly edges: Float64Array;
  /** True when each bucket is a step already, so that nothing has to be re-aggregated. */
  readonly direct: boolean;
  readonly reason: PlanReason;
}

/** Which buckets to request, and how many there can be. */
export interface BucketRange {
  readonly level: BucketLevel;
  /** Aligned outward, because the server returns the buckets that start inside. */
  readonly window: TimeWindow;
  readonly expectedRows: number;
}

export interface RawPlan {
  readonly kind: 'raw';
  readonly window: TimeWindow;
  /** Undefined: the readings themselves are rendered. */
  readonly step: Step | undefined;
  readonly edges: Float64Array | undefined;
  readonly maxRows: number;
  /** The buckets whose `n` tell how many readings there are. */
  readonly counts: BucketRange;
  /** How the counts are rendered when there are more readings than `maxRows`; undefined: the query fails then. */
  readonly fallback: BucketsPlan | undefined;
  readonly reason: PlanReason;
}

/**
 * Why the plan is what it is: `auto` from the panel's width, or as the user fixed it. `onUtcClock`: steps on the zone's own
 * clock would have cost too many rows.
 */
export type PlanReason =
  | { readonly kind: 'auto'; readonly wantedStepMs: number; readonly onUtcClock?: true }
  | { readonly kind: 'fixedLevel' }
  | { readonly kind: 'fixedStep' };

/** A plan that would cost too many rows, with the figures. */
export interface RejectedPlan {
  readonly kind: 'rejected';
  /** The interval as the user wrote it. */
  readonly interval: string;
  readonly expectedRows: number;
  readonly maxRows: number;
}
