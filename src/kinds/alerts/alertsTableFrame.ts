import type { DataFrame, FieldConfig, QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { acknowledgedAfterMs } from '../../core/alerts/alert';
import type { EpochMs } from '../../core/time/window';
import type { AlertsQuery } from './alertsQuery';
import { commonUnit } from '../../grafana/frames/grafanaUnit';
import type { NamedAlert } from './namedAlert';
import { numberColumn, tableFrame, textColumn, timeColumn } from '../../grafana/frames/tableFrame';
import { endOf, trendLink, trendUrl } from './trendLink';
import { alertStateLabels, severityLabels, valueMappingConfig } from '../../grafana/frames/valueLabels';

interface AlertsTableOptions {
  readonly refId: string;
  readonly nowEpochMs: EpochMs;
  /** For links to Explore. */
  readonly dataSourceUid: string;
  readonly notices: readonly QueryResultMetaNotice[];
}

/**
 * Alerts as a table, newest first.
 * @param alerts ascending by start
 */
export function alertsTableFrame(alerts: readonly NamedAlert[], options: AlertsTableOptions): DataFrame {
  const { refId, nowEpochMs, notices } = options;
  const rows = [...alerts].reverse();
  const unit = commonUnit(rows.map(({ labels }) => labels.unit));
  return tableFrame<NamedAlert>(
    rows,
    [
      timeColumn('start', t('alerts.start', 'Start'), ({ alert }) => alert.startEpochMs),
      numberColumn(
        'duration',
        t('alerts.duration', 'Duration'),
        ({ alert }) => endOf(alert, nowEpochMs) - alert.startEpochMs,
        DURATION
      ),
      textColumn(
        'severity',
        t('alerts.severity', 'Severity'),
        ({ alert }) => alert.severity,
        valueMappingConfig(severityLabels())
      ),
      textColumn(
        'state',
        t('alerts.state', 'State'),
        ({ alert }) => alert.state,
        valueMappingConfig(alertStateLabels())
      ),
      textColumn('rule', t('alerts.rule', 'Rule'), ({ alert }) => alert.rule, {
        links: [trendLink()],
      }),
      textColumn('device', t('alerts.device', 'Device'), ({ labels }) => labels.deviceName),
      textColumn('name', t('alerts.tag', 'Tag'), ({ labels }) => labels.name),
      numberColumn('startValue', t('alerts.startValue', 'Value at start'), ({ alert }) => alert.startValue, unit),
      numberColumn('peakValue', t('alerts.peakValue', 'Peak value'), ({ alert }) => alert.peakValue, unit),
      textColumn('unit', t('alerts.unit', 'Unit'), ({ labels }) => labels.unit),
      textColumn('site', t('alerts.site', 'Site'), ({ labels }) => labels.site),
      textColumn('area', t('alerts.area', 'Area'), ({ labels }) => labels.area),
      timeColumn('end', t('alerts.end', 'End'), ({ alert }) => alert.endEpochMs),
      timeColumn('opened', t('alerts.opened', 'Opened'), ({ alert }) => alert.openedEpochMs),
      timeColumn('acknowledged', t('alerts.acknowledged', 'Acknowledged'), ({ alert }) => alert.acknowledgedEpochMs),
      numberColumn(
        'timeToAcknowledge',
        t('alerts.timeToAcknowledge', 'Time to acknowledge'),
        ({ alert }) => acknowledgedAfterMs(alert),
        DURATION
      ),
      textColumn('deviceCode', t('alerts.deviceCode', 'Device code'), ({ alert }) => alert.device),
      textColumn('tag', t('alerts.tagKey', 'Tag key'), ({ alert }) => alert.tag),
      textColumn(
        'trendUrl',
        t('alerts.trendUrl', 'Link to the trend'),
        ({ alert }) => trendUrl(alert, options),
        HIDDEN
      ),
    ],
    { refId, notices }
  );
}

/** Says that it is known that there is no alert. It has none of the columns of alerts, which hold alerts only. */
export function noAlertsFrame(state: AlertsQuery['state'], refId: string): DataFrame {
  const text =
    state === 'open' ? t('alerts.noneOpen', 'No open alerts') : t('alerts.noneInRange', 'No alerts in the time range');
  return tableFrame([text], [textColumn('none', t('alerts.alerts', 'Alerts'), (none) => none)], { refId, notices: [] });
}

const DURATION: FieldConfig = { unit: 'ms', decimals: 1, min: 0 };
const HIDDEN: FieldConfig = { custom: { hidden: true, hideFrom: { viz: true, legend: true, tooltip: true } } };
