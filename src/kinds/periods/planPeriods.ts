import type { PeriodRules } from '../../core/history/signal/periods';
import type { SignalTerms, Continuation } from '../../core/history/plan/planSignal';
import type { TagRole } from '../../core/serverWords';
import { formatStep, leastStepMs, LEVEL_STEP, nominalMs, readableStepsFrom, type Step } from '../../core/time/step';
import { stepEdges } from '../../core/time/stepEdges';
import { DAY_MS, type EpochMs, type TimeWindow, windowMs } from '../../core/time/window';
import { invalidIntervalMessage, invalidOffsetMessage, tooManyStepsMessage } from '../../grafana/errorMessage';
import { begunStep, fromRangeOn } from '../../grafana/frames/begunStep';
import { readHold, readPeriodRules } from '../../grafana/query/condition/readPeriodTexts';
import {
  ANNOTATION_QUERY_TYPE,
  keepsTime,
  type PanelContext,
  type PanelPlanRequest,
} from '../../grafana/query/panelContext';
import { rejectQuery, UserError } from '../../grafana/userError';
import { translate } from '../../locales/translate';
import { type ParsedInterval, parseInterval, parseOffset } from '../../query/interval';
import { chooseInterpolation } from '../../query/continuation';
import { type PeriodsQuery, type ShownFormat, shownFormat, takesSteps } from './periodsQuery';

/** How the periods of a query are looked for and shown: the same for all of its series. */
export interface PeriodsPlan {
  readonly format: ShownFormat;
  /** What is shown. */
  readonly range: TimeWindow;
  readonly periodRules: PeriodRules;
  readonly holdMs: number;
  /** The steps of `perStep`, and those of a timeline that has one value for each; else undefined. */
  readonly edges: Float64Array | undefined;
  /** Where the panel shows them; none without steps. */
  readonly stepTimes: readonly EpochMs[];
  /** The start of a step that it shows at the beginning of its range, if there is one. */
  readonly begunEpochMs: EpochMs | undefined;
  /** How many states fit side by side in a state timeline; undefined for anything else, which shows those of any length. */
  readonly statesSideBySide: number | undefined;
  /** How far around the range the ends of periods are looked for. */
  readonly seenAroundMs: number;
  /** What may be requested of each series. */
  readonly budget: Omit<SignalTerms, keyof Continuation>;
}

/** The ends of a period are followed this far beyond the range. */
const FOLLOW_MS = 20 * DAY_MS;
/** More bars cannot be distinguished. */
const MAX_AUTO_STEPS = 50;
const MAX_STEPS = 11_000;

/** @throws UserError */
export function planPeriods(query: PeriodsQuery, panel: PanelContext, holdMs: number): PeriodsPlan {
  const format = query.queryType === ANNOTATION_QUERY_TYPE ? 'annotations' : shownFormat(query, panel);
  const { settings } = panel.services;
  const rules = readPeriodRules(query);
  const edges = takesSteps(format, panel.visualization) ? readSteps(query, panel) : undefined;
  const range = edges === undefined ? panel.window : { fromEpochMs: edges[0]!, toEpochMs: edges.at(-1)! };
  if (rules.minDurationMs > windowMs(range)) {
    throw new UserError(
      translate(
        'periods.minDurationTooLong',
        'The minimum duration {{duration}} is longer than the time range, so that no period can count.',
        { duration: query.minDuration }
      )
    );
  }
  const starts = Array.from(edges?.subarray(0, -1) ?? []);
  const hasTimeAxis = keepsTime(panel.visualization) && !panel.isCalculated;
  const begunEpochMs = hasTimeAxis ? begunStep(starts, panel.window) : undefined;
  const followsEnds = format === 'table' || format === 'annotations';
  return {
    format,
    range,
    periodRules: rules,
    holdMs: readHold(query.hold, holdMs),
    edges,
    stepTimes: fromRangeOn(starts, begunEpochMs, panel.window),
    begunEpochMs,
    statesSideBySide:
      format === 'timeline' && panel.visualization === 'state-timeline' ? panel.planRequest.points : undefined,
    // Which periods count depends on what is around the range, too.
    seenAroundMs: Math.max(followsEnds ? FOLLOW_MS : 0, rules.minDurationMs + rules.joinWithinMs),
    budget: { maxRequests: settings.maxRequestsPerSeries, maxRows: settings.maxRowsPerSeries },
  };
}

function readSteps(query: PeriodsQuery, { planRequest }: PanelContext): Float64Array {
  const { window, zone } = planRequest;
  const interval = parseInterval(query.interval);
  const offset = parseOffset(query.offset, interval);
  const step =
    interval.kind === 'range'
      ? undefined
      : (chooseStep(interval, planRequest) ?? rejectQuery(invalidIntervalMessage(query.interval)));
  if (offset.kind !== 'offset') {
    return rejectQuery(invalidOffsetMessage(offset));
  }
  if (step === undefined) {
    return Float64Array.of(window.fromEpochMs, window.toEpochMs);
  }
  const steps = Math.ceil(windowMs(window) / nominalMs(step));
  if (steps > MAX_STEPS) {
    return rejectQuery(tooManyStepsMessage(formatStep(step), steps, MAX_STEPS));
  }
  return stepEdges(window, step, zone, offset.offsetMs);
}

/** Undefined for an interval without steps. */
function chooseStep(interval: ParsedInterval, { window, points, minStepMs }: PanelPlanRequest): Step | undefined {
  switch (interval.kind) {
    case 'auto':
      return readableStepsFrom(leastStepMs(window, { points: Math.min(points, MAX_AUTO_STEPS), minStepMs }))[0];
    case 'level':
      return interval.level === 'raw' ? undefined : LEVEL_STEP[interval.level];
    case 'step':
      return interval.step;
    default:
      return undefined;
  }
}

/** How the values of a tag continue after a reading. */
export function continuationOf({ interpolation }: PeriodsQuery, role: TagRole, holdMs: number): Continuation {
  return { interpolation: chooseInterpolation(interpolation, role), holdMs };
}
