import type { Translate } from '../language.ts';
import { type ColumnOptions, type Panel, type PanelTexts, table, TIME_COLUMN } from '../panels.ts';
import { alerts } from '../queries.ts';

/** The fields of a table of alerts. */
const ALERT_FIELDS = [
  'start',
  'duration',
  'severity',
  'state',
  'rule',
  'device',
  'name',
  'startValue',
  'peakValue',
  'unit',
  'site',
  'area',
  'end',
  'opened',
  'acknowledged',
  'timeToAcknowledge',
  'waited',
  'deviceCode',
  'tag',
] as const;

type AlertColumns = Readonly<Partial<Record<(typeof ALERT_FIELDS)[number], ColumnOptions>>>;

/** What every table of the alerts of a time range shows. */
export const RANGE_ALERT_COLUMNS: AlertColumns = {
  start: TIME_COLUMN,
  duration: { width: 105 },
  severity: { width: 94 },
  state: { width: 112 },
  rule: { minWidth: 110, wraps: true },
};

interface AlertsTableOptions {
  /** The fields to show. */
  readonly columns: AlertColumns;
  /** What the table says when nothing arrives. */
  readonly unknown: string;
}

export function alertsTable(
  texts: PanelTexts,
  filter: Parameters<typeof alerts>[0],
  { columns, unknown }: AlertsTableOptions
): Panel {
  return table(texts, alerts({ saysNone: true, ...filter }), {
    columns,
    hidden: ALERT_FIELDS.filter((field) => !(field in columns)),
    unknown,
  });
}

export function alertsUnknown(t: Translate): string {
  return t('alerts.unknown');
}
