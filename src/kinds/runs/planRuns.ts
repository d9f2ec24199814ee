import { type Alignment, ALIGNMENTS } from '../../core/runs/elapsed';
import type { PeriodRules } from '../../core/history/signal/periods';
import type { Continuation, SignalTerms } from '../../core/history/plan/planSignal';
import type { TimeWindow } from '../../core/time/window';
import { isOver } from '../../grafana/query/chosenInstant';
import { readHold, readPeriodRules } from '../../grafana/query/condition/readPeriodTexts';
import type { PanelContext } from '../../grafana/query/panelContext';
import { rejectQuery } from '../../grafana/userError';
import { translate } from '../../locales/translate';
import { MAX_RUNS } from '../../query/foundRuns';
import { hasTimeAxis, type RunsQuery, shownFormat, type ShownRunsFormat } from './runsQuery';

/** How the runs of a query are looked for and shown: the same for all of its series. */
export interface RunsPlan {
  readonly format: ShownRunsFormat;
  /** The last runs that begin before its end are wanted. */
  readonly range: TimeWindow;
  /** False if it is over: runs are then shown until the present. */
  readonly isCurrent: boolean;
  readonly count: number;
  readonly align: Alignment;
  readonly periodRules: PeriodRules;
  readonly holdMs: number;
  /** How many elapsed steps can be told apart. */
  readonly points: number;
  /** True: runs are drawn where the compared one is in time. */
  readonly hasTimeAxis: boolean;
  /** What may be requested of each series. */
  readonly budget: Omit<SignalTerms, keyof Continuation>;
}

/** @throws UserError */
export function planRuns(query: RunsQuery, panel: PanelContext): RunsPlan {
  const { settings } = panel.services;
  return {
    format: shownFormat(query, panel),
    range: panel.window,
    isCurrent: !isOver(panel.window, panel.services.clock.nowEpochMs()),
    count: Math.min(query.count, MAX_RUNS),
    align: readAlignment(query),
    periodRules: readPeriodRules(query),
    holdMs: readHold(query.hold, settings.holdMs),
    points: panel.planRequest.points,
    hasTimeAxis: panel.isCalculated || hasTimeAxis(panel.visualization),
    budget: { maxRequests: settings.maxRequestsPerSeries, maxRows: settings.maxRowsPerSeries },
  };
}

/** @throws UserError for a variable that has another word */
function readAlignment({ align }: RunsQuery): Alignment {
  return (
    ALIGNMENTS.find((alignment) => alignment === align) ??
    rejectQuery(
      translate('runs.invalidAlignment', 'Runs cannot be aligned at "{{align}}". Use start, end, or stretch.', {
        align,
      })
    )
  );
}
