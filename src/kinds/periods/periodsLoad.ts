import { t } from '@grafana/i18n';
import type { Answered } from '../../core/history/mosaic/mosaic';
import type { Signal } from '../../core/history/signal/signal';
import { type Period, valuesInPeriods } from '../../core/history/signal/periods';
import type { Continuation } from '../../core/history/plan/planSignal';
import { type WindowValues, WindowValuesQuestion } from '../../core/history/signal/questions';
import type { Spans } from '../../core/history/signal/spans';
import { seriesLabels } from '../../core/inventory/legend';
import type { SeriesHistory } from '../../core/history/fetch/historySource';
import type { SeriesId } from '../../core/inventory/seriesId';
import type { Device } from '../../core/inventory/device';
import type { TagProfile } from '../../core/inventory/tagProfile';
import { findTagRole, type TagRole } from '../../core/serverWords';
import { loadCondition } from '../../grafana/query/condition/conditionSignal';
import { IncompleteConditionError, isUnchanged, readCondition } from '../../grafana/query/condition/readCondition';
import type { QueryContext } from '../../grafana/query/panelContext';
import { StateLoad } from '../../grafana/query/series/stateLoad';
import { findingsOf, type SeriesPeriods } from './frames/seriesPeriods';
import { type PeriodsQuery, SHOWS_STATES } from './periodsQuery';
import { type PeriodsPlan, continuationOf } from './planPeriods';

/** Averages of the periods of a table are worth this many readings of a series. */
const MAX_AVERAGED_ROWS = 20_000;

/** What a query knows of a tag before it is loaded. */
interface KnownTag {
  readonly device: Device | undefined;
  readonly profile: TagProfile;
  /** Whether a name is that of a state of any of the query's tags. */
  readonly isState: (name: string) => boolean;
}

/** Loads one series of a query. */
export class PeriodsLoad extends StateLoad<SeriesPeriods> {
  constructor(
    readonly series: SeriesId,
    private readonly tag: KnownTag,
    private readonly query: PeriodsQuery,
    private readonly plan: PeriodsPlan,
    private readonly panel: QueryContext,
    private readonly history: SeriesHistory
  ) {
    super();
  }

  async load(onChange: () => void): Promise<void> {
    const { series, query, plan, panel } = this;
    const { device, profile, isState } = this.tag;
    const { settings } = panel.services;
    const role = findTagRole(seriesLabels(series, device).type, settings.tagTypes);
    const condition = readCondition(query.condition, profile, isState);
    const continuation = continuationOf(query, role, plan.holdMs);
    if (condition === undefined) {
      this.requireStates(continuation, role);
    }
    // Whether readings are equal does not depend on the state.
    const listsStates = plan.format === 'states' && continuation.interpolation === 'hold' && !isUnchanged(condition);
    const stateCondition = listsStates ? condition : undefined;
    const about: SeriesPeriods['about'] = condition === stateCondition ? 'states' : 'condition';
    const { budget, periodRules, range } = plan;
    const { grid } = panel.planRequest;
    // The states that last at the beginning of the first step begin before it.
    const seenAroundMs = condition !== undefined || plan.format === 'perStep' ? plan.seenAroundMs : 0;
    const asked = await loadCondition(this.history, about === 'states' ? undefined : condition, {
      range,
      periodRules,
      seenAroundMs,
      continuation,
      budget,
      grid,
    });
    const { signal: loaded } = asked;
    const toState = (answer: Answered<Spans>, isLoading: boolean): SeriesPeriods => {
      const known = {
        labels: seriesLabels(series, device, loaded),
        profile,
        isState: role === 'state',
        about,
        spans: stateCondition ? valuesInPeriods(answer.answer, stateCondition, periodRules) : answer.answer,
        horizonEpochMs: loaded.horizonEpochMs,
        isLoading,
        isDecided: answer.isDecided,
        undecidedBecause: answer.undecidedBecause,
        missing: answer.missing,
        values: undefined,
      };
      return { ...known, ...findingsOf(known, plan) };
    };
    const answer = await loaded.ask(asked.createQuestion, {
      onProgress: (partial) => {
        this.current = () => toState(partial(), true);
        onChange();
      },
    });
    const state = toState(answer, false);
    this.current = () => state;
    if (plan.format === 'table' && about === 'condition') {
      onChange();
      const values = await this.periodValues(loaded, state.found.periods, asked.continuation);
      this.current = () => ({ ...state, values });
    }
  }

  private async periodValues(
    loaded: Signal,
    periods: readonly Period[],
    continuation: Continuation
  ): Promise<readonly WindowValues[]> {
    const { answer } = await loaded.ask(
      () => new WindowValuesQuestion(periods, continuation.interpolation === 'linear', Infinity, true),
      {
        maxRows: MAX_AVERAGED_ROWS,
      }
    );
    return answer;
  }

  /** @throws IncompleteConditionError unless the states of the tag can be shown */
  private requireStates({ interpolation }: Continuation, role: TagRole): void {
    const showsStates = SHOWS_STATES.has(this.plan.format);
    if (showsStates && role === 'measure' && this.query.interpolation === 'auto') {
      throw new IncompleteConditionError(
        t('periods.noStates', 'The condition needs a value, because a measure has no states.')
      );
    }
    if (!showsStates || interpolation !== 'hold') {
      throw new IncompleteConditionError(
        t(
          'periods.noCondition',
          'The condition needs a value. Without one, only the states of a tag can be shown: as a timeline, per step, or as a list of states.'
        )
      );
    }
  }
}
