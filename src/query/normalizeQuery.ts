import { type Fill, FILLS, type Statistic, STATISTICS } from '../core/history/points/seriesStyle';
import { migrateQuery } from './migrateQuery';
import {
  type AlertsQuery,
  type DevicesQuery,
  EXPRESSION_LABELS,
  type ExportsQuery,
  type FilterLists,
  type HistoryQuery,
  INTERVAL_AUTO,
  type LatestQuery,
  QUERY_VERSION,
  type TelemetryQuery,
  type UnreadableQuery,
  VARIABLE_KINDS,
  type VariableQuery,
} from './telemetryQuery';

/** A chart with more series cannot be read, and each of them costs requests. */
const DEFAULT_MAX_SERIES = 50;

const NO_FILTER: FilterLists = { sites: [], areas: [], deviceTypes: [], devices: [], tags: [] };

/** The query of a new panel: only devices and tags are missing. */
export const DEFAULT_HISTORY_QUERY: Omit<HistoryQuery, 'refId'> = {
  kind: 'history',
  version: QUERY_VERSION,
  ...NO_FILTER,
  interval: INTERVAL_AUTO,
  offset: '',
  statistics: ['avg', 'band'],
  fill: 'gap',
  shift: '',
  legend: '',
  maxSeries: DEFAULT_MAX_SERIES,
  expressionLabels: 'tag',
  noCache: false,
};

export const DEFAULT_LATEST_QUERY: Omit<LatestQuery, 'refId'> = {
  kind: 'latest',
  version: QUERY_VERSION,
  ...NO_FILTER,
  format: 'auto',
  staleAfter: '15m',
  legend: '',
  maxSeries: DEFAULT_MAX_SERIES,
  expressionLabels: 'tag',
};

export const DEFAULT_ALERTS_QUERY: Omit<AlertsQuery, 'refId'> = {
  kind: 'alerts',
  version: QUERY_VERSION,
  ...NO_FILTER,
  state: 'all',
  severities: [],
  rules: [],
  format: 'auto',
  regionsOnly: false,
  saysNone: false,
};

export const DEFAULT_DEVICES_QUERY: Omit<DevicesQuery, 'refId'> = {
  kind: 'devices',
  version: QUERY_VERSION,
  ...NO_FILTER,
  format: 'table',
  perTag: false,
};

export const DEFAULT_EXPORTS_QUERY: Omit<ExportsQuery, 'refId'> = {
  kind: 'exports',
  version: QUERY_VERSION,
  states: [],
  exportId: '',
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
 * Only a query that means something this version does not know stays unreadable: it must not become another query.
 */
export function normalizeQuery(saved: object): TelemetryQuery | UnreadableQuery {
  const migrated = migrateQuery({ ...saved });
  if (migrated.kind === 'newerVersion') {
    return unreadable({ ...saved }, 'newerVersion', String(migrated.version));
  }
  const { fields } = migrated;
  switch (fields.kind) {
    case undefined:
    case 'history':
      return normalizeHistory(fields);
    case 'latest':
      return normalizeLatest(fields);
    case 'alerts':
      return normalizeAlerts(fields);
    case 'devices':
      return {
        ...grafanaFields(fields),
        ...DEFAULT_DEVICES_QUERY,
        ...filterOf(fields),
        format: oneOf(fields.format, ['table', 'count'] as const, DEFAULT_DEVICES_QUERY.format),
        perTag: fields.perTag === true,
      };
    case 'exports':
      return {
        ...grafanaFields(fields),
        ...DEFAULT_EXPORTS_QUERY,
        states: texts(fields.states, []),
        exportId: text(fields.exportId, '').trim(),
      };
    default:
      return unreadable(fields, 'unknownKind', JSON.stringify(fields.kind));
  }
}

function unreadable(saved: Saved, kind: UnreadableQuery['problem']['kind'], found: string): UnreadableQuery {
  return { ...grafanaFields(saved), kind: 'unreadable', problem: { kind, found } };
}

/** The same for the query of a variable, which an older Grafana may have saved as a plain string. */
export function normalizeVariableQuery(saved: unknown): VariableQuery {
  const fields: Saved = typeof saved === 'object' && saved !== null ? { ...saved } : {};
  return {
    refId: text(fields.refId, DEFAULT_VARIABLE_QUERY.refId),
    version: 1,
    kind: oneOf(fields.kind, VARIABLE_KINDS, DEFAULT_VARIABLE_QUERY.kind),
    site: text(fields.site, ''),
    area: text(fields.area, ''),
    deviceType: text(fields.deviceType, ''),
    device: text(fields.device, ''),
  };
}

/** What a history query still needs before it can run. The other kinds need nothing. */
export function missingFields(query: TelemetryQuery): ReadonlyArray<'devices' | 'tags'> {
  if (query.kind !== 'history') {
    return [];
  }
  const { sites, areas, deviceTypes, devices, tags } = query;
  const selectsDevices = [sites, areas, deviceTypes, devices].some((list) => list.length > 0);
  return [...(selectsDevices ? [] : (['devices'] as const)), ...(tags.length > 0 ? [] : (['tags'] as const))];
}

export function isComplete(query: TelemetryQuery): boolean {
  return missingFields(query).length === 0;
}

function normalizeHistory(saved: Saved): HistoryQuery {
  const statistics = texts(saved.statistics, []).filter((word): word is Statistic =>
    STATISTICS.some((known) => known === word)
  );
  return {
    ...grafanaFields(saved),
    ...DEFAULT_HISTORY_QUERY,
    ...filterOf(saved),
    interval: text(saved.interval, DEFAULT_HISTORY_QUERY.interval).trim() || DEFAULT_HISTORY_QUERY.interval,
    offset: text(saved.offset, '').trim(),
    statistics: statistics.length > 0 ? [...new Set(statistics)] : [...DEFAULT_HISTORY_QUERY.statistics],
    fill: oneOf<Fill>(saved.fill, FILLS, DEFAULT_HISTORY_QUERY.fill),
    shift: text(saved.shift, '').trim(),
    legend: text(saved.legend, ''),
    maxSeries: countOf(saved.maxSeries, DEFAULT_MAX_SERIES),
    expressionLabels: oneOf(saved.expressionLabels, EXPRESSION_LABELS, 'tag'),
    noCache: saved.noCache === true,
  };
}

function normalizeLatest(saved: Saved): LatestQuery {
  return {
    ...grafanaFields(saved),
    ...DEFAULT_LATEST_QUERY,
    ...filterOf(saved),
    format: oneOf(saved.format, ['auto', 'table', 'series', 'age', 'count'] as const, DEFAULT_LATEST_QUERY.format),
    staleAfter: text(saved.staleAfter, '').trim() || DEFAULT_LATEST_QUERY.staleAfter,
    legend: text(saved.legend, ''),
    maxSeries: countOf(saved.maxSeries, DEFAULT_MAX_SERIES),
    expressionLabels: oneOf(saved.expressionLabels, EXPRESSION_LABELS, 'tag'),
  };
}

/** The query of an annotation, which is always about alerts, whatever its saved kind. */
export function normalizeAlertsQuery(saved: object): AlertsQuery {
  const migrated = migrateQuery({ ...saved });
  return normalizeAlerts(migrated.kind === 'fields' ? migrated.fields : {});
}

function normalizeAlerts(saved: Saved): AlertsQuery {
  return {
    ...grafanaFields(saved),
    ...DEFAULT_ALERTS_QUERY,
    ...filterOf(saved),
    state: oneOf(saved.state, ['all', 'open'] as const, 'all'),
    severities: texts(saved.severities, []),
    rules: texts(saved.rules, []),
    format: oneOf(saved.format, ALERT_FORMATS, DEFAULT_ALERTS_QUERY.format),
    regionsOnly: saved.regionsOnly === true,
    saysNone: saved.saysNone === true,
  };
}

const ALERT_FORMATS = ['auto', 'table', 'count', 'devices', 'annotations'] as const;

function filterOf(saved: Saved): FilterLists {
  return {
    sites: texts(saved.sites, []),
    areas: texts(saved.areas, []),
    deviceTypes: texts(saved.deviceTypes, []),
    devices: texts(saved.devices, []),
    tags: texts(saved.tags, []),
  };
}

function countOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : otherwise;
}

function grafanaFields(
  saved: Saved
): Pick<HistoryQuery, 'refId' | 'hide' | 'key' | 'queryType' | 'datasource' | 'timeZone'> {
  return {
    refId: text(saved.refId, 'A'),
    ...(typeof saved.hide === 'boolean' && { hide: saved.hide }),
    ...(typeof saved.key === 'string' && { key: saved.key }),
    ...(typeof saved.queryType === 'string' && { queryType: saved.queryType }),
    ...(typeof saved.datasource === 'object' && { datasource: saved.datasource }),
    ...(typeof saved.timeZone === 'string' && { timeZone: saved.timeZone }),
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
