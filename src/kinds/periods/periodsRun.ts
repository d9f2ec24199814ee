import {
  type DataFrame,
  FieldType,
  MappingType,
  type QueryResultMetaNotice,
  SpecialValueMatch,
  type ValueMapping,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import type { Answered } from '../../core/history/mosaic/mosaic';
import { loadSignal, type Signal } from '../../core/history/signal/loadSignal';
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
import { distinctNames, seriesLabels, seriesProfile } from '../../core/inventory/legend';
import type { SeriesHistory } from '../../core/history/fetch/historySource';
import type { SeriesId } from '../../core/inventory/seriesId';
import type { Condition } from '../../core/history/signal/condition';
import type { Device } from '../../core/inventory/device';
import type { TagProfile } from '../../core/inventory/tagProfile';
import { findTagRole, type TagRole } from '../../core/serverWords';
import type { EpochMs, TimeWindow } from '../../core/time/window';
import { describeError } from '../../grafana/errorMessage';
import { begunStepNotice } from '../../grafana/frames/begunStep';
import {
  emptyFrame,
  info,
  omittedSeriesNotice,
  presentNotices,
  warning,
  withNotices,
} from '../../grafana/frames/notices';
import { unknownMeaningError } from '../../grafana/query/filter/knownDevices';
import { ANNOTATION_QUERY_TYPE, type PanelContext, type QueryContext } from '../../grafana/query/panelContext';
import { changeFirst, inRole, type RunFrames } from '../../grafana/frames/runFrames';
import { nameOf, type SeriesLoad, SeriesQueryRun } from '../../grafana/query/series/seriesQueryRun';
import { GREY } from '../../grafana/valueColors';
import { conditionText } from '../../query/condition';
import { missingFields } from '../history/historyQuery';
import { type Kind, runEach } from '../kind';
import {
  type NamedSeries,
  periodAnnotationsFrame,
  perStepFrames,
  type PeriodSeriesOptions,
  stateTotalsFrames,
  timelineFrames,
  totalFrames,
} from './frames/periodFrames';
import { periodsNotices } from './frames/periodsNotices';
import { summarizePeriods, withSummary } from './frames/periodsSummary';
import { periodsTableFrame, statesTableFrame } from './frames/periodTables';
import { findingsOf, type SeriesPeriods } from './frames/seriesPeriods';
import { totalsTableFrame } from './frames/totalsTable';
import { PERIODS_FIELDS, type PeriodsQuery, SHOWS_STATES } from './periodsQuery';
import { equalReadings, type PeriodsPlan, planPeriods, signalRules } from './planPeriods';
import {
  ConditionError,
  IncompleteConditionError,
  isUnchanged,
  MissingLimitError,
  namesValues,
  readCondition,
} from './readCondition';

export const PERIODS: Kind<PeriodsQuery> = {
  fields: PERIODS_FIELDS,
  usesTimeZone: true,
  inRules: { format: 'total' },
  optionTexts: ({ condition, format, interval, minDuration, joinWithin }) => [
    conditionText(condition),
    format === 'auto' ? '' : format,
    format === 'perStep' ? interval : '',
    minDuration,
    joinWithin,
  ],
  missingFields,
  createRuns: runEach((query, context) => new PeriodsRun(query, context)),
};

/** Averages of the periods of a table are worth this many readings of a series. */
const MAX_AVERAGED_ROWS = 20_000;

/** A period, and what its series is called. */
export interface NamedPeriod {
  readonly period: Period;
  readonly name: string;
}

/** Executes a query for periods. */
export class PeriodsRun extends SeriesQueryRun<PeriodsQuery, PeriodsLoad> {
  private plan: PeriodsPlan | undefined;

  /** What the query still needs before it can run, as its notices say. To nobody's harm in a panel: whoever edits it is not done yet. */
  get needs(): readonly string[] {
    return [
      ...new Set(this.loads.flatMap((load) => (this.isIncomplete(load) ? [describeError(load.failure!.error)] : []))),
    ];
  }

  render(): RunFrames {
    const { plan, panel, query } = this;
    const named = this.namedSeries();
    const ofQuery = this.queryNotices;
    if (plan?.format === 'total' && named.length === 0 && this.hasNoLimit) {
      return inRole('series', [withNotices(noLimitFrame(query, plan.range.toEpochMs), ofQuery)]);
    }
    if (plan === undefined || named.length === 0) {
      return inRole('table', ofQuery.length > 0 ? [emptyFrame(query.refId, ofQuery)] : []);
    }
    const notices = [
      ...ofQuery,
      ...named.flatMap(({ series, name }) => periodsNotices(series, name, plan, panel.timeZone)),
    ];
    const { timeZone, services } = panel;
    const { dataSourceUid, clock } = services;
    const options = {
      refId: query.refId,
      plan,
      query,
      dataSourceUid,
      nowEpochMs: clock.nowEpochMs(),
      timeZone,
      notices,
    };
    const summary = summarizePeriods(named.map(({ series }) => series));
    return changeFirst(renderPeriods(named, options, panel), (frame) => withSummary(frame, summary));
  }

  /** What is to be said of the query as a whole. */
  private get queryNotices(): readonly QueryResultMetaNotice[] {
    const { plan, panel } = this;
    const begunEpochMs = plan?.begunEpochMs;
    const unfit = this.loads.filter((load) => this.isUnfit(load));
    return presentNotices([
      ...this.nameNotices,
      omittedSeriesNotice(this.loads.length, this.omittedSeries),
      begunEpochMs === undefined ? undefined : begunStepNotice(begunEpochMs, panel.timeZone),
      ...unfit.map((load) => info(`${nameOf(load)}: ${describeError(load.failure!.error)}`)),
      // Panels of states have no text of their own for it, and show warnings in its place.
      ...this.needs.map(plan !== undefined && SHOWS_STATES.has(plan.format) ? warning : info),
    ]);
  }

  /** True if that is all there is to say: whatever failed is shown as such. */
  private get hasNoLimit(): boolean {
    return (
      !this.panel.mayBeCalculated &&
      this.errors.length === 0 &&
      this.loads.length > 0 &&
      this.loads.every(({ failure }) => failure?.error instanceof MissingLimitError)
    );
  }

  /** Those of which a part lies in the range, series by series, as far as they are known. */
  get periods(): readonly NamedPeriod[] {
    return this.namedSeries().flatMap(({ series, name }) => series.found.periods.map((period) => ({ period, name })));
  }

  private namedSeries(): readonly NamedSeries[] {
    const { legend, refId } = this.query;
    const loaded = this.loads.flatMap(({ state }) => (state === undefined ? [] : [state]));
    const names = distinctNames(loaded.map(({ labels }) => ({ labels, template: legend, refId })));
    return loaded.map((series, index) => ({ series, name: names[index]! }));
  }

  /** As with names: what a variable chose may not fit every tag. */
  private isUnfit({ failure }: PeriodsLoad): boolean {
    return failure?.error instanceof ConditionError && hasChosenCondition(this.query, this.panel);
  }

  /** What is calculated with must be there. */
  private isIncomplete(load: PeriodsLoad): boolean {
    const isUnfinished = load.failure?.error instanceof IncompleteConditionError;
    return isUnfinished && !this.panel.mayBeCalculated && !this.isUnfit(load);
  }

  protected override isError(load: PeriodsLoad): boolean {
    return load.failure !== undefined && !this.isUnfit(load) && !this.isIncomplete(load);
  }

  protected readQuery(): void {
    this.plan = planPeriods(this.query, this.panel, this.panel.services.settings.holdMs);
  }

  protected async prepare(series: readonly SeriesId[], signal: AbortSignal): Promise<readonly PeriodsLoad[]> {
    const { query, panel } = this;
    const plan = this.plan!;
    await this.findDevices();
    const profiles = await panel.services.tagProfiles();
    const known = series.map((id) => {
      const device = this.devices.get(id.device);
      return { id, device, profile: seriesProfile(profiles, seriesLabels(id, device)) };
    });
    const stateNames = new Set(known.flatMap(({ profile }) => profile.states.map(({ name }) => name.toLowerCase())));
    const isState = (name: string) => stateNames.has(name.toLowerCase());
    const context = this.fetchContext(signal);
    return known.map(
      ({ id, ...tag }) => new PeriodsLoad(id, { ...tag, isState }, query, plan, panel, this.historyOf(id, context))
    );
  }

  /**
   * The devices, whose tags' types decide how values continue, and which names their states and limits have.
   * @throws if the query leaves that to them, and they are not known, see `unknownMeaningError`; and as `knownDevices`
   */
  protected findDevices(): Promise<readonly Device[]> {
    const options = optionsByMeaning(this.query);
    return this.knownDevices(options.length > 0 ? 'meaning' : 'names', (because) => {
      if (options.length > 0) {
        throw unknownMeaningError(because, options);
      }
    });
  }
}

/** The options of a query that leave to the meaning of a tag which periods it has, as the editor calls them. */
function optionsByMeaning({ interpolation, condition }: PeriodsQuery): string[] {
  if (condition.operator === 'unchanged') {
    return [];
  }
  return [
    ...(interpolation === 'auto' ? [t('editors.interpolation.label', 'Between readings')] : []),
    ...(namesValues(condition) ? [t('editors.condition.value', 'Value')] : []),
  ];
}

/** True if the condition has its value from a variable. */
function hasChosenCondition({ condition: { value, upper } }: PeriodsQuery, { chosenTexts }: QueryContext): boolean {
  // Any variable may be empty.
  return [value, upper].some((text) => text !== '' && chosenTexts.has(text));
}

function renderPeriods(named: readonly NamedSeries[], options: PeriodSeriesOptions, panel: PanelContext): RunFrames {
  const { plan, query } = options;
  const all = named.map(({ series }) => series);
  switch (plan.format) {
    case 'table':
      return inRole('table', [periodsTableFrame(all, options)]);
    case 'annotations':
      return inRole('mark', [periodAnnotationsFrame(named, options, query.queryType !== ANNOTATION_QUERY_TYPE)]);
    case 'timeline':
      return inRole('series', timelineFrames(named, options));
    case 'total':
      // Elsewhere, also where the visualization is not known, an expression may calculate with them.
      return panel.visualization === 'table'
        ? inRole('table', [totalsTableFrame(all, options)])
        : inRole('series', totalFrames(named, options));
    case 'perStep':
      return inRole('series', perStepFrames(named, options));
    case 'states':
      return isTable(panel)
        ? inRole('table', [statesTableFrame(all, options)])
        : inRole('series', stateTotalsFrames(named, options));
  }
}

/** In place of totals, what a tile would call unknown. */
function noLimitFrame({ refId, totals }: PeriodsQuery, toEpochMs: EpochMs): DataFrame {
  const text = t('periods.noLimit', 'No limit');
  const mappings: ValueMapping[] = [
    { type: MappingType.SpecialValue, options: { match: SpecialValueMatch.Null, result: { text, color: GREY } } },
  ];
  return {
    refId,
    name: refId,
    length: 1,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: [toEpochMs] },
      { name: totals[0]!, type: FieldType.number, config: { noValue: text, mappings }, values: [null] },
    ],
  };
}

function isTable({ visualization }: PanelContext): boolean {
  return visualization === undefined || visualization === 'table';
}

/** What a query knows of a tag before it is loaded. */
interface KnownTag {
  readonly device: Device | undefined;
  readonly profile: TagProfile;
  /** Whether a name is that of a state of any of the query's tags. */
  readonly isState: (name: string) => boolean;
}

/** Loads one series of a query. */
class PeriodsLoad implements SeriesLoad {
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
