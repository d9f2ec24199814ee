import type { DataQuery } from '@grafana/schema';
import type { Fill, Statistic } from '../core/history/points/seriesStyle';

/**
 * A saved query. Any text in it may contain template variables (`$device`).
 * `normalizeQuery` turns any saved JSON into one of these and is the only place that applies defaults.
 */
export type TelemetryQuery = HistoryQuery | LatestQuery | AlertsQuery | DevicesQuery | ExportsQuery;

/** What all queries have in common. */
interface SavedQuery extends DataQuery {
  readonly version: typeof QUERY_VERSION;
  /**
   * IANA time zone for the server, where there is no dashboard: that of the dashboard when the query was edited, or when Grafana
   * took it out of its dashboard, for an alert rule or an expression. In the browser, that of the dashboard counts.
   */
  readonly timeZone?: string;
}

/** The version that this plugin saves; `migrateQuery` reads the earlier ones. */
export const QUERY_VERSION = 2;

/** A query about the series of the inventory. */
export type FilteredQuery = SavedQuery & FilterLists;

/**
 * The filter of a query. In each list: exact values, patterns with `*`, regular expressions between slashes, and variables,
 * which may stand for several values; empty: all.
 */
export interface FilterLists {
  readonly sites: string[];
  readonly areas: string[];
  readonly deviceTypes: string[];
  /** Device codes. */
  readonly devices: string[];
  /** Tag keys. */
  readonly tags: string[];
}

/** Readings of every existing pair of the given devices and tags. */
export interface HistoryQuery extends FilteredQuery {
  readonly kind: 'history';
  /** `auto`, a level (`raw`, `1m`, `1h`, `1d`), a step such as `5m` or `8h`, `range` (one step), or a variable. */
  readonly interval: string;
  /** Local time of day at which steps start, such as `06:00`, or a variable; empty: midnight. Only steps have an offset. */
  readonly offset: string;
  readonly statistics: Statistic[];
  /** How an empty step is rendered. */
  readonly fill: Fill;
  /** How much earlier the data is from, such as `1d`, `1w` or `1M`, or a variable; empty: not shifted. */
  readonly shift: string;
  /**
   * Legend template with `{{device}}`, `{{code}}`, `{{tag}}`, `{{name}}`, `{{site}}`, `{{area}}`, `{{unit}}`, `{{shift}}` and
   * variables; empty: “device name · tag name”. A shift that it does not name follows in brackets. Series whose legends are
   * equal get a suffix that distinguishes them, such as the device code.
   */
  readonly legend: string;
  /** At most this many series are shown; a notice reports the others. For alert rules and expressions, more are an error. */
  readonly maxSeries: number;
  readonly expressionLabels: ExpressionLabels;
  /** True: bypasses the cache, so that every refresh requests all data from the server. */
  readonly noCache: boolean;
}

/** The latest value of every tag that passes the filter. */
export interface LatestQuery extends FilteredQuery {
  readonly kind: 'latest';
  /**
   * `auto`: a table in table panels and Explore, one value per tag elsewhere. `age`: how old each value is, in seconds. `count`:
   * how many tags are current, stale and without any reading.
   */
  readonly format: 'auto' | 'table' | 'series' | 'age' | 'count';
  /** A value older than this is stale, such as `15m`, or a variable. */
  readonly staleAfter: string;
  /** As for history; `{{age}}` is how old the value is, such as “12 s ago”. */
  readonly legend: string;
  /** At most this many values are shown one by one; a table shows all. */
  readonly maxSeries: number;
  readonly expressionLabels: ExpressionLabels;
}

/**
 * The labels of series for alert rules and expressions on the server. `tag`: all of them. `device`: without tag and its name, so
 * that Math can combine two queries of different tags for each device.
 */
export type ExpressionLabels = (typeof EXPRESSION_LABELS)[number];
export const EXPRESSION_LABELS = ['tag', 'device'] as const;

/** Alerts that overlap the time range, as annotations, as a table, or counted. */
export interface AlertsQuery extends FilteredQuery {
  readonly kind: 'alerts';
  /** Open means not ended: opened or acknowledged. */
  readonly state: 'all' | 'open';
  /** Only these severities, as the server names them; empty: all. */
  readonly severities: string[];
  /** Only the alerts of these rules; empty: all. */
  readonly rules: string[];
  /**
   * `auto`: a table where a list can be seen, `count` elsewhere. `table`: a table, but in panels that show values in time.
   * `count`: the number of active alerts per step and severity.
   * `devices`: a table of the devices, the one with the most alerts first. `annotations`: events over the other queries of the
   * panel.
   */
  readonly format: 'auto' | 'table' | 'count' | 'devices' | 'annotations';
  /** As annotations: only alerts that last long enough to be seen as a region. */
  readonly regionsOnly: boolean;
  /** As a table in a table panel: a cell that says so when it is known that there is no alert, rather than no rows. */
  readonly saysNone: boolean;
}

/** The inventory. */
export interface DevicesQuery extends FilteredQuery {
  readonly kind: 'devices';
  /** `count`: how many devices are online, offline and without data. */
  readonly format: 'table' | 'count';
  /** In a table, a row for each tag of a device rather than for each device. */
  readonly perTag: boolean;
}

/** The exports that were requested with the API key. */
export interface ExportsQuery extends SavedQuery {
  readonly kind: 'exports';
  /** Only these states, as the server names them; empty: all. */
  readonly states: string[];
  /** Only the export with this id; empty: all. */
  readonly exportId: string;
}

export type QueryKind = TelemetryQuery['kind'];
export const QUERY_KINDS: readonly QueryKind[] = ['history', 'latest', 'alerts', 'devices', 'exports'];

/** A saved query that this version of the plugin cannot read. */
export interface UnreadableQuery extends DataQuery {
  readonly kind: 'unreadable';
  /** The saved kind that is unknown, or the version that is newer than this plugin's. */
  readonly problem: { readonly kind: 'unknownKind' | 'newerVersion'; readonly found: string };
}

/** The interval that follows the width of the panel. */
export const INTERVAL_AUTO = 'auto';
/** The interval that is as long as the time range, whatever its ends are. */
export const INTERVAL_RANGE = 'range';

/** The query of a dashboard variable: the values it lists, filtered by the variables before it. */
export interface VariableQuery extends DataQuery {
  readonly version: 1;
  readonly kind: VariableKind;
  /** Only this site; empty, or a variable set to All: every site. */
  readonly site: string;
  readonly area: string;
  /** Only this device type, as the server names it. */
  readonly deviceType: string;
  /** Only this device code, for `tags` and `units`; empty: every device that the other filters leave. */
  readonly device: string;
}

/** Severities and rules come from the alerts of the time range, everything else from the inventory. */
export const VARIABLE_KINDS = [
  'sites',
  'areas',
  'deviceTypes',
  'devices',
  'tags',
  'units',
  'severities',
  'rules',
] as const;
export type VariableKind = (typeof VARIABLE_KINDS)[number];
