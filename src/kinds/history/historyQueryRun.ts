import type { DataQueryError, QueryResultMetaNotice } from '@grafana/data';
import { isAbort, TelemetryError } from '../../core/api/telemetryError';
import type { Statistic } from '../../core/history/points/seriesPoints';
import type { CallContext } from '../../core/api/apiClient';
import { type SeriesId, seriesKey } from '../../core/history/historyPage';
import { type Device, devicesByCode } from '../../core/inventory/device';
import type { Meter } from '../../core/inventory/meter';
import { findMeter, noTagSettings } from '../../core/inventory/tagProfile';
import type { TagRole } from '../../core/serverWords';
import type { LatestValue } from '../../core/latest/latestValue';
import type { EpochMs } from '../../core/time/window';
import { undecidedNotice } from './frames/historyNotices';
import { canShowLatestReading, chooseStatistics, type HistoryQuery } from './historyQuery';
import { parseDuration } from '../../query/duration';
import { createQueryError, invalidDurationMessage } from '../../grafana/errorMessage';
import { type EmptyStyle, type HistoryRunState, type LatestReadings, loadedShare } from './frames/historyRunState';
import { omittedSeriesNotice } from '../../grafana/frames/notices';
import {
  callContext,
  drawsLines,
  isTile,
  keepsTime,
  type PanelContext,
  type QueryContext,
  rendersBands,
} from '../../grafana/query/panelContext';
import {
  type HistoryOptions,
  optionsByRole,
  planHold,
  planQuery,
  readOptions,
  readShift,
  type RoleUse,
  roleUse,
} from './planQuery';
import { type PlannedSeries, SeriesLoad } from './seriesLoad';
import { isChosen, type UnknownNames, unknownNames } from '../../grafana/query/filter/unknownNames';
import { profilesInTime } from '../../grafana/query/filter/filteredInventory';
import {
  knownDevices,
  roleOf,
  unknownMeaningError,
  unknownMeaningNotice,
} from '../../grafana/query/filter/knownDevices';
import { requestLatest } from '../../grafana/query/series/requestLatest';
import { reportNothingSelected, reportUnknownNames, selectSeries } from '../../grafana/query/series/selectSeries';
import { UserError } from '../../grafana/userError';

/** Executes one history query of a panel. Its state can be rendered at any time. */
export class HistoryQueryRun {
  private current: Omit<HistoryRunState, 'nowEpochMs'>;
  private loads: readonly SeriesLoad[] = [];
  /** Why the query as a whole cannot be executed. */
  private failure: { readonly error: unknown } | undefined;
  /** The notice if roles are not known, and whether they decide which rows there are. */
  private missingRoles: { readonly notice: QueryResultMetaNotice; readonly decideRows: boolean } | undefined;
  private isOver = false;

  /**
   * @param query normalized, its variables replaced
   * @param isCompared true for either run of a query that compares the time range with an earlier one: both are of spans as long
   */
  constructor(
    private readonly query: HistoryQuery,
    private readonly panel: QueryContext,
    private readonly isCompared = false
  ) {
    const { window, planRequest, visualization, services } = panel;
    this.current = {
      query,
      window,
      width: planRequest.points,
      shift: readShift(query, planRequest),
      isGraph: rendersBands(visualization),
      hasTimeAxis: keepsTime(visualization) && !panel.isCalculated,
      isTile: isTile(visualization) && !panel.isCalculated,
      emptyStyle: chooseEmptyStyle(panel),
      dataSourceUid: services.dataSourceUid,
      tagTypes: services.limits.tagTypes,
      latestReadings: undefined,
      loads: [],
      omittedSeries: 0,
      notices: [],
      devices: new Map(),
      profiles: noTagSettings(),
    };
  }

  get state(): HistoryRunState {
    const { current, unknownRoles } = this;
    const notices = unknownRoles === undefined ? current.notices : [unknownRoles.notice, ...current.notices];
    return { ...current, notices, nowEpochMs: this.panel.services.clock.nowEpochMs() };
  }

  /** That the roles of tags are not known, if there is anything that may look different with them. */
  private get unknownRoles() {
    const hasRows = this.loads.some(({ outcome }) => outcome.kind === 'loading' || outcome.kind === 'loaded');
    return hasRows ? this.missingRoles : undefined;
  }

  private update(change: Partial<HistoryRunState>): void {
    this.current = { ...this.current, ...change };
  }

  /** True while rows are to come. */
  get isLoading(): boolean {
    return !this.isOver && (this.loads.length === 0 || this.loads.some((load) => loadedShare(load) < 1));
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
      ...(this.unknownRoles?.decideRows
        ? [createQueryError(this.query.refId, new UserError(this.unknownRoles.notice.text))]
        : []),
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
      await this.load(this.readOptions(), signal, onChange);
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.failure = { error };
    } finally {
      this.isOver = true;
    }
  }

  private readOptions(): HistoryOptions {
    const { staleAfter } = this.query;
    if (this.showsLatest && parseDuration(staleAfter) === undefined) {
      throw new UserError(invalidDurationMessage(staleAfter));
    }
    return readOptions(this.query, this.panel.services.limits);
  }

  private async load(options: HistoryOptions, signal: AbortSignal, onChange: () => void): Promise<void> {
    const { query, panel } = this;
    const { series, omitted } = await selectSeries(query, panel);
    const use = roleUse(query, options, panel.services.limits.tags);
    let known: Promise<readonly Device[]> | undefined;
    const devices = () => (known ??= this.findDevices(options, use));
    if (series.length === 0) {
      this.report(reportNothingSelected(query, panel, await devices()));
      return;
    }
    const chosen = isChosen(query, panel);
    this.update({ omittedSeries: omitted });
    const ends = this.isCompared ? await this.findEnds(series, signal) : undefined;
    const findPlan = await this.findPlans(options, use, devices, ends);
    this.loads = series.map((id) => new SeriesLoad(id, findPlan(id), chosen));
    this.update({ loads: this.loads });
    const loading = this.runLoads(signal, onChange);
    const requested = this.showsLatest
      ? requestLatest(series, panel.services.latest, this.callContext(signal))
      : undefined;
    // It is reported when everything else is there.
    requested?.catch(() => undefined);
    // Meanwhile, a refresh would go back to an average, which is older.
    this.update({ latestReadings: requested && { ...this.findReadings(this.lastReceived), isLoading: true } });
    const naming = devices();
    // It is reported when the series are loaded, too.
    naming.catch(() => undefined);
    const profiling = profilesInTime(panel.services).then((profiles) => this.update({ profiles }));
    await loading;
    await naming;
    await profiling;
    await this.findLatest(requested, signal);
    await this.findBefore(signal);
    if (omitted === 0) {
      this.report(reportUnknownNames(this.unknownNames()));
    }
  }

  /**
   * The devices as far as they are known.
   * @throws where the values depend on what the tags are, which is not known, see `unknownMeaningError`; and as `knownDevices`
   */
  private async findDevices(options: HistoryOptions, use: RoleUse): Promise<readonly Device[]> {
    const { query, panel } = this;
    const needsRoles = use !== 'nothing' && !(use === 'hold' && panel.isCalculated);
    const { devices, unknownBecause } = await knownDevices(panel, needsRoles ? 'meaning' : 'names');
    if (needsRoles && unknownBecause !== undefined) {
      if (use === 'values' || panel.isCalculated) {
        throw unknownMeaningError(unknownBecause, optionsByRole(query, options));
      }
      this.missingRoles = { notice: unknownMeaningNotice(unknownBecause), decideRows: use === 'rows' };
    }
    this.update({ devices: devicesByCode(devices) });
    return devices;
  }

  /** How each series is loaded: waits for what its tag is only where the rows to request depend on it. */
  private async findPlans(
    options: HistoryOptions,
    use: RoleUse,
    devices: () => Promise<unknown>,
    ends: SpanEnds | undefined
  ): Promise<(series: SeriesId) => PlannedSeries> {
    const { query, panel } = this;
    const { visualization, isCalculated, planRequest, services } = panel;
    const { limits } = services;
    const findRole = (series: SeriesId) => roleOf(series, this.current.devices, limits.tagTypes);
    const meterOf = await this.findMeters();
    const planUntil = (role: TagRole, toEpochMs: EpochMs, meter: Meter | undefined) => {
      const statistics = renderedStatistics(chooseStatistics(query.statistics, role), panel);
      const hasCounterSteps = role === 'counter' && query.statistics.includes('auto');
      const points = hasCounterSteps ? Math.min(planRequest.points, MAX_COUNTER_STEPS) : planRequest.points;
      const window = { ...planRequest.window, toEpochMs };
      const panelPlan = { ...planRequest, window, points };
      const plan = planQuery(query, options, panelPlan, { role, statistics, meter }, limits, this.isCompared);
      return { statistics, plan };
    };
    const plans = new Map<string, ReturnType<typeof planUntil>>();
    const planOnce = (series: SeriesId, role: TagRole) => {
      const toEpochMs = ends?.(series) ?? planRequest.window.toEpochMs;
      const meter = meterOf(series);
      const key = JSON.stringify([role, toEpochMs, meter]);
      const planned = plans.get(key) ?? planUntil(role, toEpochMs, meter);
      plans.set(key, planned);
      return planned;
    };
    // Calculations need no breaks of lines.
    const canHold = use !== 'nothing' && !isCalculated;
    const withHold = (series: SeriesId, planned: ReturnType<typeof planUntil>): PlannedSeries => ({
      ...planned,
      hold: async () => {
        if (!canHold) {
          return undefined;
        }
        await devices();
        const tag = { role: findRole(series), statistics: planned.statistics };
        return planHold(query, options, tag, drawsLines(visualization));
      },
    });
    if (use === 'hold' || use === 'nothing') {
      return (series) => withHold(series, planOnce(series, 'measure'));
    }
    await devices();
    return (series) => withHold(series, planOnce(series, findRole(series)));
  }

  /**
   * When each series is known to end, if that is before the time range ends: with its latest reading.
   * @throws as `requestLatest`
   */
  private async findEnds(series: readonly SeriesId[], signal: AbortSignal): Promise<SpanEnds> {
    const { panel } = this;
    const { fromEpochMs, toEpochMs } = panel.window;
    const ends = new Map<string, EpochMs>();
    try {
      const values = await requestLatest(series, panel.services.latest, this.callContext(signal));
      for (const { device, tag, timeEpochMs = Infinity } of values) {
        if (timeEpochMs > fromEpochMs && timeEpochMs < toEpochMs) {
          // Its last millisecond is part of the span.
          ends.set(seriesKey({ device, tag }), Math.floor(timeEpochMs) + 1);
        }
      }
    } catch (error) {
      // The series say themselves that there is no such device.
      if (!(error instanceof TelemetryError && error.kind === 'notFound')) {
        throw error;
      }
    }
    return (id) => ends.get(seriesKey(id));
  }

  /** What the settings say of the meters of series. */
  private async findMeters(): Promise<(series: SeriesId) => Meter | undefined> {
    const { tagProfiles, limits } = this.panel.services;
    const mayCount = this.query.statistics.some((statistic) => statistic === 'increase' || statistic === 'auto');
    if (!mayCount || limits.tags.every(({ meter }) => meter === undefined)) {
      return () => undefined;
    }
    const profiles = await tagProfiles();
    return (series) => findMeter(profiles, this.current.devices.get(series.device)?.type ?? '', series);
  }

  private report({ notices, error }: ReturnType<typeof reportUnknownNames>): void {
    this.update({ notices: [...this.current.notices, ...notices] });
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

  private callContext(signal: AbortSignal): CallContext {
    return { ...callContext(this.panel, this.query.refId, signal), noCache: this.query.noCache };
  }

  private async runLoads(signal: AbortSignal, onChange: () => void): Promise<void> {
    const context = this.callContext(signal);
    await Promise.all(this.loads.map((load) => load.run(this.panel.services, context, onChange)));
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
          this.panel.services.latest,
          this.callContext(signal)
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
    const context = this.callContext(signal);
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

/** When the span of a series ends; undefined: with the time range. */
type SpanEnds = (series: SeriesId) => EpochMs | undefined;

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
