import type { DataFrame, FieldConfig } from '@grafana/data';
import { t } from '@grafana/i18n';
import { acknowledgedAfterMs, type Alert, compareSeverity, findPhase, waitedMs } from '../../../core/alerts/alert';
import { isUnattended } from '../../../core/alerts/alarmPerformance';
import { type Group, groupBy } from '../../../core/alerts/groupBy';
import type { TagProfile } from '../../../core/inventory/tagProfile';
import type { SeriesLabels } from '../../../core/inventory/legend';
import { compareNaturally } from '../../../core/inventory/inventoryValues';
import { median } from '../../../core/quantiles';
import { findMeaning, SEVERITY_WORDS } from '../../../core/serverWords';
import { type EpochMs, mergeWindows, type TimeWindow, windowMs } from '../../../core/time/window';
import { COUNT_UNIT, commonUnit } from '../../../grafana/frames/grafanaUnit';
import type { FrameNotices } from '../../../grafana/frames/notices';
import { commonStates, stateText } from '../../../grafana/frames/tagConfig';
import { durationColumn, numberColumn, tableFrame, textColumn, timeColumn } from '../../../grafana/frames/tableFrame';
import { alertStateConfig, severityLabels, valueMappingConfig } from '../../../grafana/frames/valueLabels';
import type { AlertsQuery } from '../alertsQuery';
import { alertEndEpochMs, createTrendAddress, trendLink } from './trendLink';

/** An alert with the names of its series. */
export interface NamedAlert {
  readonly alert: Alert;
  readonly labels: SeriesLabels;
  /** What is known about the values of its tag. */
  readonly profile: TagProfile;
}

const COUNT: FieldConfig = { unit: COUNT_UNIT, decimals: 0, min: 0 };

interface AlertsTableOptions {
  readonly refId: string;
  readonly nowEpochMs: EpochMs;
  readonly state: AlertsQuery['state'];
  /** For links to Explore. */
  readonly dataSourceUid: string;
  readonly notices: FrameNotices;
}

/**
 * Alerts as a table, newest first; only the open ones, the most severe before the others.
 * @param alerts ascending by start
 */
export function alertsTableFrame(alerts: readonly NamedAlert[], options: AlertsTableOptions): DataFrame {
  const { refId, state, nowEpochMs, notices } = options;
  const newestFirst = [...alerts].reverse();
  const rows = state === 'open' ? newestFirst.sort((a, b) => compareSeverity(a.alert, b.alert)) : newestFirst;
  const states = commonStates(rows.map(({ profile }) => profile));
  const values = { ...commonUnit(rows.map(({ labels }) => labels.unit)), ...states.config };
  const stateColumn = (name: string, title: string, value: (alert: Alert) => number | undefined) =>
    states.isMixed
      ? [textColumn<NamedAlert>(name, title, ({ alert, profile }) => stateText(profile, value(alert)))]
      : [];
  const trendAddress = createTrendAddress(options);
  return tableFrame<NamedAlert>(
    rows,
    [
      timeColumn('start', t('alerts.start', 'Start'), ({ alert }) => alert.startEpochMs),
      durationColumn(
        'duration',
        t('alerts.duration', 'Duration'),
        ({ alert }) => alertEndEpochMs(alert, nowEpochMs) - alert.startEpochMs
      ),
      textColumn(
        'severity',
        t('alerts.severity', 'Severity'),
        ({ alert }) => alert.severity,
        valueMappingConfig(severityLabels())
      ),
      textColumn('state', t('alerts.state', 'State'), ({ alert }) => alert.state, alertStateConfig()),
      timeColumn('acknowledged', t('alerts.acknowledged', 'Acknowledged'), ({ alert }) => alert.acknowledgedEpochMs),
      textColumn('rule', t('alerts.rule', 'Rule'), ({ alert }) => alert.rule, {
        links: [trendLink()],
      }),
      textColumn('device', t('alerts.device', 'Device'), ({ labels }) => labels.deviceName),
      textColumn('name', t('alerts.tag', 'Tag'), ({ labels }) => labels.name),
      numberColumn('startValue', t('alerts.startValue', 'Value at start'), ({ alert }) => alert.startValue, values),
      ...stateColumn('startState', t('alerts.startState', 'State at start'), ({ startValue }) => startValue),
      numberColumn('peakValue', t('alerts.peakValue', 'Peak value'), ({ alert }) => alert.peakValue, values),
      ...stateColumn('peakState', t('alerts.peakState', 'Peak state'), ({ peakValue }) => peakValue),
      textColumn('unit', t('alerts.unit', 'Unit'), ({ labels }) => labels.unit),
      textColumn('site', t('alerts.site', 'Site'), ({ labels }) => labels.site),
      textColumn('area', t('alerts.area', 'Area'), ({ labels }) => labels.area),
      timeColumn('end', t('alerts.end', 'End'), ({ alert }) => alert.endEpochMs),
      timeColumn('opened', t('alerts.opened', 'Opened'), ({ alert }) => alert.openedEpochMs),
      durationColumn('timeToAcknowledge', t('alerts.timeToAcknowledge', 'Time to acknowledge'), ({ alert }) =>
        acknowledgedAfterMs(alert)
      ),
      durationColumn('waited', t('alerts.waited', 'Waited for acknowledgement'), ({ alert }) =>
        waitedMs(alert, nowEpochMs)
      ),
      textColumn('deviceCode', t('alerts.deviceCode', 'Device code'), ({ alert }) => alert.device),
      textColumn('tag', t('alerts.tagKey', 'Tag key'), ({ alert }) => alert.tag),
      textColumn('trendUrl', t('alerts.trendUrl', 'Link to the trend'), ({ alert }) => trendAddress(alert), HIDDEN),
    ],
    { refId, notices }
  );
}

/** Says that it is known that there is no alert. */
export function noAlertsFrame(state: AlertsQuery['state'], refId: string): DataFrame {
  const text =
    state === 'open' ? t('alerts.noneOpen', 'No open alerts') : t('alerts.noneInRange', 'No alerts in the time range');
  return noneFrame(text, refId);
}

/** One cell. It has none of the columns of what there could be, which hold that only. */
export function noneFrame(text: string, refId: string): DataFrame {
  return tableFrame([text], [textColumn('none', t('alerts.alerts', 'Alerts'), (none) => none)], { refId, notices: [] });
}

const HIDDEN: FieldConfig = { custom: { hidden: true, hideFrom: { viz: true, legend: true, tooltip: true } } };

interface AlertGroupsOptions {
  readonly refId: string;
  readonly nowEpochMs: EpochMs;
  readonly window: TimeWindow;
  readonly notices: FrameNotices;
}

export type AlertGroup = Group<NamedAlert>;

/** A row for each device that has alerts, the one with the most alerts first. */
export function alertDevicesFrame(alerts: readonly NamedAlert[], options: AlertGroupsOptions): DataFrame {
  const rows = mostAlertsFirst(
    [...groupBy(alerts, ({ alert }) => alert.device).values()],
    ([{ labels }]) => labels.deviceName
  );
  return tableFrame<AlertGroup>(
    rows,
    [
      textColumn('device', t('alerts.device', 'Device'), ([{ labels }]) => labels.deviceName),
      ...groupColumns(options),
      textColumn('site', t('alerts.site', 'Site'), ([{ labels }]) => labels.site),
      textColumn('area', t('alerts.area', 'Area'), ([{ labels }]) => labels.area),
      textColumn('deviceCode', t('alerts.deviceCode', 'Device code'), ([{ alert }]) => alert.device),
    ],
    options
  );
}

/**
 * A row for each rule that has alerts, the one with the most alerts first. Many short alerts that end before anybody acknowledges them are
 * those of a rule that should be changed.
 */
export function alertRulesFrame(alerts: readonly NamedAlert[], options: AlertGroupsOptions): DataFrame {
  const rows = mostAlertsFirst([...groupBy(alerts, ({ alert }) => alert.rule).values()], ([{ alert }]) => alert.rule);
  return tableFrame<AlertGroup>(
    rows,
    [
      textColumn('rule', t('alerts.rule', 'Rule'), ([{ alert }]) => alert.rule),
      ...groupColumns(options),
      numberColumn('devices', t('alerts.devices', 'Devices'), (group) => deviceCodes(group).size, COUNT),
      numberColumn(
        'unattended',
        t('alerts.unattended', 'Ended unacknowledged'),
        (group) => group.filter(({ alert }) => isUnattended(alert)).length,
        COUNT
      ),
      durationColumn('medianDuration', t('alerts.medianDuration', 'Median duration'), (group) =>
        median(group.map(({ alert }) => alertEndEpochMs(alert, options.nowEpochMs) - alert.startEpochMs))
      ),
    ],
    options
  );
}

function deviceCodes(group: AlertGroup): Set<string> {
  return new Set(group.map(({ alert }) => alert.device));
}

function mostAlertsFirst(groups: readonly AlertGroup[], nameOf: (group: AlertGroup) => string): AlertGroup[] {
  return [...groups].sort((a, b) => b.length - a.length || compareNaturally(nameOf(a), nameOf(b)));
}

/** What alerts have together, within the range where it is a time. */
function groupColumns({ nowEpochMs, window }: AlertGroupsOptions) {
  const shownPart = ({ alert }: NamedAlert): TimeWindow => ({
    fromEpochMs: Math.max(alert.startEpochMs, window.fromEpochMs),
    toEpochMs: Math.min(alertEndEpochMs(alert, nowEpochMs), window.toEpochMs),
  });
  return [
    numberColumn<AlertGroup>('alerts', t('alerts.alerts', 'Alerts'), (group) => group.length, COUNT),
    numberColumn<AlertGroup>(
      'critical',
      t('alerts.critical', 'Critical'),
      (group) => group.filter(({ alert }) => findMeaning(SEVERITY_WORDS, alert.severity) === 'critical').length,
      COUNT
    ),
    numberColumn<AlertGroup>(
      'open',
      t('alerts.openNow', 'Open'),
      (group) => group.filter(({ alert }) => findPhase(alert) !== 'ended').length,
      COUNT
    ),
    durationColumn<AlertGroup>('duration', t('alerts.totalDuration', 'Active time in range'), (group) =>
      unionMs(group.map(shownPart))
    ),
    durationColumn<AlertGroup>(
      'timeToAcknowledge',
      t('alerts.meanTimeToAcknowledge', 'Mean time to acknowledge'),
      (group) => mean(group.flatMap(({ alert }) => acknowledgedAfterMs(alert) ?? []))
    ),
    timeColumn<AlertGroup>('lastStart', t('alerts.lastStart', 'Last start'), (group) =>
      group.reduce((last, { alert }) => Math.max(last, alert.startEpochMs), -Infinity)
    ),
  ];
}

/** How long at least one of the windows lasts; those that end before they begin are empty. */
function unionMs(windows: readonly TimeWindow[]): number {
  return mergeWindows(windows.filter((each) => windowMs(each) > 0)).reduce((sum, each) => sum + windowMs(each), 0);
}

/** Undefined for no values. */
function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
