import { t } from '@grafana/i18n';
import type { Answered } from '../../core/history/mosaic/mosaic';
import { loadSignal, type Signal } from '../../core/history/signal/signal';
import { neededForEnds, type Period } from '../../core/history/signal/periods';
import { planSignal, type SignalRules } from '../../core/history/plan/planSignal';
import {
  ConditionQuestion,
  ValuesQuestion,
  type WindowValues,
  WindowValuesQuestion,
} from '../../core/history/signal/questions';
import type { Spans } from '../../core/history/signal/spans';
import { fetchUsuallyUnchangedMs, UnchangedQuestion } from '../../core/history/signal/unchanged';
import { seriesLabels } from '../../core/inventory/legend';
import type { SeriesHistory } from '../../core/history/fetch/historySource';
import type { SeriesId } from '../../core/inventory/seriesId';
import type { Condition } from '../../core/history/signal/condition';
import type { Device } from '../../core/inventory/device';
import type { TagProfile } from '../../core/inventory/tagProfile';
import { findTagRole, type TagRole } from '../../core/serverWords';
import type { TimeWindow } from '../../core/time/window';
import type { QueryContext } from '../../grafana/query/panelContext';
import type { SeriesLoad } from '../../grafana/query/series/seriesQueryRun';
import { findingsOf, type SeriesPeriods } from './frames/seriesPeriods';
import { type PeriodsQuery, SHOWS_STATES } from './periodsQuery';
import { equalReadings, type PeriodsPlan, signalRules } from './planPeriods';
import { ConditionError, IncompleteConditionError, isUnchanged, readCondition } from './readCondition';

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
export class PeriodsLoad implements SeriesLoad {
  failure: SeriesLoad['failure'];
  private current: (() => SeriesPeriods) | undefined;
  private rendered: { readonly of: () => SeriesPeriods; readonly state: SeriesPeriods } | undefined;

  constructor(
    readonly series: SeriesId,
    private readonly tag: KnownTag,
    private readonly query: PeriodsQuery,
    private readonly plan: PeriodsPlan,
    private readonly panel: QueryContext,
    private readonly history: SeriesHistory
  ) {}

  get exists(): boolean {
    return this.failure === undefined;
  }

  get isReported(): boolean {
    return this.failure !== undefined;
  }

  fail(error: unknown): void {
    this.failure = { error };
  }

  /** What is known so far; computed when it is first read. */
  get state(): SeriesPeriods | undefined {
    const { current } = this;
    if (current === undefined) {
      return undefined;
    }
    if (this.rendered?.of !== current) {
      this.rendered = { of: current, state: current() };
    }
    return this.rendered.state;
  }

  async load(onChange: () => void): Promise<void> {
    const { series, query, plan, panel } = this;
    const { device, profile, isState } = this.tag;
    const { settings } = panel.services;
    const role = findTagRole(seriesLabels(series, device).type, settings.tagTypes);
    const condition = readCondition(query.condition, profile, isState);
    const stretchMs = isUnchanged(condition) ? (condition.leastMs ?? (await this.usualMs())) : undefined;
    const rules = stretchMs === undefined ? signalRules(query, role, plan.holdMs) : equalReadings(plan.holdMs);
    const seenAroundMs = Math.max(plan.seenAroundMs, stretchMs ?? 0);
    const lookedAt = { seenAroundMs, ...(stretchMs !== undefined && { stretchMs }) };
    const ask = this.question(isUnchanged(condition) ? undefined : condition, rules, role, lookedAt);
    const request = { ...rules, ...plan.budget };
    const loaded = await loadSignal(this.history, planSignal(plan.range, request, panel.planRequest.grid, lookedAt));
    const toState = (answer: Answered<Spans>, isLoading: boolean): SeriesPeriods => {
      const known = {
        labels: seriesLabels(series, device, loaded),
        profile,
        isState: role === 'state',
        about: ask.about,
        spans: answer.answer,
        horizonEpochMs: loaded.horizonEpochMs,
        isLoading,
        isDecided: answer.isDecided,
        undecidedBecause: answer.undecidedBecause,
        missing: answer.missing,
        values: undefined,
      };
      return { ...known, ...findingsOf(known, plan) };
    };
    const answer = await loaded.ask(ask.create, {
      onProgress: (partial) => {
        this.current = () => toState(partial(), true);
        onChange();
      },
    });
    const state = toState(answer, false);
    this.current = () => state;
    if (plan.format === 'table' && ask.about === 'condition') {
      onChange();
      const values = await this.periodValues(loaded, state.found.periods, rules);
      this.current = () => ({ ...state, values });
    }
  }

  private async periodValues(
    loaded: Signal,
    periods: readonly Period[],
    rules: SignalRules
  ): Promise<readonly WindowValues[]> {
    const { answer } = await loaded.ask(
      () => new WindowValuesQuestion(periods, rules.interpolation === 'linear', Infinity, true),
      {
        maxRows: MAX_AVERAGED_ROWS,
      }
    );
    return answer;
  }

  /** @throws ConditionError if nothing is usual yet */
  private async usualMs(): Promise<number> {
    const { range, holdMs } = this.plan;
    const usualMs = await fetchUsuallyUnchangedMs(this.history, range.fromEpochMs, holdMs);
    if (usualMs === undefined) {
      throw new ConditionError(
        t(
          'periods.nothingUsual',
          'The four weeks before the time range have too few readings to say for how long a value is usually unchanged. Use a duration such as 4h.'
        )
      );
    }
    return usualMs;
  }

  /** @param stretchMs of stretches without a change: for how long the value stays the same at least */
  private question(
    condition: Condition | undefined,
    rules: SignalRules,
    role: TagRole,
    { seenAroundMs, stretchMs }: { readonly seenAroundMs: number; readonly stretchMs?: number }
  ) {
    const { plan, query } = this;
    const { range } = plan;
    const window: TimeWindow = {
      fromEpochMs: range.fromEpochMs - seenAroundMs,
      toEpochMs: range.toEpochMs + seenAroundMs,
    };
    const needed = (spans: Spans) => neededForEnds(spans, range, plan.periodRules);
    if (stretchMs !== undefined) {
      return { about: 'condition' as const, create: () => new UnchangedQuestion(stretchMs, window, needed) };
    }
    if (condition !== undefined) {
      return { about: 'condition' as const, create: () => new ConditionQuestion(condition, window, needed) };
    }
    const showsStates = SHOWS_STATES.has(plan.format);
    if (showsStates && role === 'measure' && query.interpolation === 'auto') {
      throw new IncompleteConditionError(
        t('periods.noStates', 'The condition needs a value, because a measure has no states.')
      );
    }
    if (!showsStates || rules.interpolation !== 'hold') {
      throw new IncompleteConditionError(
        t(
          'periods.noCondition',
          'The condition needs a value. Without one, only the states of a tag can be shown: as a timeline, per step, or as a list of states.'
        )
      );
    }
    return { about: 'states' as const, create: () => new ValuesQuestion(plan.format === 'perStep' ? window : range) };
  }
}
