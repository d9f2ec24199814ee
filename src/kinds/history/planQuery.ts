import { type HistoryPlan, planHistory } from '../../core/history/plan/planHistory';
import { type Shift, shiftWindow } from '../../core/time/shift';
import { windowMs } from '../../core/time/window';
import { parseInterval, parseOffset } from '../../query/interval';
import { parseShift } from '../../query/shift';
import type { HistoryQuery } from './historyQuery';
import type { PanelPlanRequest } from '../../grafana/query/panelContext';
import {
  invalidIntervalMessage,
  invalidOffsetMessage,
  invalidShiftMessage,
  rejectedPlanMessage,
} from '../../grafana/errorMessage';

/** A query that cannot be executed, and why. */
export interface InvalidQuery {
  readonly kind: 'invalid';
  readonly message: string;
}

/**
 * @param panel the same for all queries of a request
 * @param withIncrease whether increases are among what is shown
 */
export function planQuery(
  query: HistoryQuery,
  panel: PanelPlanRequest,
  withIncrease = query.statistics.includes('increase')
): HistoryPlan | InvalidQuery {
  const interval = parseInterval(query.interval);
  if (interval.kind === 'invalid') {
    return { kind: 'invalid', message: invalidIntervalMessage(interval.text) };
  }
  const offset = parseOffset(query.offset, interval);
  if (offset.kind !== 'offset') {
    return { kind: 'invalid', message: invalidOffsetMessage(offset) };
  }
  const parsedShift = parseShift(query.shift);
  if (parsedShift.kind === 'invalid') {
    return { kind: 'invalid', message: invalidShiftMessage(parsedShift.text) };
  }
  const shift = readShift(query, panel);
  const range = shift === undefined ? panel : earlierPanel(panel, shift);
  const plan = planHistory({ ...range, interval, offsetMs: offset.offsetMs, withIncrease });
  return plan.kind === 'rejected' ? { kind: 'invalid', message: rejectedPlanMessage(plan) } : plan;
}

/** The shift of a query; undefined when it has none, or none that is valid. */
export function readShift(query: HistoryQuery, { zone }: Pick<PanelPlanRequest, 'zone'>): Shift | undefined {
  const shift = parseShift(query.shift);
  return shift.kind === 'shift' ? { step: shift.step, zone } : undefined;
}

/**
 * The panel at the earlier time. On auto, the step is still that of the panel: the earlier month may be shorter, and counts in
 * steps of different lengths cannot be compared.
 */
function earlierPanel(panel: PanelPlanRequest, shift: Shift): PanelPlanRequest {
  const stepMs = windowMs(panel.window) / Math.max(1, panel.points);
  return {
    ...panel,
    window: shiftWindow(panel.window, shift),
    points: Infinity,
    minStepMs: Math.max(stepMs, panel.minStepMs),
  };
}
