import { t } from '@grafana/i18n';
import { type HistoryPlan, planHistory, type RequestedInterval } from '../../core/history/plan/planHistory';
import type { Statistic } from '../../core/history/points/seriesPoints';
import type { Meter } from '../../core/inventory/meter';
import type { ProfileSetting } from '../../core/inventory/tagProfile';
import { isNeverAveraged, type TagRole } from '../../core/serverWords';
import type { HoldRules } from '../../core/history/series/heldValues';
import { type Shift, shiftWindow } from '../../core/time/shift';
import { leastStepMs, nominalMs, type Step } from '../../core/time/step';
import { MINUTE_MS, WEEK_MS } from '../../core/time/window';
import type { ResolvedSettings } from '../../query/dataSourceSettings';
import { parseInterval, parseOffset } from '../../query/interval';
import { parseShift } from '../../query/shift';
import { chooseInterpolation } from '../../query/continuation';
import { type HistoryQuery, isUsualOf, USUAL_WEEKS } from './historyQuery';
import { readHold } from '../../grafana/query/condition/readPeriodTexts';
import type { PanelPlanRequest } from '../../grafana/query/panelContext';
import {
  invalidIntervalMessage,
  invalidOffsetMessage,
  invalidShiftMessage,
  rawTimeWeightedMessage,
  rejectedPlanMessage,
  unusualStepsMessage,
  usualWeeksMessage,
} from '../../grafana/errorMessage';
import { rejectQuery, UserError } from '../../grafana/userError';

/** What of a tag is shown, and what its values are. */
export interface PlannedTag {
  readonly role: TagRole;
  readonly statistics: readonly Statistic[];
  /** What the settings say of it as a counter. */
  readonly meter?: Meter | undefined;
}

/** What the changes of a value show; other statistics are of steps. */
const OF_CHANGES: ReadonlySet<Statistic> = new Set(['avg', 'band', 'min', 'max']);
/** "Auto" does not request more than this to find out when values change. */
const MOST_FOR_CHANGES = { requests: 200, rows: 150_000 };

/** The texts of a query, read. */
export interface ReadOptions {
  readonly interval: RequestedInterval;
  readonly offsetMs: number;
  /** For how long a value is known after its reading; Infinity: without limit. */
  readonly holdMs: number;
}

/**
 * Reads the texts of a query, before anything is requested.
 * @throws UserError that names what cannot be used
 */
export function readOptions(query: HistoryQuery, { holdMs }: Pick<ResolvedSettings, 'holdMs'>): ReadOptions {
  const interval = parseInterval(query.interval);
  if (interval.kind === 'invalid') {
    throw new UserError(invalidIntervalMessage(interval.text));
  }
  const offset = parseOffset(query.offset, interval);
  if (offset.kind !== 'offset') {
    throw new UserError(invalidOffsetMessage(offset));
  }
  const shift = parseShift(query.shift);
  if (shift.kind === 'invalid') {
    throw new UserError(invalidShiftMessage(shift.text));
  }
  if (query.statistics.includes('timeWeighted') && interval.kind === 'level' && interval.level === 'raw') {
    throw new UserError(rawTimeWeightedMessage());
  }
  if (query.statistics.includes('usual')) {
    checkUsual(query, interval);
  }
  return { interval, offsetMs: offset.offsetMs, holdMs: readHold(query.hold, holdMs) };
}

function checkUsual({ usualWeeks }: HistoryQuery, interval: RequestedInterval): void {
  if (!isUsualOf(usualWeeks)) {
    rejectQuery(usualWeeksMessage(usualWeeks, USUAL_WEEKS));
  }
  const isOfSteps = interval.kind === 'auto' || (interval.kind === 'level' && interval.level !== 'raw');
  if (!isOfSteps && !(interval.kind === 'step' && repeatsEachWeek(interval.step))) {
    rejectQuery(unusualStepsMessage());
  }
}

/** True if the same steps are in each week. Shorter ones than a minute have too few readings for what is usual. */
function repeatsEachWeek(step: Step): boolean {
  const lengthMs = nominalMs(step);
  return step.unit !== 'M' && lengthMs >= MINUTE_MS && WEEK_MS % lengthMs === 0;
}

/**
 * @param panelPlan the same for all queries of a request
 * @param isCompared true if the range and an earlier one are compared as a whole
 * @throws UserError for a plan that would cost too many rows
 */
export function planQuery(
  query: HistoryQuery,
  { interval, offsetMs, holdMs }: ReadOptions,
  panelPlan: PanelPlanRequest,
  { role, statistics, meter }: PlannedTag,
  limits: Pick<ResolvedSettings, 'maxRequestsPerSeries'>,
  isCompared = false
): HistoryPlan {
  const shift = readShift(query, panelPlan);
  const range = shift === undefined ? panelPlan : earlierPanel(panelPlan, shift);
  const interpolation = chooseInterpolation(query.interpolation, role);
  const showsChanges =
    isNeverAveraged(role) && interpolation === 'hold' && statistics.every((one) => OF_CHANGES.has(one));
  const plan = planHistory({
    ...range,
    interval,
    offsetMs,
    prefersReadings: isNeverAveraged(role),
    changes: showsChanges
      ? {
          interpolation,
          holdMs,
          maxRequests: Math.min(limits.maxRequestsPerSeries, MOST_FOR_CHANGES.requests),
          maxRows: Math.min(panelPlan.maxRows, MOST_FOR_CHANGES.rows),
        }
      : undefined,
    ofLongest: role === 'state' && query.format === 'series' && query.statistics.includes('auto'),
    withIncrease: statistics.includes('increase'),
    meter,
    knownSpan: isCompared ? { holdMs, withBeginning: shift !== undefined } : undefined,
    timeWeighted: statistics.includes('timeWeighted')
      ? { interpolation, holdMs, maxRequests: limits.maxRequestsPerSeries, maxRows: panelPlan.maxRows }
      : undefined,
    usual: statistics.some((one) => one === 'usual' || one === 'outsideUsual')
      ? { weeks: query.usualWeeks }
      : undefined,
  });
  return plan.kind === 'rejected' ? rejectQuery(rejectedPlanMessage(plan)) : plan;
}

/**
 * What of a query depends on what the inventory says of a tag: on its role, or on the type of its device, if that decides what is known
 * of its meter.
 * - `values`: which values there are
 * - `rows`: whether they are readings or those of steps
 * - `hold`: only how they continue
 */
export type RoleUse = 'values' | 'rows' | 'hold' | 'nothing';

export function roleUse(
  { statistics, interpolation }: HistoryQuery,
  { interval }: ReadOptions,
  tagSettings: readonly ProfileSetting[]
): RoleUse {
  const isOfMeter =
    statistics.includes('increase') && tagSettings.some(({ meter, deviceType }) => meter && deviceType !== '');
  const needsMeaning = statistics.includes('auto') || statistics.includes('usual');
  if (isOfMeter || needsMeaning || (statistics.includes('timeWeighted') && interpolation === 'auto')) {
    return 'values';
  }
  if (interval.kind === 'auto') {
    return 'rows';
  }
  return interval.kind === 'range' || interpolation === 'linear' ? 'nothing' : 'hold';
}

/** The options of a query that leave to the role of a tag which values are shown, as the editor calls them. */
export function optionsByRole({ statistics, interpolation }: HistoryQuery, { interval }: ReadOptions): string[] {
  return [
    ...(statistics.includes('auto') || statistics.includes('usual')
      ? [t('editors.statistics.label', 'Statistics')]
      : []),
    ...(interval.kind === 'auto' ? [t('editors.interval.label', 'Interval')] : []),
    ...(interpolation === 'auto' && statistics.includes('timeWeighted')
      ? [t('editors.interpolation.label', 'Between readings')]
      : []),
  ];
}

/**
 * How the values of a tag hold; undefined: they do not.
 * @param isDrawn true if the panel shows a value until the next one, so that it matters what it was before the time range
 */
export function planHold(
  query: HistoryQuery,
  { interval, holdMs }: ReadOptions,
  { role, statistics }: PlannedTag,
  isDrawn: boolean
): HoldRules | undefined {
  const holds = isNeverAveraged(role) && chooseInterpolation(query.interpolation, role) === 'hold';
  return holds && interval.kind !== 'range'
    ? { holdMs, withValueBefore: isDrawn && statistics.includes('avg') }
    : undefined;
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
  return {
    ...panel,
    window: shiftWindow(panel.window, shift),
    points: Infinity,
    minStepMs: leastStepMs(panel.window, panel),
  };
}
