import { type DataFrame, DataTopic, type FieldConfig, FieldType, ThresholdsMode } from '@grafana/data';
import { t } from '@grafana/i18n';
import {
  ALARM_PERIOD_MS,
  type AlarmFlood,
  alarmPerformance,
  type AlarmPerformance,
  FLOOD_BEGINS_ABOVE,
  isOpenedIn,
  mostOpenedWithin,
} from '../../../core/alerts/alarmPerformance';
import { alarmKey, type Alert, compareSeverity, overlaps } from '../../../core/alerts/alert';
import { groupBy } from '../../../core/alerts/groupBy';
import { compareNaturally } from '../../../core/inventory/inventoryValues';
import { firstAfter, firstAtOrAfter, SECOND_MS, type TimeWindow, windowMs } from '../../../core/time/window';
import { COUNT_UNIT, DURATION_UNIT } from '../../../grafana/frames/grafanaUnit';
import { type FrameNotices, presentNotices } from '../../../grafana/frames/notices';
import { plainHtml } from '../../../grafana/frames/plainHtml';
import {
  column,
  type Column,
  columnFields,
  durationColumn,
  numberColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../../../grafana/frames/tableFrame';
import { severityLabels, valueMappingConfig } from '../../../grafana/frames/valueLabels';
import { GREEN, ORANGE, RED } from '../../../grafana/valueColors';
import { quantityText } from '../../../locales/quantityText';
import type { AlertsQuery } from '../alertsQuery';
import { type AlertGroup, type NamedAlert, noneFrame } from './alertTables';

export interface PerformanceOptions {
  readonly refId: string;
  /** The range up to now. */
  readonly window: TimeWindow;
  /** Among whom the alerts are divided. */
  readonly operators: number;
  readonly notices: FrameNotices;
}

/** What ISA-18.2 recommends; where it names two values, up to the second one alerts can still be dealt with. */
interface Target {
  readonly acceptable: number;
  readonly manageable?: number;
}

/** One of the numbers of `AlarmPerformance`. */
interface Figure {
  readonly name: string;
  /** Translated. */
  readonly title: string;
  readonly kind: 'count' | 'rate' | 'share' | 'duration';
  /** A duration is in seconds. */
  readonly value: (performance: AlarmPerformance) => number | undefined;
  readonly target?: Target;
  /** From how many alarms on the target can be met; absent: always. */
  readonly targetFrom?: number;
}

/** In the order in which a reviewer asks for them. */
function figures(): Figure[] {
  return [
    { name: 'opened', title: t('alarms.opened', 'Alerts opened'), kind: 'count', value: ({ opened }) => opened },
    {
      name: 'perPeriod',
      title: t('alarms.perPeriod', 'Alerts per operator and 10 minutes'),
      kind: 'rate',
      value: ({ perPeriod }) => perPeriod,
      target: { acceptable: 1, manageable: 2 },
    },
    {
      name: 'peak',
      title: t('alarms.peak', 'Most in any 10 minutes, per operator'),
      kind: 'rate',
      value: ({ peak }) => peak,
      target: { acceptable: FLOOD_BEGINS_ABOVE },
    },
    {
      name: 'busyPeriods',
      title: t('alarms.busyPeriods', 'Periods of 10 minutes with more than 10 alerts'),
      kind: 'share',
      value: ({ busyPeriods }) => busyPeriods,
      target: { acceptable: 0.01 },
    },
    {
      name: 'busyHours',
      title: t('alarms.busyHours', 'Hours with more than 30 alerts'),
      kind: 'share',
      value: ({ busyHours }) => busyHours,
      target: { acceptable: 0.01 },
    },
    { name: 'floods', title: t('alarms.floods', 'Alarm floods'), kind: 'count', value: ({ floods }) => floods.length },
    {
      name: 'floodTime',
      title: t('alarms.floodTime', 'Time in floods'),
      kind: 'share',
      value: ({ floodTime }) => floodTime,
      target: { acceptable: 0.01 },
    },
    {
      name: 'mostFrequent',
      title: t('alarms.mostFrequent', 'Share of the ten most frequent alarms'),
      kind: 'share',
      value: ({ mostFrequent }) => mostFrequent,
      target: { acceptable: 0.01, manageable: 0.05 },
      // Of fewer alarms, ten have more than the target even if all are equally frequent.
      targetFrom: 200,
    },
    {
      name: 'chattering',
      title: t('alarms.chattering', 'Chattering alarms'),
      kind: 'count',
      value: ({ chattering }) => chattering,
      target: { acceptable: 0 },
    },
    {
      name: 'fleeting',
      title: t('alarms.fleeting', 'Fleeting alerts'),
      kind: 'count',
      value: ({ fleeting }) => fleeting,
      target: { acceptable: 0 },
    },
    {
      name: 'standing',
      title: t('alarms.standing', 'Standing alerts'),
      kind: 'count',
      value: ({ standing }) => standing,
      target: { acceptable: 4 },
    },
    {
      name: 'unattended',
      title: t('alerts.unattended', 'Ended unacknowledged'),
      kind: 'count',
      value: ({ unattended }) => unattended,
    },
    {
      name: 'medianToAcknowledge',
      title: t('alarms.medianToAcknowledge', 'Time to acknowledge, median'),
      kind: 'duration',
      value: ({ toAcknowledge }) => seconds(toAcknowledge?.medianMs),
    },
    {
      name: 'p90ToAcknowledge',
      title: t('alarms.p90ToAcknowledge', 'Time to acknowledge, 90th percentile'),
      kind: 'duration',
      value: ({ toAcknowledge }) => seconds(toAcknowledge?.p90Ms),
    },
    {
      name: 'medianToEnd',
      title: t('alarms.medianToEnd', 'Time to end, median'),
      kind: 'duration',
      value: ({ toEnd }) => seconds(toEnd?.medianMs),
    },
    {
      name: 'p90ToEnd',
      title: t('alarms.p90ToEnd', 'Time to end, 90th percentile'),
      kind: 'duration',
      value: ({ toEnd }) => seconds(toEnd?.p90Ms),
    },
  ];
}

function seconds(durationMs: number | undefined): number | undefined {
  return durationMs === undefined ? undefined : durationMs / SECOND_MS;
}

const UNITS: Readonly<Record<Figure['kind'], FieldConfig>> = {
  count: { unit: COUNT_UNIT, decimals: 0, min: 0 },
  rate: { decimals: 2, min: 0 },
  share: { unit: 'percentunit', decimals: 1, min: 0 },
  duration: { unit: DURATION_UNIT, decimals: 0, min: 0 },
};

function targetOf({ target, targetFrom = 0 }: Figure, { alarms }: AlarmPerformance): Target | undefined {
  return alarms >= targetFrom ? target : undefined;
}

function figureConfig({ kind }: Figure, target: Target | undefined): FieldConfig {
  return target === undefined ? UNITS[kind] : { ...UNITS[kind], thresholds: targetThresholds(target) };
}

/** A threshold belongs to what is above it, and a target to what is below. */
const ABOVE = 1e-9;

function targetThresholds({ acceptable, manageable }: Target) {
  return {
    mode: ThresholdsMode.Absolute,
    steps: [
      { value: -Infinity, color: GREEN },
      ...(manageable === undefined ? [] : [{ value: acceptable + ABOVE, color: ORANGE }]),
      { value: (manageable ?? acceptable) + ABOVE, color: RED },
    ],
  };
}

/** A number for each figure, as of the end of the range, for stat panels and alert rules. */
export function figuresFrame(alerts: readonly NamedAlert[], options: PerformanceOptions): DataFrame {
  const { refId, window, notices } = options;
  const performance = measure(alerts, options);
  return {
    refId,
    name: refId,
    length: 1,
    fields: columnFields(
      [performance],
      [
        column('time', FieldType.time, () => window.toEpochMs),
        ...figures().map((figure) =>
          numberColumn(figure.name, figure.title, figure.value, figureConfig(figure, targetOf(figure, performance)))
        ),
      ]
    ),
    meta: { notices: presentNotices(notices) },
  };
}

function measure(alerts: readonly NamedAlert[], { window, operators }: PerformanceOptions): AlarmPerformance {
  return alarmPerformance(
    alerts.map(({ alert }) => alert),
    window,
    operators
  );
}

/** A row for each figure, with its target and whether it is met. */
export function targetsFrame(alerts: readonly NamedAlert[], options: PerformanceOptions): DataFrame {
  const performance = measure(alerts, options);
  return tableFrame<Figure>(
    figures().filter(({ kind }) => kind !== 'duration'),
    [
      textColumn('figure', t('alarms.figure', 'Figure'), ({ title }) => title),
      textColumn('value', t('alarms.value', 'Value'), (figure) => figureText(figure, figure.value(performance))),
      textColumn('target', t('alarms.target', 'Target'), (figure) => targetText(figure, targetOf(figure, performance))),
      textColumn(
        'assessment',
        t('alarms.assessment', 'Assessment'),
        (figure) => assess(figure.value(performance), targetOf(figure, performance)),
        valueMappingConfig({
          acceptable: { text: t('alarms.acceptable', 'Acceptable'), color: GREEN },
          manageable: { text: t('alarms.manageable', 'Manageable'), color: ORANGE },
          tooHigh: { text: t('alarms.tooHigh', 'Too high'), color: RED },
          noTarget: { text: t('alarms.noTarget', 'No target') },
        })
      ),
    ],
    options
  );
}

function figureText({ kind }: Figure, value: number | undefined): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  return kind === 'share' ? quantityText(Math.round(value * 1000) / 10, '%') : quantityText(round(value), '');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function targetText(figure: Figure, target: Target | undefined): string | undefined {
  return target && `≤ ${figureText(figure, target.manageable ?? target.acceptable)}`;
}

function assess(value: number | undefined, target: Target | undefined): string | undefined {
  if (target === undefined) {
    return 'noTarget';
  }
  const { acceptable, manageable = acceptable } = target;
  if (value === undefined) {
    return undefined;
  }
  return value <= acceptable ? 'acceptable' : value <= manageable ? 'manageable' : 'tooHigh';
}

/** A row for each group that has alerts, the one with the most opened first; severities by what they mean. */
export function performanceFrame(
  alerts: readonly NamedAlert[],
  rowPer: Exclude<AlertsQuery['rowPer'], 'all'>,
  options: PerformanceOptions
): DataFrame {
  const { window } = options;
  const total = alerts.filter(({ alert }) => isOpenedIn(alert, window)).length;
  const rows = [...groupBy(alerts, GROUP_KEYS[rowPer]).values()]
    .filter((group) => group.some(({ alert }) => overlaps(alert, window) || isOpenedIn(alert, window)))
    .map((group) => ({ group, performance: measure(group, options) }))
    .sort(
      (a, b) =>
        (rowPer === 'severity' ? compareSeverity(a.group[0].alert, b.group[0].alert) : 0) ||
        b.performance.opened - a.performance.opened ||
        compareNaturally(GROUP_KEYS[rowPer](a.group[0]), GROUP_KEYS[rowPer](b.group[0]))
    );
  // Of one alarm, there is no share of the ten most frequent ones.
  const [opened, ...others] = figures().filter(({ name }) => rowPer !== 'alarm' || name !== 'mostFrequent');
  const figureColumn = (figure: Figure) =>
    numberColumn<GroupRow>(
      figure.name,
      figure.title,
      ({ performance }) => figure.value(performance),
      // Groups have different numbers of alarms.
      figureConfig(figure, figure.targetFrom === undefined ? figure.target : undefined)
    );
  return tableFrame<GroupRow>(
    rows,
    [
      ...groupColumns(rowPer),
      figureColumn(opened!),
      numberColumn('share', t('alarms.share', 'Share'), share(total), UNITS.share),
      ...others.map(figureColumn),
    ],
    options
  );
}

function share(total: number) {
  return ({ performance }: GroupRow) => (total === 0 ? undefined : performance.opened / total);
}

interface GroupRow {
  readonly group: AlertGroup;
  readonly performance: AlarmPerformance;
}

const GROUP_KEYS: Readonly<Record<Exclude<AlertsQuery['rowPer'], 'all'>, (named: NamedAlert) => string>> = {
  site: ({ labels }) => labels.site,
  area: ({ labels }) => JSON.stringify([labels.site, labels.area]),
  severity: ({ alert }) => alert.severity,
  rule: ({ alert }) => alert.rule,
  alarm: ({ alert }) => alarmKey(alert),
};

/** What a group is: all of its alerts have it. */
function groupColumns(rowPer: Exclude<AlertsQuery['rowPer'], 'all'>): Array<Column<GroupRow>> {
  const text = (name: string, title: string, value: (named: NamedAlert) => string, config?: FieldConfig) =>
    textColumn<GroupRow>(name, title, ({ group }) => value(group[0]), config);
  const site = text('site', t('alerts.site', 'Site'), ({ labels }) => labels.site);
  const rule = text('rule', t('alerts.rule', 'Rule'), ({ alert }) => alert.rule);
  switch (rowPer) {
    case 'site':
      return [site];
    case 'area':
      return [text('area', t('alerts.area', 'Area'), ({ labels }) => labels.area), site];
    case 'severity': {
      const config = valueMappingConfig(severityLabels());
      return [text('severity', t('alerts.severity', 'Severity'), ({ alert }) => alert.severity, config)];
    }
    case 'rule':
      return [rule];
    case 'alarm':
      return [
        rule,
        text('device', t('alerts.device', 'Device'), ({ labels }) => labels.deviceName),
        text('name', t('alerts.tag', 'Tag'), ({ labels }) => labels.name),
        text('deviceCode', t('alerts.deviceCode', 'Device code'), ({ alert }) => alert.device),
        text('tag', t('alerts.tagKey', 'Tag key'), ({ alert }) => alert.tag),
      ];
  }
}

/**
 * The floods, the latest first.
 * @param saysNone true: a cell says so when it is known that there is none
 */
export function floodsFrame(alerts: readonly NamedAlert[], saysNone: boolean, options: PerformanceOptions): DataFrame {
  const names = deviceNames(alerts);
  const { floods } = measure(alerts, options);
  if (floods.length === 0 && saysNone && presentNotices(options.notices).length === 0) {
    return noneFrame(t('alarms.noFloods', 'No alarm floods'), options.refId);
  }
  return tableFrame<AlarmFlood>(
    [...floods].reverse(),
    [
      timeColumn('start', t('alerts.start', 'Start'), ({ fromEpochMs }) => fromEpochMs),
      timeColumn('end', t('alerts.end', 'End'), ({ toEpochMs, isOpen }) => (isOpen ? undefined : toEpochMs)),
      durationColumn('duration', t('alerts.duration', 'Duration'), windowMs),
      numberColumn('alerts', t('alerts.alerts', 'Alerts'), (flood) => flood.alerts.length, UNITS.count),
      numberColumn(
        'peak',
        t('alarms.peak', 'Most in any 10 minutes, per operator'),
        (flood) => mostOpenedWithin(flood.alerts, ALARM_PERIOD_MS) / options.operators,
        UNITS.rate
      ),
      textColumn('first', t('alarms.firstAlarm', 'First alarm'), (flood) => alarmName(flood.alerts[0]!, names)),
      textColumn('most', t('alarms.mostFrequentAlarm', 'Most frequent alarm'), (flood) =>
        alarmName(mostFrequentOf(flood), names)
      ),
    ],
    options
  );
}

/** The floods as regions over the other queries of a panel. */
export function floodEventsFrame(alerts: readonly NamedAlert[], options: PerformanceOptions): DataFrame {
  const { refId, notices } = options;
  const { floods } = measure(alerts, options);
  return {
    refId,
    name: refId,
    length: floods.length,
    fields: columnFields<AlarmFlood>(floods, [
      column('time', FieldType.time, ({ fromEpochMs }) => fromEpochMs),
      column('timeEnd', FieldType.time, ({ toEpochMs }) => toEpochMs),
      column('title', FieldType.string, () => t('alarms.flood', 'Alarm flood')),
      column('text', FieldType.string, (flood) =>
        plainHtml(
          t('alarms.floodAlerts', '', {
            count: flood.alerts.length,
            defaultValue_one: '{{count, number}} alert',
            defaultValue_other: '{{count, number}} alerts',
          })
        )
      ),
      // Grafana offers to edit and delete every event but those with the id 0.
      column('id', FieldType.number, () => 0),
      column('isRegion', FieldType.boolean, () => true),
      column('color', FieldType.string, () => RED),
    ]),
    meta: { notices: presentNotices(notices), dataTopic: DataTopic.Annotations },
  };
}

function deviceNames(alerts: readonly NamedAlert[]): ReadonlyMap<string, string> {
  return new Map(alerts.map(({ alert, labels }) => [alert.device, labels.deviceName]));
}

function alarmName({ rule, device }: Alert, names: ReadonlyMap<string, string>): string {
  return `${rule} · ${names.get(device) ?? device}`;
}

/** Of equally frequent ones, the first. */
function mostFrequentOf({ alerts }: AlarmFlood): Alert {
  const groups = [...groupBy(alerts, alarmKey).values()];
  return groups.reduce((most, group) => (group.length > most.length ? group : most))[0];
}

/**
 * How many alerts were opened per operator and 10 minutes: on average in each step, and at its peak, so that no zoom hides a flood.
 * @param edges ascending; step i is [edges[i], edges[i + 1])
 */
export function openingsFrame(
  alerts: readonly NamedAlert[],
  edges: Float64Array,
  { refId, operators, window, notices }: PerformanceOptions
): DataFrame {
  const times = Float64Array.from(alerts, ({ alert }) => alert.openedEpochMs).sort();
  const steps = Array.from({ length: Math.max(0, edges.length - 1) }, (_, index): TimeWindow => ({
    fromEpochMs: edges[index]!,
    toEpochMs: Math.min(edges[index + 1]!, window.toEpochMs),
  }));
  const average = (step: TimeWindow) =>
    (firstAtOrAfter(times, step.toEpochMs) - firstAtOrAfter(times, step.fromEpochMs)) /
    operators /
    (windowMs(step) / ALARM_PERIOD_MS);
  const peak = (step: TimeWindow) => {
    const [first, end] = [firstAtOrAfter(times, step.fromEpochMs), firstAtOrAfter(times, step.toEpochMs)];
    let most = 0;
    for (let index = first; index < end; index++) {
      most = Math.max(most, index + 1 - firstAfter(times, times[index]! - ALARM_PERIOD_MS));
    }
    return most / operators;
  };
  return {
    refId,
    name: refId,
    length: steps.length,
    fields: columnFields(steps, [
      column('time', FieldType.time, ({ fromEpochMs }) => fromEpochMs),
      numberColumn('peak', t('alarms.peakOfStep', 'At its peak'), peak, {
        ...UNITS.rate,
        thresholds: targetThresholds({ acceptable: FLOOD_BEGINS_ABOVE }),
      }),
      numberColumn('average', t('alarms.averageOfStep', 'On average'), average, UNITS.rate),
    ]),
    meta: { notices: presentNotices(notices), preferredVisualisationType: 'graph' },
  };
}
