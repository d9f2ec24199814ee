import { type DataFrame, dateTimeFormat, type Field, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Alert, phaseOf } from '../../core/alerts/alert';
import type { EpochMs } from '../../core/time/window';
import { PLAIN_TEXT } from '../../locales/plainText';

/** Everything of an alert frame that does not come from the alerts. */
interface AlertFrameOptions {
  readonly refId: string;
  readonly timeZone: string;
  readonly notices: QueryResultMetaNotice[];
}

/** Alerts as annotation events: regions from start to end, or to `rangeEndEpochMs` for an alert that has not ended. */
export function annotationsFrame(
  alerts: readonly Alert[],
  rangeEndEpochMs: EpochMs,
  options: AlertFrameOptions
): DataFrame {
  return frame(options, alerts.length, [
    field(
      'time',
      FieldType.time,
      alerts.map((alert) => alert.startEpochMs)
    ),
    field(
      'timeEnd',
      FieldType.time,
      alerts.map((alert) => alert.endEpochMs ?? rangeEndEpochMs)
    ),
    field(
      'title',
      FieldType.string,
      alerts.map((alert) => alert.rule)
    ),
    field(
      'text',
      FieldType.string,
      alerts.map((alert) => annotationText(alert, options.timeZone))
    ),
    field('tags', FieldType.other, alerts.map(annotationTags)),
    field(
      'id',
      FieldType.string,
      alerts.map((alert) => alert.id)
    ),
  ]);
}

/** Alerts as a table, newest first. */
export function alertsTableFrame(alerts: readonly Alert[], options: AlertFrameOptions): DataFrame {
  const rows = [...alerts].reverse();
  const column = <T>(name: string, type: FieldType, value: (alert: Alert) => T, displayName: string) =>
    field(name, type, rows.map(value), displayName);
  return frame(options, rows.length, [
    column('start', FieldType.time, (alert) => alert.startEpochMs, t('alerts.start', 'Start')),
    column('end', FieldType.time, (alert) => alert.endEpochMs ?? null, t('alerts.end', 'End')),
    column('severity', FieldType.string, (alert) => alert.severity, t('alerts.severity', 'Severity')),
    column('state', FieldType.string, (alert) => alert.state, t('alerts.state', 'State')),
    column('rule', FieldType.string, (alert) => alert.rule, t('alerts.rule', 'Rule')),
    column('device', FieldType.string, (alert) => alert.device, t('alerts.device', 'Device')),
    column('tag', FieldType.string, (alert) => alert.tag, t('alerts.tag', 'Tag')),
    column(
      'startValue',
      FieldType.number,
      (alert) => alert.startValue ?? null,
      t('alerts.startValue', 'Value at start')
    ),
    column('peakValue', FieldType.number, (alert) => alert.peakValue ?? null, t('alerts.peakValue', 'Peak value')),
    column('opened', FieldType.time, (alert) => alert.openedEpochMs, t('alerts.opened', 'Opened')),
    column(
      'acknowledged',
      FieldType.time,
      (alert) => alert.acknowledgedEpochMs ?? null,
      t('alerts.acknowledged', 'Acknowledged')
    ),
  ]);
}

function annotationText(alert: Alert, timeZone: string): string {
  const parts = [`${alert.device} · ${alert.tag}`];
  if (alert.startValue !== undefined) {
    parts.push(t('alerts.textStartValue', 'at start {{value}}', { value: alert.startValue }));
  }
  if (alert.peakValue !== undefined) {
    parts.push(t('alerts.textPeakValue', 'peak {{value}}', { value: alert.peakValue }));
  }
  if (alert.acknowledgedEpochMs !== undefined) {
    const time = dateTimeFormat(alert.acknowledgedEpochMs, { timeZone });
    parts.push(t('alerts.textAcknowledged', 'acknowledged {{time}}', { time, ...PLAIN_TEXT }));
  }
  if (phaseOf(alert) !== 'ended') {
    parts.push(t('alerts.textOpen', 'not ended'));
  }
  return parts.join(' — ');
}

function annotationTags(alert: Alert): string[] {
  return [alert.severity, alert.state].filter((word) => word !== '');
}

function field<T>(name: string, type: FieldType, values: T[], displayName?: string): Field<T> {
  return { name, type, values, config: displayName === undefined ? {} : { displayNameFromDS: displayName } };
}

function frame(options: AlertFrameOptions, length: number, fields: Field[]): DataFrame {
  return { refId: options.refId, name: options.refId, length, fields, meta: { notices: options.notices } };
}
