import { LevelGrid } from '../core/history/levelGrid';
import { type HistoryPlan, planHistory, type PlanRequest } from '../core/history/plan/planHistory';
import type { TimeWindow } from '../core/time/window';

/** Where the buckets of a server with default settings begin. */
export const UTC_GRID = new LevelGrid('UTC');

/** What a panel 1,000 points wide requests on auto, in UTC, with the default limits; `change` replaces parts of it. */
export function testPlanRequest(window: TimeWindow, change: Partial<PlanRequest> = {}): PlanRequest {
  return {
    window,
    points: 1000,
    minStepMs: 0,
    interval: { kind: 'auto' },
    zone: 'UTC',
    offsetMs: 0,
    grid: UTC_GRID,
    maxRows: 500_000,
    maxAutoRawRows: 50_000,
    prefersReadings: false,
    ...change,
  };
}

/** The plan of such a request. @throws Error when the plan is rejected */
export function testPlan(window: TimeWindow, change: Partial<PlanRequest> = {}): HistoryPlan {
  const plan = planHistory(testPlanRequest(window, change));
  if (plan.kind === 'rejected') {
    throw new Error(`rejected: ${JSON.stringify(plan)}`);
  }
  return plan;
}
