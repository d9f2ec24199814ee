import type { DataQuery } from '@grafana/schema';

/**
 * What a saved query is. It may hold template variables (`$device`) anywhere a text stands.
 * `normalizeQuery` turns whatever was saved into one of these; nothing else in the plugin knows defaults.
 */
export type TelemetryQuery = HistoryQuery | AlertsQuery;

/** Readings of every existing pair of the given devices and tags. */
export interface HistoryQuery extends DataQuery {
  readonly kind: 'history';
  readonly version: 1;
  /** Device codes; a variable may stand for several. */
  readonly devices: string[];
  /** Tag keys; a variable may stand for several. */
  readonly tags: string[];
  /** `auto`, a level, or a step such as `5m`, `8h`, `1d` or a variable. */
  readonly interval: string;
  /** Time of day on the local clock at which steps begin, such as `06:00`, or a variable; empty: midnight. Levels and `auto` have none. */
  readonly offset: string;
  readonly statistics: Statistic[];
  /** How an empty step is drawn. */
  readonly fill: Fill;
  /** Legend template with `{{device}}`, `{{tag}}`, `{{name}}`, `{{site}}`, `{{area}}`, `{{unit}}`; empty: chosen by what differs. */
  readonly legend: string;
  /** True: the server is asked anew for what is in memory already. */
  readonly fresh: boolean;
}

/** Alerts that overlap the time range, as annotations or as a table. */
export interface AlertsQuery extends DataQuery {
  readonly kind: 'alerts';
  readonly version: 1;
  /** Open means not ended: opened or acknowledged. */
  readonly state: 'all' | 'open';
  /** Only these device codes; empty: all. */
  readonly devices: string[];
  /** Only these tag keys; empty: all. */
  readonly tags: string[];
  /** Only these severities, as the server names them; empty: all. */
  readonly severities: string[];
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
  readonly version: 1;
  readonly kind: 'sites' | 'areas' | 'devices' | 'tags';
  /** Site to stay within; empty or a variable on All: every site. */
  readonly site: string;
  readonly area: string;
  /** Device type to stay within, as the server names it. */
  readonly deviceType: string;
  /** Device code, for `tags`; empty: the tags of every device that is left. */
  readonly device: string;
}
