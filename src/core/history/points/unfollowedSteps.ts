import { firstAtOrAfter, type TimeWindow } from '../../time/window';
import type { Column } from './linePoints';
import type { SeriesPoints } from './seriesPoints';

/** A step with its value. */
export interface StepValue extends TimeWindow {
  readonly value: number;
}

/**
 * The steps that no step follows: the last one, and those before a gap. A line of steps goes from point to point, so nothing of it would
 * show how long their values count.
 * @param edges of the steps, where the panel shows them
 */
export function unfollowedSteps(
  { timeEpochMs, gapMs }: Pick<SeriesPoints, 'timeEpochMs' | 'gapMs'>,
  column: Column,
  edges: Float64Array
): StepValue[] {
  return timeEpochMs.flatMap((fromEpochMs, point) => {
    const value = column[point] ?? null;
    const nextValue = column[point + 1] ?? null;
    const isFollowed = nextValue !== null && timeEpochMs[point + 1]! - fromEpochMs <= gapMs;
    const edge = firstAtOrAfter(edges, fromEpochMs);
    // The latest reading is no step.
    const toEpochMs = edges[edge] === fromEpochMs ? edges[edge + 1] : undefined;
    return value === null || isFollowed || toEpochMs === undefined ? [] : [{ fromEpochMs, toEpochMs, value }];
  });
}
