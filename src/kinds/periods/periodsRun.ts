import {
  type DataFrame,
  FieldType,
  MappingType,
  type QueryResultMetaNotice,
  SpecialValueMatch,
  type ValueMapping,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { distinctNames, seriesLabels, seriesProfile } from '../../core/inventory/legend';
import type { SeriesId } from '../../core/inventory/seriesId';
import type { Device } from '../../core/inventory/device';
import type { EpochMs } from '../../core/time/window';
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
import {
  ConditionError,
  IncompleteConditionError,
  MissingLimitError,
  optionsByMeaning,
} from '../../grafana/query/condition/readCondition';
import { unknownMeaningError } from '../../grafana/query/filter/knownDevices';
import { ANNOTATION_QUERY_TYPE, type PanelContext, type QueryContext } from '../../grafana/query/panelContext';
import { changeFirst, inRole, type RunFrames } from '../../grafana/frames/runFrames';
import { nameInErrors, SeriesQueryRun } from '../../grafana/query/series/seriesQueryRun';
import { GREY } from '../../grafana/valueColors';
import type { ListedPeriod } from '../../grafana/variables/listedPeriods';
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
import { totalsTableFrame } from './frames/totalsTable';
import { PeriodsLoad } from './periodsLoad';
import { PERIODS_FIELDS, type PeriodsQuery, SHOWS_STATES } from './periodsQuery';
import { type PeriodsPlan, planPeriods } from './planPeriods';

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
      ...unfit.map((load) => info(`${nameInErrors(load)}: ${describeError(load.failure!.error)}`)),
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
  get listed(): readonly ListedPeriod[] {
    return this.namedSeries().flatMap(({ series, name }) =>
      series.found.periods.map((period) => ({ ...period, series: name }))
    );
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
   * @throws if the query leaves that to them, and they are not known, see `unknownMeaningError`; and as `loadDevices`
   */
  protected findDevices(): Promise<readonly Device[]> {
    // Whether readings are equal, they say themselves.
    const options = this.query.condition.operator === 'unchanged' ? [] : optionsByMeaning(this.query);
    return this.loadDevices(options.length > 0 ? 'meaning' : 'names', (because) => {
      if (options.length > 0) {
        throw unknownMeaningError(because, options);
      }
    });
  }
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
