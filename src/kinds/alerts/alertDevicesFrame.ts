import type { DataFrame, FieldConfig, QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { acknowledgedAfterMs, phaseOf } from '../../core/alerts/alert';
import { compareNaturally } from '../../core/inventory/inventoryValues';
import { findMeaning, SEVERITY_WORDS } from '../../core/serverWords';
import type { EpochMs, TimeWindow } from '../../core/time/window';
import { COUNT_UNIT } from '../../grafana/frames/grafanaUnit';
import type { NamedAlert } from './namedAlert';
import { numberColumn, tableFrame, textColumn, timeColumn } from '../../grafana/frames/tableFrame';
import { endOf } from './trendLink';

interface AlertDevicesOptions {
  readonly refId: string;
  readonly nowEpochMs: EpochMs;
  readonly window: TimeWindow;
  readonly notices: readonly QueryResultMetaNotice[];
}

/** The alerts of a device; at least one. */
type DeviceAlerts = readonly [NamedAlert, ...NamedAlert[]];

/** A row for each device that has alerts, the one with the most alerts first. */
export function alertDevicesFrame(alerts: readonly NamedAlert[], options: AlertDevicesOptions): DataFrame {
  const { refId, nowEpochMs, window, notices } = options;
  const shownMs = ({ alert }: NamedAlert) =>
    Math.max(
      0,
      Math.min(endOf(alert, nowEpochMs), window.toEpochMs) - Math.max(alert.startEpochMs, window.fromEpochMs)
    );
  const rows = byDevice(alerts).sort(
    (a, b) => b.length - a.length || compareNaturally(a[0].labels.deviceName, b[0].labels.deviceName)
  );
  return tableFrame<DeviceAlerts>(
    rows,
    [
      textColumn('device', t('alerts.device', 'Device'), ([{ labels }]) => labels.deviceName),
      numberColumn('alerts', t('alerts.alerts', 'Alerts'), (own) => own.length, COUNT),
      numberColumn(
        'critical',
        t('alerts.critical', 'Critical'),
        (own) => own.filter(({ alert }) => findMeaning(SEVERITY_WORDS, alert.severity) === 'critical').length,
        COUNT
      ),
      numberColumn(
        'open',
        t('alerts.openNow', 'Open'),
        (own) => own.filter(({ alert }) => phaseOf(alert) !== 'ended').length,
        COUNT
      ),
      numberColumn(
        'duration',
        t('alerts.totalDuration', 'Active time in range'),
        (own) => own.reduce((sum, alert) => sum + shownMs(alert), 0),
        DURATION
      ),
      numberColumn(
        'timeToAcknowledge',
        t('alerts.meanTimeToAcknowledge', 'Mean time to acknowledge'),
        (own) => mean(own.flatMap(({ alert }) => acknowledgedAfterMs(alert) ?? [])),
        DURATION
      ),
      timeColumn('lastStart', t('alerts.lastStart', 'Last start'), (own) =>
        own.reduce((last, { alert }) => Math.max(last, alert.startEpochMs), -Infinity)
      ),
      textColumn('site', t('alerts.site', 'Site'), ([{ labels }]) => labels.site),
      textColumn('area', t('alerts.area', 'Area'), ([{ labels }]) => labels.area),
      textColumn('deviceCode', t('alerts.deviceCode', 'Device code'), ([{ alert }]) => alert.device),
    ],
    { refId, notices }
  );
}

const COUNT: FieldConfig = { unit: COUNT_UNIT, decimals: 0, min: 0 };
const DURATION: FieldConfig = { unit: 'ms', decimals: 1, min: 0 };

function byDevice(alerts: readonly NamedAlert[]): DeviceAlerts[] {
  const groups = new Map<string, [NamedAlert, ...NamedAlert[]]>();
  for (const named of alerts) {
    const group = groups.get(named.alert.device);
    if (group) {
      group.push(named);
    } else {
      groups.set(named.alert.device, [named]);
    }
  }
  return [...groups.values()];
}

/** Undefined for no values. */
function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
