import { intervalProblem, offsetProblem, takesOffset } from './interval';
import { DEFAULT_ALERTS_QUERY, DEFAULT_HISTORY_QUERY } from './normalizeQuery';
import { type Fill, type Statistic, STATISTICS } from '../core/history/points/seriesStyle';
import type { AlertsQuery, HistoryQuery, QueryKind, TelemetryQuery } from './telemetryQuery';

/*
 * Every edit that an editor can make to a query. All are pure: they return a new query and never mutate the saved one.
 * An edit that would make the query invalid returns it unchanged.
 */

/** Changes the kind. Devices and tags stay; the other fields start at the defaults of the new kind. */
export function changeKind(query: TelemetryQuery, kind: QueryKind): TelemetryQuery {
  if (query.kind === kind) {
    return query;
  }
  const { refId, hide, key, datasource, devices, tags } = query;
  const kept = { refId, hide, key, datasource, devices, tags };
  return kind === 'alerts' ? { ...DEFAULT_ALERTS_QUERY, ...kept } : { ...DEFAULT_HISTORY_QUERY, ...kept };
}

/** Tags stay even if a new device lacks them: a pair that does not exist is not rendered, and the editor shows a hint. */
export function changeDevices<Q extends TelemetryQuery>(query: Q, devices: readonly string[]): Q {
  return { ...query, devices: distinctTexts(devices) };
}

export function changeTags<Q extends TelemetryQuery>(query: Q, tags: readonly string[]): Q {
  return { ...query, tags: distinctTexts(tags) };
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

export function changeLegend(query: HistoryQuery, legend: string): HistoryQuery {
  return { ...query, legend: legend.trim() };
}

export function changeAlertState(query: AlertsQuery, state: AlertsQuery['state']): AlertsQuery {
  return { ...query, state };
}

export function changeSeverities(query: AlertsQuery, severities: readonly string[]): AlertsQuery {
  return { ...query, severities: distinctTexts(severities) };
}

function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}
