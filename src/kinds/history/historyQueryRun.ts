import type { DataQueryError, QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isAbort } from '../../core/api/telemetryError';
import type { Statistic } from '../../core/history/points/seriesPoints';
import type { SeriesId } from '../../core/history/historyPage';
import type { HoldRules } from '../../core/history/series/heldValues';
import { type Device, devicesByCode } from '../../core/inventory/device';
import { noTagSettings, type TagProfiles } from '../../core/inventory/tagProfile';
import { findTagRole, isStepwise, type TagRole, type TagTypeWords } from '../../core/serverWords';
import type { LatestValue } from '../../core/latest/latestValue';
import type { Shift } from '../../core/time/shift';
import type { EpochMs, TimeWindow } from '../../core/time/window';
import { undecidedNotice } from './frames/historyNotices';
import { canShowLatestReading, chooseStatistics, type HistoryQuery } from './historyQuery';
import { parseDuration } from '../../query/duration';
import { createQueryError, invalidDurationMessage, tooManySeriesMessage } from '../../grafana/errorMessage';
import type { EmptyStyle, HistoryRunState, LatestReadings } from './frames/historyRunState';
import { omittedSeriesNotice, unknownNamesText } from '../../grafana/frames/notices';
import { existingSeries } from '../../grafana/query/filter/existingSeries';
import {
  callContext,
  drawsLines,
  type PanelContext,
  type PanelPlanRequest,
  type QueryContext,
  rendersBands,
} from '../../grafana/query/panelContext';
import { type InvalidQuery, planHold, planQuery, readShift } from './planQuery';
import { type PlannedSeries, SeriesLoad } from './seriesLoad';
import { filterNotices, isChosen, unknownNames } from '../../grafana/query/filter/unknownNames';
import { inTimeForNames, profilesInTime, visibleDevices } from '../../grafana/query/filter/filteredInventory';
import { UserError } from '../../grafana/userError';

/** Executes one history query of a panel. Its state can be rendered at any time. */
export class HistoryQueryRun implements HistoryRunState {
  loads: readonly SeriesLoad[] = [];
  devices: ReadonlyMap<string, Device> = new Map();
  profiles: TagProfiles = noTagSettings();
  omittedSeries = 0;
  filterNotices: readonly QueryResultMetaNotice[] = [];
  readonly query: HistoryQuery;
  readonly window: TimeWindow;
  readonly width: number;
  readonly shift: Shift | undefined;
  readonly isGraph: boolean;
  readonly emptyStyle: EmptyStyle;
  latestReadings: LatestReadings | undefined;
  /** Why the query as a whole cannot be executed. */
  private failure: { readonly error: unknown } | undefined;

  /** @param query normalized, its variables replaced */
  constructor(
    query: HistoryQuery,
    private readonly panel: QueryContext
  ) {
    this.query = query;
    this.window = panel.window;
    this.width = panel.planRequest.points;
    this.shift = readShift(query, panel.planRequest);
    this.isGraph = rendersBands(panel.visualization);
    this.emptyStyle = chooseEmptyStyle(panel);
  }

  private get showsLatest(): boolean {
    return this.query.latestReading && canShowLatestReading(this.query);
  }

  get nowEpochMs(): EpochMs {
    return this.panel.services.clock.nowEpochMs();
  }

  get refId(): string {
    return this.query.refId;
  }

  get dataSourceUid(): string {
    return this.panel.services.dataSourceUid;
  }

  get tagTypes(): TagTypeWords {
    return this.panel.services.limits.tagTypes;
  }

  get errors(): DataQueryError[] {
    const { refId } = this.query;
    const failed = this.loads.flatMap(({ outcome, series: { device, tag } }) =>
      outcome.kind === 'failed' ? [createQueryError(refId, outcome.error, `${device} · ${tag}`)] : []
    );
    return [
      ...(this.failure === undefined ? [] : [createQueryError(refId, this.failure.error)]),
      ...failed,
      ...(this.panel.mayBeCalculated ? this.leftOutErrors() : []),
    ];
  }

  /** Nobody sees the notices where a part of the values is calculated with. */
  private leftOutErrors(): DataQueryError[] {
    const omitted = omittedSeriesNotice(this.loads.length, this.omittedSeries);
    const undecided = this.loads.flatMap(({ outcome, series: { device, tag } }) => {
      const notice = outcome.kind === 'loaded' && undecidedNotice(outcome.loaded, this.panel.timeZone);
      return notice ? [createQueryError(this.refId, new UserError(notice.text), `${device} · ${tag}`)] : [];
    });
    return [
      ...(omitted && this.loads.length > 0 ? [createQueryError(this.refId, new UserError(omitted.text))] : []),
      ...undecided,
    ];
  }

  /**
   * Loads every series; one that fails does not affect the others.
   * @param onChange called whenever there is more to render
   * @throws only when aborted
   */
  async run(signal: AbortSignal, onChange: () => void): Promise<void> {
    try {
      const plans = this.plans();
      if (plans.kind === 'invalid') {
        this.failure = { error: new UserError(plans.message) };
      } else {
        await this.load(plans, signal, onChange);
      }
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.failure = { error };
    }
  }

  private plans(): QueryPlans | InvalidQuery {
    const { planRequest } = this.panel;
    const { staleAfter } = this.query;
    if (this.showsLatest && parseDuration(staleAfter) === undefined) {
      return { kind: 'invalid', message: invalidDurationMessage(staleAfter) };
    }
    const measure = this.planRole('measure', planRequest);
    if (measure.kind === 'invalid') {
      return measure;
    }
    const isAuto = measure.plan.reason.kind === 'auto';
    const isByRole = measure.plan.timeWeighted !== undefined && this.query.interpolation === 'auto';
    const stepwise =
      isAuto || isByRole
        ? this.planRole('state', planRequest)
        : { ...measure, hold: this.planHold('state', measure.statistics) };
    if (stepwise.kind === 'invalid') {
      return stepwise;
    }
    const isIncrease = this.query.statistics.includes('auto');
    const points = isIncrease ? Math.min(planRequest.points, MAX_COUNTER_STEPS) : planRequest.points;
    const counter = isIncrease || isByRole ? this.planRole('counter', { ...planRequest, points }) : measure;
    return counter.kind === 'invalid' ? counter : { kind: 'plans', measure, stepwise, counter };
  }

  /** The plan of the tags of a role. */
  private planRole(role: TagRole, request: PanelPlanRequest): PlannedRole | InvalidQuery {
    const statistics = renderedStatistics(chooseStatistics(this.query.statistics, role), this.panel);
    const plan = planQuery(this.query, request, { role, statistics }, this.panel.services.limits);
    return plan.kind === 'invalid'
      ? plan
      : { kind: 'planned', plan, statistics, hold: this.planHold(role, statistics) };
  }

  private planHold(role: TagRole, statistics: readonly Statistic[]): HoldRules | undefined {
    const { visualization, services } = this.panel;
    return planHold(this.query, { role, statistics }, drawsLines(visualization), services.limits);
  }

  private async load(plans: QueryPlans, signal: AbortSignal, onChange: () => void): Promise<void> {
    const { inventory } = this.panel.services;
    const { series, omitted } = await existingSeries(this.query, this.panel);
    this.omittedSeries = omitted;
    const chosen = isChosen(this.query, this.panel);
    if (series.length === 0) {
      this.reportNothingSelected(chosen);
      return;
    }
    if (omitted > 0 && this.panel.isCalculated) {
      this.failure = { error: new UserError(tooManySeriesMessage(series.length + omitted, this.query.maxSeries)) };
      return;
    }
    this.devices = devicesByCode(inventory.loaded() ?? []);
    this.loads = series.map((id) => new SeriesLoad(id, this.choosePlan(id, plans), chosen));
    const loading = this.runLoads(this.loads, signal, onChange);
    const requested = this.showsLatest ? this.requestLatest(this.loads, signal) : undefined;
    // It is reported when everything else is there.
    requested?.catch(() => undefined);
    // Meanwhile, a refresh would go back to an average, which is older.
    this.latestReadings = requested && { ...this.findReadings(this.lastReceived), isLoading: true };
    const naming = visibleDevices(inventory).then((devices) => {
      this.devices = devicesByCode(devices);
    });
    const profiling = profilesInTime(this.panel.services).then((profiles) => {
      this.profiles = profiles;
    });
    await loading;
    await inTimeForNames(naming);
    await profiling;
    // Requests do not wait for the inventory, which reports only now that a tag is a state or a set point.
    const replanned = this.loads.filter((load) => load.planned !== this.choosePlan(load.series, plans));
    replanned.forEach((load) => (load.planned = this.choosePlan(load.series, plans)));
    await this.runLoads(replanned, signal, onChange);
    await this.findLatest(requested, signal);
    if (omitted === 0) {
      this.reportUnknown();
    }
  }

  /** A query whose lists were typed can never have data: an error. What a variable chose can be chosen differently. */
  private reportNothingSelected(chosen: boolean): void {
    const unknown = unknownNames(this.query, this.panel, this.panel.services.inventory.loaded() ?? []);
    const text =
      unknown.typed.length > 0
        ? unknownNamesText(unknown.typed)
        : t('errors.noSuchPair', 'None of the selected devices has any of the selected tags.');
    if (chosen) {
      this.filterNotices = unknown.chosen.length > 0 ? filterNotices(unknown, true) : [{ severity: 'warning', text }];
    } else {
      this.failure = { error: new UserError(text) };
    }
  }

  /** Names that the inventory lacks and that have no reading at all, unless an error of their own names them. */
  private reportUnknown(): void {
    const existing = this.loads.filter(({ outcome, latest }) => outcome.kind === 'loaded' && latest !== 'none');
    const others = existing.map(({ series }) => series);
    const unknown = unknownNames(this.query, this.panel, [...this.devices.values()], others);
    const reported = this.loads.filter(({ outcome }) => outcome.kind !== 'loaded');
    const isOpen = (name: string) => !reported.some(({ series: { device, tag } }) => device === name || tag === name);
    this.filterNotices = filterNotices({ ...unknown, chosen: unknown.chosen.filter(isOpen) }, false);
    const typed = unknown.typed.filter(isOpen);
    if (typed.length > 0) {
      this.failure = { error: new UserError(unknownNamesText(typed)) };
    }
  }

  private async runLoads(loads: readonly SeriesLoad[], signal: AbortSignal, onChange: () => void): Promise<void> {
    const context = { ...callContext(this.panel, this.refId, signal), noCache: this.query.noCache };
    await Promise.all(loads.map((load) => load.run(this.panel.services, context, onChange)));
  }

  private choosePlan({ device, tag }: SeriesId, { measure, stepwise, counter }: QueryPlans): PlannedRole {
    const type = this.devices.get(device)?.tags.find(({ key }) => key === tag)?.type;
    const role = type === undefined ? 'measure' : findTagRole(type, this.tagTypes);
    return role === 'counter' ? counter : isStepwise(role) ? stepwise : measure;
  }

  /**
   * The latest readings where the query shows them, and when the last ones were for the series that have none in the range, which is
   * not worth an error.
   */
  private async findLatest(requested: Promise<readonly LatestValue[]> | undefined, signal: AbortSignal): Promise<void> {
    const empty = this.loads.filter((load) => load.isEmpty);
    if (empty.length === 0 && requested === undefined) {
      return;
    }
    try {
      const values = await (requested ?? this.requestLatest(empty, signal));
      const find = ({ device, tag }: SeriesId) => values.find((value) => value.device === device && value.tag === tag);
      empty.forEach((load) => (load.latest = find(load.series) ?? 'none'));
      this.latestReadings = requested && this.findReadings(find);
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.latestReadings = requested && { ...this.findReadings(this.lastReceived), failure: { error } };
    }
  }

  private readonly lastReceived = ({ device, tag }: SeriesId) => this.panel.services.latest.lastReceived(device, tag);

  private requestLatest(loads: readonly SeriesLoad[], signal: AbortSignal): Promise<readonly LatestValue[]> {
    const { latest } = this.panel.services;
    const context = callContext(this.panel, this.refId, signal);
    const [device, ...others] = new Set(loads.map(({ series }) => series.device));
    return device !== undefined && others.length === 0 ? latest.ofDevice(device, context) : latest.all(context);
  }

  private findReadings(find: (series: SeriesId) => LatestValue | undefined): LatestReadings {
    const { visualization, isCalculated } = this.panel;
    const existing = this.loads.filter(({ outcome }) => outcome.kind !== 'absent');
    const values = existing.flatMap((load) => {
      const value = find(load.series);
      return value === undefined ? [] : [[load, value] as const];
    });
    return {
      values: new Map(values),
      isLoading: false,
      failure: undefined,
      staleAfterMs: parseDuration(this.query.staleAfter)!,
      isOfRange: isCalculated || drawsLines(visualization),
    };
  }
}

/** How the tags of a role are loaded and shown. */
interface PlannedRole extends PlannedSeries {
  readonly kind: 'planned';
}

/** The plans of a query: `stepwise` is for tags whose values hold until the next reading. */
interface QueryPlans {
  readonly kind: 'plans';
  readonly measure: PlannedRole;
  readonly stepwise: PlannedRole;
  readonly counter: PlannedRole;
}

/** On auto, consumption is shown in steps that can be read one by one, and are no shorter than the time between the readings of most meters. */
const MAX_COUNTER_STEPS = 50;

/** Visitors of shared dashboards have “No data” with a notice: an expression may calculate with the same frames. */
function chooseEmptyStyle({ visualization, isCalculated, services }: PanelContext): EmptyStyle {
  if (isCalculated || !services.canFollow || rendersBands(visualization)) {
    return 'nothing';
  }
  return (visualization && EMPTY_STYLES[visualization]) || 'text';
}

const EMPTY_STYLES: Readonly<Record<string, EmptyStyle>> = {
  table: 'row',
  'state-timeline': 'state',
  'status-history': 'cell',
};

/** Where a band is not rendered, its edges would be two more values per tag, or none, by the width of the panel. */
function renderedStatistics(statistics: readonly Statistic[], { visualization }: PanelContext): readonly Statistic[] {
  if (!statistics.includes('band') || rendersBands(visualization)) {
    return statistics;
  }
  const others = statistics.filter((statistic) => statistic !== 'band');
  return others.length > 0 ? others : ['avg'];
}
