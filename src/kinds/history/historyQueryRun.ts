import type { DataQueryError, QueryResultMetaNotice } from '@grafana/data';
import { isAbort, TelemetryError } from '../../core/api/telemetryError';
import type { Statistic } from '../../core/history/points/seriesPoints';
import { type SeriesId, seriesKey } from '../../core/inventory/seriesId';
import type { Device } from '../../core/inventory/device';
import type { Meter } from '../../core/inventory/meter';
import { seriesLabels, seriesProfile } from '../../core/inventory/legend';
import { findMeter, noTagSettings } from '../../core/inventory/tagProfile';
import type { TagRole } from '../../core/serverWords';
import type { LatestValue } from '../../core/latest/latestValue';
import { valuesBefore } from '../../core/latest/valuesBefore';
import type { EpochMs } from '../../core/time/window';
import { countingNotices, notUsualNotice, valueNotices } from './frames/historyNotices';
import { canShowLatestReading, chooseStatistics, type HistoryQuery } from './historyQuery';
import { parseDuration } from '../../query/duration';
import { createQueryError, invalidDurationMessage } from '../../grafana/errorMessage';
import { type EmptyStyle, type HistoryRunState, type LatestReadings, loadedShare } from './frames/historyRunState';
import {
  drawsLines,
  isTile,
  keepsTime,
  type PanelContext,
  type QueryContext,
  rendersBands,
} from '../../grafana/query/panelContext';
import {
  type ReadOptions,
  optionsByRole,
  planHold,
  planQuery,
  readOptions,
  readShift,
  type RoleUse,
  roleUse,
} from './planQuery';
import { HistoryLoad, type PlannedSeries } from './historyLoad';
import { readUsualCondition, readUsualTag, type UsualCondition } from './usualCondition';
import { isChosen } from '../../grafana/query/filter/unknownNames';
import { profilesInTime } from '../../grafana/query/filter/filteredInventory';
import { roleOf, unknownMeaningError, unknownMeaningNotice } from '../../grafana/query/filter/knownDevices';
import { requestLatest } from '../../grafana/query/series/requestLatest';
import { nameInErrors, SeriesQueryRun } from '../../grafana/query/series/seriesQueryRun';
import { chosenInstant } from '../../grafana/query/chosenInstant';
import { UserError } from '../../grafana/userError';

/** Executes one history query of a panel. */
export class HistoryQueryRun extends SeriesQueryRun<HistoryQuery, HistoryLoad> {
  private current: Omit<HistoryRunState, 'nowEpochMs' | 'loads' | 'devices' | 'omittedSeries' | 'notices'>;
  private options: ReadOptions | undefined;
  /** As of when the latest readings are; undefined: now. */
  private instant: EpochMs | undefined;
  private naming: Promise<readonly Device[]> | undefined;
  /** The notice if roles are not known, and whether they decide which rows there are. */
  private missingRoles: { readonly notice: QueryResultMetaNotice; readonly decideRows: boolean } | undefined;

  /**
   * @param query normalized, its variables replaced
   * @param isCompared true for either run of a query that compares the time range with an earlier one: both are of spans as long
   */
  constructor(
    query: HistoryQuery,
    panel: QueryContext,
    private readonly isCompared = false
  ) {
    super(query, panel);
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
      tagTypes: services.settings.tagTypes,
      latestReadings: undefined,
      profiles: noTagSettings(),
    };
  }

  get state(): HistoryRunState {
    const { current, unknownRoles, loads, devices, omittedSeries, nameNotices, instant } = this;
    const notices = unknownRoles === undefined ? nameNotices : [unknownRoles.notice, ...nameNotices];
    const nowEpochMs = instant ?? this.panel.services.clock.nowEpochMs();
    return { ...current, loads, devices, omittedSeries, notices, nowEpochMs };
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

  /** Nobody sees the notices where a part of the values is calculated with. */
  override get errors(): DataQueryError[] {
    const { refId } = this.query;
    if (!this.panel.mayBeCalculated) {
      return super.errors;
    }
    const { timeZone } = this.panel;
    const undecided = this.loads.flatMap((load) => {
      const loaded = load.outcome.kind === 'loaded' ? load.outcome.loaded : undefined;
      const notices = [
        ...(loaded?.isOfValues ? valueNotices(loaded, timeZone) : []),
        ...(loaded?.usual ? countingNotices(loaded.usual, timeZone) : []),
      ];
      return notices.map(({ text }) => createQueryError(refId, new UserError(text), nameInErrors(load)));
    });
    const notUsual = this.loads.flatMap((load) => {
      const role = roleOf(load.series, this.devices, this.panel.services.settings.tagTypes);
      const notice = notUsualNotice(this.query, nameInErrors(load), role);
      return notice && load.outcome.kind === 'loaded' ? [createQueryError(refId, new UserError(notice.text))] : [];
    });
    const { unknownRoles } = this;
    const roles = unknownRoles?.decideRows ? [createQueryError(refId, new UserError(unknownRoles.notice.text))] : [];
    return [...super.errors, ...roles, ...undecided, ...notUsual];
  }

  protected readQuery(): void {
    const { staleAfter } = this.query;
    if (this.showsLatest && parseDuration(staleAfter) === undefined) {
      throw new UserError(invalidDurationMessage(staleAfter));
    }
    this.instant = this.showsLatest ? chosenInstant(this.query, this.panel) : undefined;
    this.options = readOptions(this.query, this.panel.services.settings);
    readUsualTag(this.query, '');
  }

  protected async prepare(series: readonly SeriesId[], signal: AbortSignal): Promise<readonly HistoryLoad[]> {
    const { query, panel } = this;
    const chosen = isChosen(query, panel);
    const ends = this.isCompared ? await this.findEnds(series, signal) : undefined;
    const findPlan = await this.findPlans(ends);
    const context = this.fetchContext(signal);
    return series.map(
      (id) =>
        new HistoryLoad(id, findPlan(id), panel.services.clock, chosen, (read, counting) =>
          this.historyOf(read, { ...context, ...counting })
        )
    );
  }

  protected override whileLoading(signal: AbortSignal): () => Promise<void> {
    const { services } = this.panel;
    const requested = this.showsLatest ? this.requestReadings(signal) : undefined;
    const naming = this.findDevices();
    // They are reported when everything else is there.
    requested?.catch(() => undefined);
    naming.catch(() => undefined);
    // Meanwhile, a refresh would go back to an average, which is older.
    this.update({ latestReadings: requested && { ...this.findReadings(this.lastReceived), isLoading: true } });
    const profiling = profilesInTime(services).then((profiles) => this.update({ profiles }));
    return async () => {
      await naming;
      await profiling;
      await this.findLatest(requested, signal);
      await this.findBefore();
    };
  }

  /** The latest readings of the series, or those that were at the instant of the query. */
  private async requestReadings(signal: AbortSignal): Promise<readonly LatestValue[]> {
    const { instant, loads } = this;
    const { latest, history } = this.panel.services;
    const context = this.fetchContext(signal);
    const ids = loads.map(({ series }) => series);
    const values = await requestLatest(ids, latest, context);
    if (instant === undefined) {
      return values;
    }
    const keys = new Set(ids.map(seriesKey));
    const ofSeries = values.filter((value) => keys.has(seriesKey(value)));
    return valuesBefore(ofSeries, instant, history, context);
  }

  private get use(): RoleUse {
    return roleUse(this.query, this.options!, this.panel.services.settings.tags);
  }

  /**
   * The devices as far as they are known.
   * @throws where the values depend on what the tags are, which is not known, see `unknownMeaningError`; and as `loadDevices`
   */
  protected findDevices(): Promise<readonly Device[]> {
    const { query, panel, use } = this;
    const needsRoles = use !== 'nothing' && !(use === 'hold' && panel.isCalculated);
    this.naming ??= this.loadDevices(needsRoles ? 'meaning' : 'names', (because) => {
      if (needsRoles && (use === 'values' || panel.isCalculated)) {
        throw unknownMeaningError(because, optionsByRole(query, this.options!));
      }
      this.missingRoles = needsRoles
        ? { notice: unknownMeaningNotice(because), decideRows: use === 'rows' }
        : undefined;
    });
    return this.naming;
  }

  /** How each series is loaded: waits for what its tag is only where the rows to request depend on it. */
  private async findPlans(ends: SpanEnds | undefined): Promise<(series: SeriesId) => PlannedSeries> {
    const { query, panel, use } = this;
    const options = this.options!;
    const { visualization, isCalculated, planRequest, services } = panel;
    const { settings } = services;
    const findRole = (series: SeriesId) => roleOf(series, this.devices, settings.tagTypes);
    const meterOf = await this.findMeters();
    const planUntil = (role: TagRole, toEpochMs: EpochMs, meter: Meter | undefined) => {
      const statistics = renderedStatistics(chooseStatistics(query.statistics, role), panel);
      const hasCounterSteps = role === 'counter' && query.statistics.includes('auto');
      const points = hasCounterSteps ? Math.min(planRequest.points, MAX_COUNTER_STEPS) : planRequest.points;
      const window = { ...planRequest.window, toEpochMs };
      const panelPlan = { ...planRequest, window, points };
      const plan = planQuery(query, options, panelPlan, { role, statistics, meter }, settings, this.isCompared);
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
        await this.findDevices();
        const tag = { role: findRole(series), statistics: planned.statistics };
        return planHold(query, options, tag, drawsLines(visualization));
      },
    });
    if (use === 'hold' || use === 'nothing') {
      // Any role gives the same rows. So does any meter: for one by the type of a device, `use` is `values`.
      return (series) => withHold(series, planOnce(series, 'measure'));
    }
    await this.findDevices();
    const countingOf = await this.findCounting();
    return (series) => ({
      ...withHold(series, planOnce(series, findRole(series))),
      counting: () => countingOf(series),
    });
  }

  /** Which steps of earlier weeks count for what is usual of a series. */
  private async findCounting(): Promise<(series: SeriesId) => UsualCondition | undefined> {
    const { query, panel, devices } = this;
    const { settings, tagProfiles } = panel.services;
    if (readUsualTag(query, '') === undefined) {
      return () => undefined;
    }
    const profiles = await tagProfiles();
    const terms = {
      holdMs: this.options!.holdMs,
      maxRequests: settings.maxRequestsPerSeries,
      maxRows: settings.maxRowsPerSeries,
    };
    return ({ device }) => {
      const series = readUsualTag(query, device)!;
      const profile = seriesProfile(profiles, seriesLabels(series, devices.get(series.device)));
      return readUsualCondition(query, series, { role: roleOf(series, devices, settings.tagTypes), profile }, terms);
    };
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
      const values = await requestLatest(series, panel.services.latest, this.fetchContext(signal));
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
    const { tagProfiles, settings } = this.panel.services;
    const mayCount = this.query.statistics.some((statistic) => statistic === 'increase' || statistic === 'auto');
    if (!mayCount || settings.tags.every(({ meter }) => meter === undefined)) {
      return () => undefined;
    }
    const profiles = await tagProfiles();
    return (series) => findMeter(profiles, this.devices.get(series.device)?.type ?? '', series);
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
          this.fetchContext(signal)
        ));
      const find = ({ device, tag }: SeriesId) => values.find((value) => value.device === device && value.tag === tag);
      for (const load of empty) {
        const found = find(load.series);
        load.latest = found?.undecided === undefined ? (found ?? 'none') : undefined;
      }
      this.update({ latestReadings: requested && this.findReadings(find) });
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.update({ latestReadings: requested && { ...this.findReadings(this.lastReceived), failure: { error } } });
    }
  }

  /** The latest reading says nothing of a range that was over before it. */
  private async findBefore(): Promise<void> {
    const { window, shift, emptyStyle } = this.current;
    if (shift !== undefined || (emptyStyle !== 'text' && emptyStyle !== 'row')) {
      return;
    }
    const isOver = ({ latest }: HistoryLoad) =>
      latest !== undefined && latest !== 'none' && (latest.timeEpochMs ?? -Infinity) >= window.toEpochMs;
    const over = this.loads.filter((load) => load.isEmpty && load.statistics.includes('avg') && isOver(load));
    await Promise.all(over.map((load) => load.findBefore()));
  }

  private readonly lastReceived = ({ device, tag }: SeriesId) =>
    this.instant === undefined ? this.panel.services.latest.lastReceived(device, tag) : undefined;

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
      asOfEpochMs: this.instant,
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

/**
 * Where a band is not rendered, its edges would be two more values per tag, or none, by the width of the panel. There, and where it is
 * calculated with, what is usual is how far the average is outside of it.
 */
function renderedStatistics(
  statistics: readonly Statistic[],
  { visualization, isCalculated }: PanelContext
): readonly Statistic[] {
  const isGraph = rendersBands(visualization);
  const rendered = statistics.flatMap((statistic): Statistic[] => {
    switch (statistic) {
      case 'band':
        return isGraph ? ['band'] : [];
      case 'usual':
        return [isGraph && !isCalculated ? 'usual' : 'outsideUsual'];
      default:
        return [statistic];
    }
  });
  return rendered.length > 0 ? rendered : ['avg'];
}
