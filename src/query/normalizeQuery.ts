import { type Fill, FILLS, type Statistic, STATISTICS } from '../core/history/points/seriesStyle';
import {
  type AlertsQuery,
  type HistoryQuery,
  INTERVAL_AUTO,
  type TelemetryQuery,
  type VariableQuery,
} from './telemetryQuery';

/** The query of a new panel: only devices and tags are missing. */
export const DEFAULT_HISTORY_QUERY: Omit<HistoryQuery, 'refId'> = {
  kind: 'history',
  version: 1,
  devices: [],
  tags: [],
  interval: INTERVAL_AUTO,
  offset: '',
  statistics: ['avg', 'band'],
  fill: 'gap',
  legend: '',
  noCache: false,
};

export const DEFAULT_ALERTS_QUERY: Omit<AlertsQuery, 'refId'> = {
  kind: 'alerts',
  version: 1,
  state: 'all',
  devices: [],
  tags: [],
  severities: [],
};

export const DEFAULT_VARIABLE_QUERY: VariableQuery = {
  refId: 'variable',
  version: 1,
  kind: 'devices',
  site: '',
  area: '',
  deviceType: '',
  device: '',
};

type Saved = Readonly<Record<string, unknown>>;

/**
 * Turns any saved query, complete or not, into a query of the current version. It never mutates its argument, keeps
 * Grafana's own fields, and replaces unusable values by defaults, so that hand-written and older dashboards still open.
 */
export function normalizeQuery(saved: object): TelemetryQuery {
  const fields: Saved = { ...saved };
  return fields.kind === 'alerts' ? normalizeAlerts(fields) : normalizeHistory(fields);
}

/** The same for the query of a variable, which an older Grafana may have saved as a plain string. */
export function normalizeVariableQuery(saved: unknown): VariableQuery {
  const fields: Saved = typeof saved === 'object' && saved !== null ? { ...saved } : {};
  const kinds: ReadonlyArray<VariableQuery['kind']> = ['sites', 'areas', 'devices', 'tags'];
  return {
    refId: text(fields.refId, DEFAULT_VARIABLE_QUERY.refId),
    version: 1,
    kind: oneOf(fields.kind, kinds, DEFAULT_VARIABLE_QUERY.kind),
    site: text(fields.site, ''),
    area: text(fields.area, ''),
    deviceType: text(fields.deviceType, ''),
    device: text(fields.device, ''),
  };
}

/** A history query can run once it has at least one device and one tag. */
export function isComplete(query: TelemetryQuery): boolean {
  return query.kind === 'alerts' || (query.devices.length > 0 && query.tags.length > 0);
}

function normalizeHistory(saved: Saved): HistoryQuery {
  const statistics = texts(saved.statistics, []).filter((word): word is Statistic =>
    STATISTICS.some((known) => known === word)
  );
  return {
    ...grafanaFields(saved),
    kind: 'history',
    version: 1,
    devices: texts(saved.devices, []),
    tags: texts(saved.tags, []),
    interval: text(saved.interval, DEFAULT_HISTORY_QUERY.interval).trim() || DEFAULT_HISTORY_QUERY.interval,
    offset: text(saved.offset, '').trim(),
    statistics: statistics.length > 0 ? [...new Set(statistics)] : [...DEFAULT_HISTORY_QUERY.statistics],
    fill: oneOf<Fill>(saved.fill, FILLS, DEFAULT_HISTORY_QUERY.fill),
    legend: text(saved.legend, ''),
    // `fresh` is the former name of `noCache`.
    noCache: typeof saved.noCache === 'boolean' ? saved.noCache : saved.fresh === true,
  };
}

function normalizeAlerts(saved: Saved): AlertsQuery {
  return {
    ...grafanaFields(saved),
    kind: 'alerts',
    version: 1,
    state: oneOf(saved.state, ['all', 'open'] as const, 'all'),
    devices: texts(saved.devices, []),
    tags: texts(saved.tags, []),
    severities: texts(saved.severities, []),
  };
}

function grafanaFields(saved: Saved): Pick<HistoryQuery, 'refId' | 'hide' | 'key' | 'queryType' | 'datasource'> {
  return {
    refId: text(saved.refId, 'A'),
    ...(typeof saved.hide === 'boolean' && { hide: saved.hide }),
    ...(typeof saved.key === 'string' && { key: saved.key }),
    ...(typeof saved.queryType === 'string' && { queryType: saved.queryType }),
    ...(typeof saved.datasource === 'object' && { datasource: saved.datasource }),
  };
}

function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** A list of strings. A single string counts as a list of one; empty strings are dropped. */
function texts(value: unknown, otherwise: string[]): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : otherwise;
  return list.filter((item): item is string => typeof item === 'string' && item.trim() !== '');
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.find((known) => known === value) ?? otherwise;
}
