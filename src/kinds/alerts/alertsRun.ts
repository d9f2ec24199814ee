import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { ALARM_PERIOD_MS } from '../../core/alerts/alarmPerformance';
import { type Alert, findPhase, openAlertsAt, overlaps } from '../../core/alerts/alert';
import type { ReceivedAlerts } from '../../core/alerts/alertSource';
import { seriesLabels, seriesProfile } from '../../core/inventory/legend';
import { type Device, devicesByCode } from '../../core/inventory/device';
import type { CompiledFilter } from '../../core/inventory/seriesFilter';
import { findTagRole } from '../../core/serverWords';
import { compilePatterns, type TextMatcher } from '../../core/inventory/textPattern';
import { leastStepMs, readableStepsFrom } from '../../core/time/step';
import { stepEdges } from '../../core/time/stepEdges';
import { DAY_MS, type EpochMs, MINUTE_MS, type TimeWindow, toIso, windowMs } from '../../core/time/window';
import { describeError } from '../../grafana/errorMessage';
import { asOfNotice, emptyFrame, info, presentNotices, warning, withNotices } from '../../grafana/frames/notices';
import type { FrameRole } from '../../grafana/frames/runFrames';
import { translate } from '../../locales/translate';
import { settingLabel } from '../../locales/settingTexts';
import { canIncrease } from '../../query/dataSourceSettings';
import { ALERTS_FIELDS, type AlertsQuery } from './alertsQuery';
import { alertCountsFrame } from './frames/alertCountsFrame';
import {
  alertDevicesFrame,
  alertRulesFrame,
  alertsTableFrame,
  type NamedAlert,
  noAlertsFrame,
} from './frames/alertTables';
import { alertTimelineFrames } from './frames/alertTimeline';
import { annotationsFrame } from './frames/annotationsFrame';
import {
  figuresFrame,
  floodEventsFrame,
  floodsFrame,
  openingsFrame,
  performanceFrame,
  type PerformanceOptions,
  targetsFrame,
} from './frames/performanceFrames';
import { startValueFrames } from './frames/startValueFrames';
import {
  filterDevices,
  filterSeries,
  profilesInTime,
  queryFilter,
  validFilter,
  validPatterns,
} from '../../grafana/query/filter/filteredInventory';
import {
  ANNOTATION_QUERY_TYPE,
  callContext,
  type PanelContext,
  type QueryContext,
} from '../../grafana/query/panelContext';
import { chosenInstant, isOver } from '../../grafana/query/chosenInstant';
import { IndependentRun } from '../../grafana/query/queryRun';
import { filteredDevices, type UnknownBecause, unknownDevicesText } from '../../grafana/query/filter/knownDevices';
import { unknownNames, withFilterNotices } from '../../grafana/query/filter/unknownNames';
import { UserError } from '../../grafana/userError';
import { type Kind, runEach } from '../kind';
import { invalidOperatorsMessage, parseOperators } from './operators';

/** Panels that show values in time: neither a list of alerts nor one of devices can be seen. */
const PANELS_IN_TIME: ReadonlySet<string | undefined> = new Set([
  'timeseries',
  'trend',
  'state-timeline',
  'status-history',
  'heatmap',
]);
/** Panels that reduce each column to a number, such as the last start value of any alert. Who chooses a list there selects a column. */
const PANELS_OF_VALUES: ReadonlySet<string | undefined> = new Set([
  'stat',
  'gauge',
  'bargauge',
  'piechart',
  'barchart',
  'histogram',
]);
/** More bars cannot be distinguished. */
const MAX_COUNT_STEPS = 100;
/** A region that takes less than this part of the width is a line. */
const NARROWEST_REGION = 1 / 200;

export const ALERTS: Kind<AlertsQuery> = {
  fields: ALERTS_FIELDS,
  usesTimeZone: true,
  // Reduce cannot use a table.
  inRules: { format: 'count' },
  optionTexts: ({ state, severities, rules, format }) => [
    state === 'open' ? 'open' : '',
    severities.join(', '),
    rules.join(', '),
    format === 'auto' ? '' : format,
  ],
  createRuns: runEach(alertsRun),
};

/**
 * Executes an alerts query: events for an annotation query, a table or counts for a panel.
 * @param query normalized, its variables replaced
 */
function alertsRun(query: AlertsQuery, panel: QueryContext): IndependentRun {
  const { refId } = query;
  const view = chooseView(query, panel);
  return new IndependentRun(refId, ROLES[view.kind] ?? 'table', async (signal, show) => {
    const selection = queryFilter(query, panel);
    const isOpen = view.kind === 'open' || view.kind === 'openCount';
    const instant = isOpen ? chosenInstant(query, panel) : undefined;
    // What was open then may have ended since.
    const requested =
      instant === undefined
        ? { window: view.window, state: query.state }
        : { window: panel.window, state: 'all' as const };
    const [received, { devices, unknownBecause }, profiles] = await Promise.all([
      panel.services.alerts.around(requested, callContext(panel, refId, signal)),
      filteredDevices(selection, panel, view.kind === 'startValues' ? 'meaning' : 'names'),
      profilesInTime(panel.services),
    ]);
    const listed = instant === undefined ? received.alerts : openAlertsAt(received.alerts, instant);
    const series = await validFilter(selection, devices, received.alerts);
    const filter = { series, ...(await compileConditions(query, received.alerts)) };
    const alerts = namedAlerts(listed, devices, filter).map(({ alert, labels }): NamedAlert => ({
      alert,
      labels,
      profile: seriesProfile(profiles, labels),
    }));
    // The filter may name a device that does not exist: nothing is known of it.
    const selectsNothing =
      devices.length > 0 && alerts.length === 0 && filterDevices(devices, filter.series).length === 0;
    const frames =
      selectsNothing && SHOWS_VALUES.has(view.kind)
        ? [emptyFrame(refId, [])]
        : renderView(view, { ...received, alerts, instant, selectsNothing, unknownBecause }, filter, query, panel).map(
            (frame) => withNotices(frame, [asOfNotice(instant, panel.timeZone)])
          );
    return withFilterNotices(frames, unknownNames(query, panel, devices, received.alerts), selectsNothing, show);
  });
}

/** Views from which panels show numbers: of nothing, they would be zeros. */
const SHOWS_VALUES: ReadonlySet<View['kind']> = new Set([
  ...(['count', 'table', 'open', 'openCount', 'devices', 'rules'] as const),
  ...(['openings', 'figures', 'performance', 'floods'] as const),
]);

const ROLES: Partial<Record<View['kind'], FrameRole>> = {
  count: 'series',
  openCount: 'series',
  openings: 'series',
  figures: 'series',
  startValues: 'series',
  annotations: 'mark',
  floodEvents: 'mark',
};

/** How the alerts are shown, and the window to request for it. What is open at an instant is so whatever the range is. */
type View =
  | {
      readonly kind:
        | ('annotations' | 'table' | 'open' | 'openCount' | 'devices' | 'rules' | 'startValues' | 'timeline')
        | ('figures' | 'performance' | 'floods' | 'floodEvents');
      readonly window: TimeWindow;
    }
  | { readonly kind: 'count' | 'openings'; readonly window: TimeWindow; readonly edges: Float64Array };

function chooseView({ queryType, format, state, rowPer }: AlertsQuery, panel: PanelContext): View {
  const { window, visualization } = panel;
  const nowEpochMs = panel.services.clock.nowEpochMs();
  if (queryType === ANNOTATION_QUERY_TYPE || format === 'annotations') {
    return { kind: 'annotations', window };
  }
  if (format === 'startValues' || format === 'timeline') {
    return { kind: format, window };
  }
  const isInTime = PANELS_IN_TIME.has(visualization);
  if (format === 'floods') {
    return { kind: isInTime ? 'floodEvents' : 'floods', window };
  }
  if (format === 'performance') {
    const isOfAll = rowPer === 'all' && (PANELS_OF_VALUES.has(visualization) || panel.isCalculated);
    return isInTime
      ? { kind: 'openings', window, edges: countEdges(panel, ALARM_PERIOD_MS) }
      : { kind: isOfAll ? 'figures' : 'performance', window };
  }
  const showsNoList = isInTime || (format === 'auto' && PANELS_OF_VALUES.has(visualization));
  const ranks = format === 'devices' || format === 'rules';
  const showsOpen = state === 'open' && !ranks;
  if (format !== 'count' && !showsNoList) {
    return showsOpen
      ? { kind: 'open', window: requestedForNow(window, nowEpochMs) }
      : { kind: ranks ? format : 'table', window };
  }
  if (showsOpen && showsOneValue(visualization)) {
    return { kind: 'openCount', window: requestedForNow(window, nowEpochMs) };
  }
  const edges = countEdges(panel);
  const lastEpochMs = edges.at(-1) ?? window.toEpochMs;
  // The rest of a step that goes on after the range; of the current step there is none, so the request stays the shared one.
  const hasEnded = lastEpochMs <= nowEpochMs;
  return { kind: 'count', edges, window: hasEnded ? { ...window, toEpochMs: lastEpochMs } : window };
}

function showsOneValue(visualization: string | undefined): boolean {
  return PANELS_OF_VALUES.has(visualization) || visualization === 'table';
}

/** A range that ends about now is requested as such, because other panels share it. */
function requestedForNow(window: TimeWindow, nowEpochMs: EpochMs): TimeWindow {
  if (window.fromEpochMs <= nowEpochMs && !isOver(window, nowEpochMs)) {
    return window;
  }
  const toEpochMs = Math.ceil(nowEpochMs / MINUTE_MS) * MINUTE_MS;
  return { fromEpochMs: toEpochMs - MINUTE_MS, toEpochMs };
}

/** The steps of the range that have begun: nothing can be counted in the future. */
function countEdges({ window, planRequest, services }: PanelContext, shortestMs = 0): Float64Array {
  const begun = { ...window, toEpochMs: Math.min(window.toEpochMs, services.clock.nowEpochMs()) };
  if (windowMs(begun) === 0) {
    return new Float64Array();
  }
  const points = Math.min(planRequest.points, MAX_COUNT_STEPS);
  const minStepMs = Math.max(planRequest.minStepMs, shortestMs);
  const [step] = readableStepsFrom(leastStepMs(window, { points, minStepMs }));
  return stepEdges(begun, step!, planRequest.zone);
}

interface AlertFilter extends AlertConditions {
  readonly series: CompiledFilter;
}

/** What a query says about an alert itself. */
interface AlertConditions {
  readonly includesRule: TextMatcher;
  readonly includesSeverity: TextMatcher;
  readonly isOpenOnly: boolean;
}

/**
 * @param alerts a rule or severity of one of them is a name, whatever it looks like
 * @throws UserError when a pattern is not valid
 */
async function compileConditions(
  { rules, severities, state }: AlertsQuery,
  alerts: readonly Alert[]
): Promise<AlertConditions> {
  const knownRules = new Set(alerts.map(({ rule }) => rule));
  const knownSeverities = new Set(alerts.map(({ severity }) => severity));
  return {
    includesRule: validPatterns(await compilePatterns(rules, knownRules)),
    includesSeverity: validPatterns(await compilePatterns(severities, knownSeverities)),
    isOpenOnly: state === 'open',
  };
}

function namedAlerts(
  alerts: readonly Alert[],
  devices: readonly Device[],
  filter: AlertFilter
): ReadonlyArray<Pick<NamedAlert, 'alert' | 'labels'>> {
  const byCode = devicesByCode(devices);
  return filterSeries(alerts, byCode, filter.series)
    .filter(
      (alert) =>
        filter.includesRule(alert.rule) &&
        filter.includesSeverity(alert.severity) &&
        (!filter.isOpenOnly || findPhase(alert) !== 'ended')
    )
    .map((alert) => ({ alert, labels: seriesLabels(alert, byCode.get(alert.device)) }));
}

type NamedReceivedAlerts = Omit<ReceivedAlerts, 'alerts'> & {
  readonly unknownBecause: UnknownBecause | undefined;
  /** As of when the alerts are; undefined: now. */
  readonly instant: EpochMs | undefined;
  readonly alerts: readonly NamedAlert[];
  /** True when no known device passes the filter. */
  readonly selectsNothing: boolean;
};

function renderView(
  view: View,
  { alerts, instant, earlyEnds, error, mayMissLongAlerts, selectsNothing, unknownBecause }: NamedReceivedAlerts,
  { includesSeverity }: AlertFilter,
  { refId, state, regionsOnly, saysNone, linePer, queryType, rowPer, operators: operatorsText }: AlertsQuery,
  { services, timeZone, visualization, window }: PanelContext
): DataFrame[] {
  const { clock, dataSourceUid, settings } = services;
  const nowEpochMs = instant ?? clock.nowEpochMs();
  const notices = presentNotices([
    error === undefined ? undefined : alertsMissingNotice(error),
    earlyEndsNotice(alerts, earlyEnds),
  ]);
  const longNotices = mayMissLongAlerts ? [longAlertsNotice(settings.alertLookBackMs)] : [];
  const inRange = alerts.filter(({ alert }) => overlaps(alert, window));
  // From just before the instant, because an alert is active until then.
  const edges = 'edges' in view ? view.edges : Float64Array.of(nowEpochMs - 1, Infinity);
  switch (view.kind) {
    case 'count':
    case 'openCount':
      return [
        alertCountsFrame(
          alerts.map(({ alert }) => alert),
          { refId, edges, nowEpochMs, includesSeverity, notices: [...notices, ...longNotices] }
        ),
      ];
    case 'table':
    case 'open': {
      const tableNotices = [...notices, ...longNotices];
      const listed = view.kind === 'open' ? alerts : inRange;
      if (listed.length === 0 && saysNone && visualization === 'table') {
        // Without a field, the panel shows its own text for nothing: alerts may be missing.
        return [tableNotices.length === 0 ? noAlertsFrame(state, refId) : unknownFrame(refId, tableNotices)];
      }
      return [alertsTableFrame(listed, { refId, state, nowEpochMs, dataSourceUid, notices: tableNotices })];
    }
    case 'devices':
    case 'rules': {
      const groupsFrame = view.kind === 'devices' ? alertDevicesFrame : alertRulesFrame;
      return [groupsFrame(inRange, { refId, nowEpochMs, window, notices: [...notices, ...longNotices] })];
    }
    case 'openings':
    case 'figures':
    case 'performance':
    case 'floods':
    case 'floodEvents': {
      const operators = parseOperators(operatorsText);
      if (operators === undefined) {
        throw new UserError(invalidOperatorsMessage(operatorsText));
      }
      const options = {
        refId,
        operators,
        window: { ...window, toEpochMs: Math.min(window.toEpochMs, nowEpochMs) },
        notices: [...notices, ...longNotices],
      };
      return [renderPerformance(view, alerts, { rowPer, saysNone: saysNone && visualization === 'table' }, options)];
    }
    case 'annotations': {
      const shown = regionsOnly ? inRange.filter(({ alert }) => isRegion(alert, window)) : inRange;
      const omitted = inRange.length - shown.length;
      return [
        annotationsFrame(shown, {
          refId,
          timeZone,
          rangeEndEpochMs: window.toEpochMs,
          ofPanel: queryType === ANNOTATION_QUERY_TYPE ? undefined : { nowEpochMs, dataSourceUid },
          notices: omitted === 0 ? notices : [...notices, shortAlertsNotice(omitted)],
        }),
      ];
    }
    case 'timeline': {
      const isKnown = error === undefined && !selectsNothing;
      return alertTimelineFrames(inRange, {
        refId,
        window,
        nowEpochMs,
        linePer,
        isKnown,
        notices: [...notices, ...longNotices],
      });
    }
    case 'startValues': {
      if (unknownBecause !== undefined) {
        return [unknownFrame(refId, [...notices, unknownStartValuesNotice(unknownBecause)])];
      }
      // A chart shows how much a counter counted: its reading would be far above.
      const shown = inRange.filter(({ labels }) => findTagRole(labels.type, settings.tagTypes) !== 'counter');
      const frames = startValueFrames(shown, { refId, nowEpochMs, window });
      return notices.length === 0 ? frames : [unknownFrame(refId, notices), ...frames];
    }
  }
}

function renderPerformance(
  view: View,
  alerts: readonly NamedAlert[],
  { rowPer, saysNone }: Pick<AlertsQuery, 'rowPer' | 'saysNone'>,
  options: PerformanceOptions
): DataFrame {
  switch (view.kind) {
    case 'openings':
      return openingsFrame(alerts, view.edges, options);
    case 'figures':
      return figuresFrame(alerts, options);
    case 'floods':
      return floodsFrame(alerts, saysNone, options);
    case 'floodEvents':
      return floodEventsFrame(alerts, options);
    default:
      return rowPer === 'all' ? targetsFrame(alerts, options) : performanceFrame(alerts, rowPer, options);
  }
}

function unknownFrame(refId: string, notices: QueryResultMetaNotice[]): DataFrame {
  return { refId, length: 0, fields: [], meta: { notices } };
}

/** False for an alert that is too short to be seen as a region. */
function isRegion({ startEpochMs, endEpochMs }: Alert, window: TimeWindow): boolean {
  return (endEpochMs ?? window.toEpochMs) - startEpochMs >= windowMs(window) * NARROWEST_REGION;
}

/** Shown when one of the requests for alerts failed. */
function alertsMissingNotice(error: unknown): QueryResultMetaNotice {
  return {
    severity: 'error',
    text: translate('notices.alertsMissing', 'Some alerts may be missing. {{reason}}', {
      reason: describeError(error),
    }),
  };
}

/** Shown when the value at the start of an alert may be that of a counter. */
function unknownStartValuesNotice(because: UnknownBecause): QueryResultMetaNotice {
  return {
    severity: 'error',
    text: translate(
      'notices.unknownStartValues',
      'The values at the start of alerts are not shown, because the tag types are unknown, and those of counters must not be. {{reason}}',
      { reason: unknownDevicesText(because) }
    ),
  };
}

/** Names the first alert whose end is before its start. */
function earlyEndsNotice(
  alerts: readonly NamedAlert[],
  earlyEnds: ReadonlyMap<string, EpochMs>
): QueryResultMetaNotice | undefined {
  const early = alerts.filter(({ alert }) => earlyEnds.has(alert.id));
  const [first] = early;
  return (
    first &&
    warning(
      translate('notices.earlyEnds', '', {
        count: early.length,
        rule: first.alert.rule,
        device: first.labels.deviceName,
        time: toIso(earlyEnds.get(first.alert.id)!),
        defaultValue_one:
          'The end of {{count}} alert is before its start: “{{rule}}” of {{device}}, {{time}}. If it is more than a day before, the alert counts as open; otherwise as ended when it began.',
        defaultValue_other:
          'The ends of {{count}} alerts are before their starts, such as “{{rule}}” of {{device}}, {{time}}. If they are more than a day before, the alerts count as open; otherwise as ended when they began.',
      })
    )
  );
}

/** Shown when alerts that lasted long may be missing. */
function longAlertsNotice(lookBackMs: number): QueryResultMetaNotice {
  const count = lookBackMs / DAY_MS;
  if (!canIncrease('alertLookBackDays', count)) {
    return info(
      t('notices.longAlertsAtMost', '', {
        count,
        defaultValue_one:
          'Alerts that were opened more than {{count, number}} day before the time range and are not listed as open may not be included.',
        defaultValue_other:
          'Alerts that were opened more than {{count, number}} days before the time range and are not listed as open may not be included.',
      })
    );
  }
  return info(
    translate('notices.longAlerts', '', {
      count,
      setting: settingLabel('alertLookBackDays'),
      defaultValue_one:
        'Alerts that were opened more than {{count, number}} day before the time range and are not listed as open may not be included. Increase “{{setting}}” in the data source settings to include them.',
      defaultValue_other:
        'Alerts that were opened more than {{count, number}} days before the time range and are not listed as open may not be included. Increase “{{setting}}” in the data source settings to include them.',
    })
  );
}

/** Shown when an annotation query leaves out alerts that are too short to be seen as a region. */
function shortAlertsNotice(omitted: number): QueryResultMetaNotice {
  return info(
    t('notices.shortAlerts', '', {
      count: omitted,
      defaultValue_one: '{{count, number}} alert is too short to be seen as a region and was left out.',
      defaultValue_other: '{{count, number}} alerts are too short to be seen as regions and were left out.',
    })
  );
}
