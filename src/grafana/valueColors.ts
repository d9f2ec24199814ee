import type { Connection, ExportState, Severity } from '../core/serverWords';

/*
 * The color of each meaning of the server's words: in tables, charts and regions of the plugin, and in its dashboards. Dark
 * enough for the white text that Grafana writes on them, in both themes.
 */

export const RED = '#c4162a';
export const ORANGE = '#a85100';
export const BLUE = '#1f60c4';
export const GREEN = '#2b7524';
/** For what is not known, and for words that only the server knows. */
export const GREY = '#6e6e6e';

type Colors<Meaning extends string> = Readonly<Record<Meaning, string>>;

export const SEVERITY_COLORS: Colors<Severity> = { critical: RED, warning: ORANGE, info: BLUE };
export const CONNECTION_COLORS: Colors<Connection> = { online: GREEN, offline: RED, noData: GREY };
export const EXPORT_STATE_COLORS: Colors<ExportState> = {
  pending: BLUE,
  processing: BLUE,
  ready: GREEN,
  failed: RED,
  expired: GREY,
};

/**
 * The state of Grafana's own alerts that stands for a severity in an annotation layer, whose events cannot have a color of their
 * own: Grafana shows them in red, yellow and grey.
 */
export const ANNOTATION_STATES: Readonly<Record<Severity, string>> = {
  critical: 'alerting',
  warning: 'pending',
  info: 'no_data',
};
