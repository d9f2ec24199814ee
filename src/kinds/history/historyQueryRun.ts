import type { DataQueryError } from '@grafana/data';
import { isAbort } from '../../core/api/telemetryError';
import type { Statistic } from '../../core/history/points/seriesPoints';
import type { SeriesId } from '../../core/history/historyPage';
import type { HoldRules } from '../../core/history/series/heldValues';
import { devicesByCode } from '../../core/inventory/device';
import { noTagSettings } from '../../core/inventory/tagProfile';
import { findTagRole, isStepwise, type TagRole } from '../../core/serverWords';
import type { LatestValue } from '../../core/latest/latestValue';
import { undecidedNotice } from './frames/historyNotices';
import { canShowLatestReading, chooseStatistics, type HistoryQuery } from './historyQuery';
import { parseDuration } from '../../query/duration';
import { createQueryError, invalidDurationMessage } from '../../grafana/errorMessage';
import type { EmptyStyle, HistoryRunState, LatestReadings } from './frames/historyRunState';
import { omittedSeriesNotice } from '../../grafana/frames/notices';
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
import { isChosen, type UnknownNames, unknownNames } from '../../grafana/query/filter/unknownNames';
import { inTimeForNames, profilesInTime, visibleDevices } from '../../grafana/query/filter/filteredInventory';
import { requestLatest } from '../../grafana/query/series/requestLatest';
import { reportNothingSelected, reportUnknownNames, selectSeries } from '../../grafana/query/series/selectSeries';
import { UserError } from '../../grafana/userError';

/** Executes one history query of a panel. Its state can be rendered at any time. */
export class HistoryQueryRun {
  private current: Omit<HistoryRunState, 'nowEpochMs'>;
  private loads: readonly SeriesLoad[] = [];
  /** Why the query as a whole cannot be executed. */
  private failure: { readonly error: unknown } | undefined;

  /** @param query normalized, its variables replaced */
  constructor(
    private readonly query: HistoryQuery,
    private readonly panel: QueryContext
  ) {
    const { window, planRequest, visualization, services } = panel;
    this.current = {
      query,
      window,
      width: planRequest.points,
      shift: readShift(query, planRequest),
      isGraph: rendersBands(visualization),
      emptyStyle: chooseEmptyStyle(panel),
      dataSourceUid: services.dataSourceUid,
      tagTypes: services.limits.tagTypes,
      latestReadings: undefined,
      loads: [],
      omittedSeries: 0,
      filterNotices: [],
      devices: new Map(),
      profiles: noTagSettings(),
    };
  }

  get state(): HistoryRunState {
    return { ...this.current, nowEpochMs: this.panel.services.clock.nowEpochMs() };
  }

  private update(change: Partial<HistoryRunState>): void {
    this.current = { ...this.current, ...change };
  }

  private get showsLatest(): boolean {
    return this.query.latestReading && canShowLatestReading(this.query);
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
    const omitted = omittedSeriesNotice(this.loads.length, this.current.omittedSeries);
    const undecided = this.loads.flatMap(({ outcome, series: { device, tag } }) => {
      const notice = outcome.kind === 'loaded' && undecidedNotice(outcome.loaded, this.panel.timeZone);
      return notice ? [createQueryError(this.query.refId, new UserError(notice.text), `${device} · ${tag}`)] : [];
    });
    return [
      ...(omitted && this.loads.length > 0 ? [createQueryError(this.query.refId, new UserError(omitted.text))] : []),
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
    const { query, panel } = this;
    const { inventory } = panel.services;
    const { series, omitted } = await selectSeries(query, panel);
    const loadedDevices = inventory.loaded() ?? [];
    if (series.length === 0) {
      this.report(reportNothingSelected(query, panel, loadedDevices));
      return;
    }
    const chosen = isChosen(query, panel);
    this.update({ omittedSeries: omitted, devices: devicesByCode(loadedDevices) });
    this.loads = series.map((id) => new SeriesLoad(id, this.choosePlan(id, plans), chosen));
    this.update({ loads: this.loads });
    const loading = this.runLoads(this.loads, signal, onChange);
    const requested = this.showsLatest ? requestLatest(series, panel, query.refId, signal) : undefined;
    // It is reported when everything else is there.
    requested?.catch(() => undefined);
    // Meanwhile, a refresh would go back to an average, which is older.
    this.update({ latestReadings: requested && { ...this.findReadings(this.lastReceived), isLoading: true } });
    const naming = visibleDevices(inventory).then((devices) => this.update({ devices: devicesByCode(devices) }));
    const profiling = profilesInTime(panel.services).then((profiles) => this.update({ profiles }));
    await loading;
    await inTimeForNames(naming);
    await profiling;
    // Requests do not wait for the inventory, which reports only now that a tag is a state or a set point.
    const replanned = this.loads.filter((load) => load.planned !== this.choosePlan(load.series, plans));
    replanned.forEach((load) => (load.planned = this.choosePlan(load.series, plans)));
    await this.runLoads(replanned, signal, onChange);
    await this.findLatest(requested, signal);
    await this.findBefore(signal);
    if (omitted === 0) {
      this.report(reportUnknownNames(this.unknownNames()));
    }
  }

  private report({ notices, error }: ReturnType<typeof reportUnknownNames>): void {
    this.update({ filterNotices: notices });
    this.failure ??= error && { error };
  }

  /** Names that the inventory lacks and that have no reading at all, unless an error of their own names them. */
  private unknownNames(): UnknownNames {
    const existing = this.loads.filter(({ outcome, latest }) => outcome.kind === 'loaded' && latest !== 'none');
    const others = existing.map(({ series }) => series);
    const unknown = unknownNames(this.query, this.panel, [...this.current.devices.values()], others);
    const reported = this.loads.filter(({ outcome }) => outcome.kind !== 'loaded');
    const isOpen = (name: string) => !reported.some(({ series: { device, tag } }) => device === name || tag === name);
    return { typed: unknown.typed.filter(isOpen), chosen: unknown.chosen.filter(isOpen) };
  }

  private async runLoads(loads: readonly SeriesLoad[], signal: AbortSignal, onChange: () => void): Promise<void> {
    const context = { ...callContext(this.panel, this.query.refId, signal), noCache: this.query.noCache };
    await Promise.all(loads.map((load) => load.run(this.panel.services, context, onChange)));
  }

  private choosePlan({ device, tag }: SeriesId, { measure, stepwise, counter }: QueryPlans): PlannedRole {
    const type = this.current.devices.get(device)?.tags.find(({ key }) => key === tag)?.type;
    const role = type === undefined ? 'measure' : findTagRole(type, this.current.tagTypes);
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
      const values = await (requested ??
        requestLatest(
          empty.map(({ series }) => series),
          this.panel,
          this.query.refId,
          signal
        ));
      const find = ({ device, tag }: SeriesId) => values.find((value) => value.device === device && value.tag === tag);
      empty.forEach((load) => (load.latest = find(load.series) ?? 'none'));
      this.update({ latestReadings: requested && this.findReadings(find) });
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.update({ latestReadings: requested && { ...this.findReadings(this.lastReceived), failure: { error } } });
    }
  }

  /** The latest reading says nothing of a range that was over before it. */
  private async findBefore(signal: AbortSignal): Promise<void> {
    const { window, shift, emptyStyle } = this.current;
    if (shift !== undefined || (emptyStyle !== 'text' && emptyStyle !== 'row')) {
      return;
    }
    const context = { ...callContext(this.panel, this.query.refId, signal), noCache: this.query.noCache };
    const isOver = ({ latest }: SeriesLoad) =>
      latest !== undefined && latest !== 'none' && (latest.timeEpochMs ?? -Infinity) >= window.toEpochMs;
    const over = this.loads.filter((load) => load.isEmpty && load.statistics.includes('avg') && isOver(load));
    await Promise.all(over.map((load) => load.findBefore(this.panel.services, context)));
  }

  private readonly lastReceived = ({ device, tag }: SeriesId) => this.panel.services.latest.lastReceived(device, tag);

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
