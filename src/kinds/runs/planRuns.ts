import type { PeriodRules } from '../../core/history/signal/periods';
import type { SignalRules, SignalTerms } from '../../core/history/plan/planSignal';
import type { TimeWindow } from '../../core/time/window';
import { invalidDurationMessage, invalidHoldMessage } from '../../grafana/errorMessage';
import { isOver } from '../../grafana/query/chosenInstant';
import type { PanelContext } from '../../grafana/query/panelContext';
import { UserError } from '../../grafana/userError';
import { parseDuration } from '../../query/duration';
import { parseHold } from '../../query/signalRules';
import { hasTimeAxis, MAX_RUNS, type RunsQuery, shownFormat, type ShownRunsFormat } from './runsQuery';

/** How the runs of a query are looked for and shown: the same for all of its series. */
export interface RunsPlan {
  readonly format: ShownRunsFormat;
  /** The last runs that begin before its end are wanted. */
  readonly range: TimeWindow;
  /** False if it is over: runs are then shown until the present. */
  readonly isCurrent: boolean;
  readonly count: number;
  readonly periodRules: PeriodRules;
  readonly holdMs: number;
  /** How many elapsed steps can be told apart. */
  readonly points: number;
  /** True: runs are drawn where the compared one is in time. */
  readonly hasTimeAxis: boolean;
  /** What may be requested of each series. */
  readonly budget: Omit<SignalTerms, keyof SignalRules>;
}

/** @throws UserError */
export function planRuns(query: RunsQuery, panel: PanelContext): RunsPlan {
  const { settings } = panel.services;
  return {
    format: shownFormat(query, panel),
    range: panel.window,
    isCurrent: !isOver(panel.window, panel.services.clock.nowEpochMs()),
    count: Math.min(query.count, MAX_RUNS),
    periodRules: { minDurationMs: readDuration(query.minDuration), joinWithinMs: readDuration(query.joinWithin) },
    holdMs: parseHold(query.hold, settings.holdMs) ?? invalid(invalidHoldMessage(query.hold)),
    points: panel.planRequest.points,
    hasTimeAxis: panel.isCalculated || hasTimeAxis(panel.visualization),
    budget: { maxRequests: settings.maxRequestsPerSeries, maxRows: settings.maxRowsPerSeries },
  };
}

function readDuration(text: string): number {
  return text === '' ? 0 : (parseDuration(text) ?? invalid(invalidDurationMessage(text)));
}

function invalid(message: string): never {
  throw new UserError(message);
}
