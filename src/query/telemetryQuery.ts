import { type DataQuery } from '@grafana/schema';

/**
 * What a saved query is. It may hold template variables (`$device`) anywhere a text stands.
 * `normalizeQuery` turns whatever was saved into one of these; nothing else in the plugin knows defaults.
 */
export type TelemetryQuery = HistoryQuery | AlertsQuery;

/** Readings of every existing pair of the given devices and tags. */
export interface HistoryQuery extends DataQuery {
  kind: 'history';
  version: 1;
  /** Device codes; a variable may stand for several. */
  devices: string[];
  /** Tag keys; a variable may stand for several. */
  tags: string[];
  /** `auto`, a level, or a step such as `5m`, `8h`, `1d` or a variable. */
  interval: string;
  /** Time of day on the local clock at which steps begin, such as `06:00`, or a variable; empty: midnight. Levels and `auto` have none. */
  offset: string;
  statistics: Statistic[];
  /** How an empty step is drawn. */
  fill: Fill;
  /** Legend template with `{{device}}`, `{{tag}}`, `{{name}}`, `{{site}}`, `{{area}}`, `{{unit}}`; empty: chosen by what differs. */
  legend: string;
  /** True: the server is asked anew for what is in memory already. */
  fresh: boolean;
}

/** Alerts that overlap the time range, as annotations or as a table. */
export interface AlertsQuery extends DataQuery {
  kind: 'alerts';
  version: 1;
  /** Open means not ended: opened or acknowledged. */
  state: 'all' | 'open';
  /** Only these device codes; empty: all. */
  devices: string[];
  /** Only these tag keys; empty: all. */
  tags: string[];
  /** Only these severities, as the server names them; empty: all. */
  severities: string[];
}

export type QueryKind = TelemetryQuery['kind'];

/** `band` draws the area from min to max around the average. */
export type Statistic = 'avg' | 'band' | 'min' | 'max' | 'range' | 'n';
export const STATISTICS: readonly Statistic[] = ['avg', 'band', 'min', 'max', 'range', 'n'];

/** `gap` breaks the line; the others say how to go on over an empty step. */
export type Fill = 'gap' | 'null' | 'previous' | 'linear';
export const FILLS: readonly Fill[] = ['gap', 'null', 'previous', 'linear'];

/** The interval that lets the panel's width decide. */
export const INTERVAL_AUTO = 'auto';

/** A query variable: the list that fills a drop-down, narrowed by the ones before it. */
export interface VariableQuery extends DataQuery {
  version: 1;
  kind: 'sites' | 'areas' | 'devices' | 'tags';
  /** Site to stay within; empty or a variable on All: every site. */
  site: string;
  area: string;
  /** Device type to stay within, as the server names it. */
  deviceType: string;
  /** Device code, for `tags`; empty: the tags of every device that is left. */
  device: string;
}
