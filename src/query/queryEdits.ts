import { isDuration } from './duration';
import { intervalProblem, offsetProblem, takesOffset } from './interval';
import { isShift } from './shift';
import {
  DEFAULT_ALERTS_QUERY,
  DEFAULT_DEVICES_QUERY,
  DEFAULT_EXPORTS_QUERY,
  DEFAULT_HISTORY_QUERY,
  DEFAULT_LATEST_QUERY,
} from './normalizeQuery';
import { type Fill, type Statistic, STATISTICS } from '../core/history/points/seriesStyle';
import type {
  AlertsQuery,
  DevicesQuery,
  ExportsQuery,
  ExpressionLabels,
  FilteredQuery,
  FilterLists,
  HistoryQuery,
  LatestQuery,
  QueryKind,
  TelemetryQuery,
  UnreadableQuery,
} from './telemetryQuery';

/*
 * Every edit that an editor can make to a query. All are pure: they return a new query and never mutate the saved one.
 * An edit that would make the query invalid returns it unchanged.
 */

/** The defaults of each kind. */
const DEFAULTS = {
  history: DEFAULT_HISTORY_QUERY,
  latest: DEFAULT_LATEST_QUERY,
  alerts: DEFAULT_ALERTS_QUERY,
  devices: DEFAULT_DEVICES_QUERY,
  exports: DEFAULT_EXPORTS_QUERY,
} as const;

/** Changes the kind. The filter stays where the new kind has one; the other fields start at the defaults of the new kind. */
export function changeKind(query: TelemetryQuery | UnreadableQuery, kind: QueryKind): TelemetryQuery {
  if (query.kind === kind) {
    return query;
  }
  const { refId, hide, key, datasource } = query;
  const filter = 'devices' in query && kind !== 'exports' ? filterOf(query) : {};
  return { ...DEFAULTS[kind], refId, hide, key, datasource, ...filter } as TelemetryQuery;
}

function filterOf({ sites, areas, deviceTypes, devices, tags }: FilteredQuery): FilterLists {
  return { sites, areas, deviceTypes, devices, tags };
}

/**
 * Sets one list of the filter. Tags stay even if a new device lacks them: a pair that does not exist is not rendered, and
 * the editor shows a hint.
 */
export function changeFilterList<Q extends FilteredQuery>(
  query: Q,
  field: keyof FilterLists,
  values: readonly string[]
): Q {
  return { ...query, [field]: distinctTexts(values) };
}

/**
 * Sets a valid interval. The offset is cleared if the interval takes none, so that a hidden value does not affect the
 * next interval.
 */
export function changeInterval(query: HistoryQuery, text: string): HistoryQuery {
  if (intervalProblem(text) !== undefined) {
    return query;
  }
  const interval = text.trim();
  return { ...query, interval, offset: takesOffset(interval) ? query.offset : '' };
}

/** Sets an offset that is valid for the interval. */
export function changeOffset(query: HistoryQuery, text: string): HistoryQuery {
  return offsetProblem(text, query.interval) === undefined ? { ...query, offset: text.trim() } : query;
}

/** Sets a valid shift. */
export function changeShift(query: HistoryQuery, text: string): HistoryQuery {
  return isShift(text) ? { ...query, shift: text.trim() } : query;
}

/** Sets the statistics, in the order of `STATISTICS`. At least one stays: without any, nothing is rendered. */
export function changeStatistics(query: HistoryQuery, statistics: readonly Statistic[]): HistoryQuery {
  const ordered = STATISTICS.filter((statistic) => statistics.includes(statistic));
  return ordered.length === 0 ? query : { ...query, statistics: ordered };
}

export function changeFill(query: HistoryQuery, fill: Fill): HistoryQuery {
  return { ...query, fill };
}

export function changeNoCache(query: HistoryQuery, noCache: boolean): HistoryQuery {
  return { ...query, noCache };
}

export function changeLegend<Q extends HistoryQuery | LatestQuery>(query: Q, legend: string): Q {
  return { ...query, legend: legend.trim() };
}

export function changeAlertState(query: AlertsQuery, state: AlertsQuery['state']): AlertsQuery {
  return { ...query, state };
}

export function changeSeverities(query: AlertsQuery, severities: readonly string[]): AlertsQuery {
  return { ...query, severities: distinctTexts(severities) };
}

export function changeRules(query: AlertsQuery, rules: readonly string[]): AlertsQuery {
  return { ...query, rules: distinctTexts(rules) };
}

export function changeAlertFormat(query: AlertsQuery, format: AlertsQuery['format']): AlertsQuery {
  return { ...query, format };
}

export function changeRegionsOnly(query: AlertsQuery, regionsOnly: boolean): AlertsQuery {
  return { ...query, regionsOnly };
}

export function changeSaysNone(query: AlertsQuery, saysNone: boolean): AlertsQuery {
  return { ...query, saysNone };
}

export function changeLatestFormat(query: LatestQuery, format: LatestQuery['format']): LatestQuery {
  return { ...query, format };
}

/** Sets how old a value may be; a text that is no duration is not saved. */
export function changeStaleAfter(query: LatestQuery, text: string): LatestQuery {
  return isDuration(text) ? { ...query, staleAfter: text.trim() } : query;
}

/** Sets how many series are shown at most; anything but a whole number from 1 is not saved. */
export function changeMaxSeries<Q extends HistoryQuery | LatestQuery>(query: Q, maxSeries: number): Q {
  return Number.isSafeInteger(maxSeries) && maxSeries >= 1 && maxSeries !== query.maxSeries
    ? { ...query, maxSeries }
    : query;
}

export function changeExpressionLabels<Q extends HistoryQuery | LatestQuery>(
  query: Q,
  expressionLabels: ExpressionLabels
): Q {
  return { ...query, expressionLabels };
}

/** Sets the time zone for the server, if the query depends on one there. */
export function changeTimeZone(query: TelemetryQuery, timeZone: string | undefined): TelemetryQuery {
  return timeZone !== undefined && (query.kind === 'history' || query.kind === 'alerts') && timeZone !== query.timeZone
    ? { ...query, timeZone }
    : query;
}

export function changeDevicesFormat(query: DevicesQuery, format: DevicesQuery['format']): DevicesQuery {
  return { ...query, format };
}

export function changePerTag(query: DevicesQuery, perTag: boolean): DevicesQuery {
  return { ...query, perTag };
}

export function changeExportStates(query: ExportsQuery, states: readonly string[]): ExportsQuery {
  return { ...query, states: distinctTexts(states) };
}

function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}
