import type { DataQuery } from '@grafana/schema';
import type { Fill, Statistic } from '../core/history/points/seriesStyle';

/**
 * A saved query. Any text in it may contain template variables (`$device`).
 * `normalizeQuery` turns any saved JSON into one of these and is the only place that applies defaults.
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
  /** `auto`, a level (`raw`, `1m`, `1h`, `1d`), a step such as `5m` or `8h`, or a variable. */
  readonly interval: string;
  /** Local time of day at which steps start, such as `06:00`, or a variable; empty: midnight. Only steps have an offset. */
  readonly offset: string;
  readonly statistics: Statistic[];
  /** How an empty step is rendered. */
  readonly fill: Fill;
  /**
   * Legend template with `{{device}}`, `{{code}}`, `{{tag}}`, `{{name}}`, `{{site}}`, `{{area}}`, `{{unit}}`; empty:
   * “device name · tag name”. Series whose legends are equal get a suffix that tells them apart, such as the device code.
   */
  readonly legend: string;
  /** True: bypasses the cache, so that every refresh requests all data from the server. */
  readonly noCache: boolean;
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

/** The interval that follows the width of the panel. */
export const INTERVAL_AUTO = 'auto';

/** The query of a dashboard variable: the values it lists, filtered by the variables before it. */
export interface VariableQuery extends DataQuery {
  readonly version: 1;
  readonly kind: 'sites' | 'areas' | 'devices' | 'tags';
  /** Only this site; empty, or a variable set to All: every site. */
  readonly site: string;
  readonly area: string;
  /** Only this device type, as the server names it. */
  readonly deviceType: string;
  /** Only this device code, for `tags`; empty: every device that the other filters leave. */
  readonly device: string;
}
