import { type HistoryPlan, planHistory } from '../../core/history/plan/planHistory';
import type { Statistic } from '../../core/history/points/seriesPoints';
import { isStepwise, type TagRole } from '../../core/serverWords';
import type { HoldRules } from '../../core/history/series/heldValues';
import { type Shift, shiftWindow } from '../../core/time/shift';
import { windowMs } from '../../core/time/window';
import type { ResolvedSettings } from '../../query/dataSourceSettings';
import { INTERVAL_RANGE, parseInterval, parseOffset } from '../../query/interval';
import { parseShift } from '../../query/shift';
import { chooseInterpolation, parseHold } from '../../query/signalRules';
import type { HistoryQuery } from './historyQuery';
import type { PanelPlanRequest } from '../../grafana/query/panelContext';
import {
  invalidHoldMessage,
  invalidIntervalMessage,
  invalidOffsetMessage,
  invalidShiftMessage,
  rawTimeWeightedMessage,
  rejectedPlanMessage,
} from '../../grafana/errorMessage';

/** A query that cannot be executed, and why. */
export interface InvalidQuery {
  readonly kind: 'invalid';
  readonly message: string;
}

/** What of a tag is shown, and what its values are. */
export interface PlannedTag {
  readonly role: TagRole;
  readonly statistics: readonly Statistic[];
}

/** What the changes of a value show; other statistics are of steps. */
const OF_CHANGES: ReadonlySet<Statistic> = new Set(['avg', 'band', 'min', 'max']);
/** "Auto" does not request more than this to find out when values change. */
const MOST_FOR_CHANGES = { requests: 200, rows: 150_000 };

/** @param panel the same for all queries of a request */
export function planQuery(
  query: HistoryQuery,
  panel: PanelPlanRequest,
  { role, statistics }: PlannedTag,
  limits: Pick<ResolvedSettings, 'holdMs' | 'maxRequestsPerSeries'>
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
  const holdMs = parseHold(query.hold, limits.holdMs);
  if (holdMs === undefined) {
    return { kind: 'invalid', message: invalidHoldMessage(query.hold) };
  }
  const isTimeWeighted = statistics.includes('timeWeighted');
  if (isTimeWeighted && interval.kind === 'level' && interval.level === 'raw') {
    return { kind: 'invalid', message: rawTimeWeightedMessage() };
  }
  const shift = readShift(query, panel);
  const range = shift === undefined ? panel : earlierPanel(panel, shift);
  const interpolation = chooseInterpolation(query.interpolation, role);
  const showsChanges = isStepwise(role) && interpolation === 'hold' && statistics.every((one) => OF_CHANGES.has(one));
  const plan = planHistory({
    ...range,
    interval,
    offsetMs: offset.offsetMs,
    prefersReadings: isStepwise(role),
    changes: showsChanges
      ? {
          holdMs,
          maxRequests: Math.min(limits.maxRequestsPerSeries, MOST_FOR_CHANGES.requests),
          maxRows: Math.min(panel.maxRows, MOST_FOR_CHANGES.rows),
        }
      : undefined,
    withIncrease: statistics.includes('increase'),
    timeWeighted: isTimeWeighted ? { interpolation, holdMs, maxRequests: limits.maxRequestsPerSeries } : undefined,
  });
  return plan.kind === 'rejected' ? { kind: 'invalid', message: rejectedPlanMessage(plan) } : plan;
}

/**
 * How the values of a valid query hold; undefined: they do not.
 * @param isDrawn true if the panel shows a value until the next one, so that it matters what it was before the time range
 */
export function planHold(
  query: HistoryQuery,
  { role, statistics }: PlannedTag,
  isDrawn: boolean,
  { holdMs }: Pick<ResolvedSettings, 'holdMs'>
): HoldRules | undefined {
  const limitMs = parseHold(query.hold, holdMs);
  const holds = isStepwise(role) && chooseInterpolation(query.interpolation, role) === 'hold';
  return limitMs === undefined || !holds || query.interval === INTERVAL_RANGE
    ? undefined
    : { limitMs, withValueBefore: isDrawn && statistics.includes('avg') };
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
