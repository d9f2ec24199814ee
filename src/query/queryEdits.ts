import { intervalProblem } from './intervalProblem';
import { DEFAULT_ALERTS_QUERY, DEFAULT_HISTORY_QUERY } from './normalizeQuery';
import { offsetProblem, takesOffset } from './offsetProblem';
import {
  type AlertsQuery,
  type Fill,
  type HistoryQuery,
  type QueryKind,
  type Statistic,
  STATISTICS,
  type TelemetryQuery,
} from './telemetryQuery';

/*
 * Every change that an editor can make to a query, by name. All are pure: they return a new query and never touch
 * the one that was saved. A change that would leave the query without meaning returns it as it was.
 */

/** Turns a query to another kind; devices and tags stay, what the new kind has beside them starts at its defaults. */
export function changeKind(query: TelemetryQuery, kind: QueryKind): TelemetryQuery {
  if (query.kind === kind) {
    return query;
  }
  const { refId, hide, key, datasource, devices, tags } = query;
  const kept = { refId, hide, key, datasource, devices, tags };
  return kind === 'alerts' ? { ...DEFAULT_ALERTS_QUERY, ...kept } : { ...DEFAULT_HISTORY_QUERY, ...kept };
}

/** Tags stay even where a new device lacks them: a pair that does not exist is not drawn, and the editor says so. */
export function changeDevices<Q extends TelemetryQuery>(query: Q, devices: readonly string[]): Q {
  return { ...query, devices: distinctTexts(devices) };
}

export function changeTags<Q extends TelemetryQuery>(query: Q, tags: readonly string[]): Q {
  return { ...query, tags: distinctTexts(tags) };
}

/**
 * Sets an interval that has no `intervalProblem`; another leaves the query as it was. An offset is forgotten where there
 * are no steps for it to move, so that nothing unseen moves the next ones.
 */
export function changeInterval(query: HistoryQuery, text: string): HistoryQuery {
  if (intervalProblem(text) !== undefined) {
    return query;
  }
  const interval = text.trim();
  return { ...query, interval, offset: takesOffset(interval) ? query.offset : '' };
}

/** Sets an offset that has no `offsetProblem`; another leaves the query as it was. */
export function changeOffset(query: HistoryQuery, text: string): HistoryQuery {
  return offsetProblem(text, query.interval) === undefined ? { ...query, offset: text.trim() } : query;
}

/** Statistics in the order in which they are listed everywhere. One stays at least: without any, nothing is drawn. */
export function changeStatistics(query: HistoryQuery, statistics: readonly Statistic[]): HistoryQuery {
  const chosen = STATISTICS.filter((statistic) => statistics.includes(statistic));
  return chosen.length === 0 ? query : { ...query, statistics: chosen };
}

export function changeFill(query: HistoryQuery, fill: Fill): HistoryQuery {
  return { ...query, fill };
}

/** Whether what is in memory is asked for anew. */
export function changeFresh(query: HistoryQuery, fresh: boolean): HistoryQuery {
  return { ...query, fresh };
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
