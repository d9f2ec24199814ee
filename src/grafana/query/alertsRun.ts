import type { DataFrame } from '@grafana/data';
import { type Alert, overlaps, phaseOf } from '../../core/alerts/alert';
import type { ReceivedAlerts } from '../../core/alerts/alertSource';
import { seriesLabels } from '../../core/history/series/seriesLabels';
import { type Device, devicesByCode } from '../../core/inventory/device';
import type { CompiledFilter } from '../../core/inventory/seriesFilter';
import { compilePatterns, type TextMatcher } from '../../core/inventory/textPattern';
import { readableStepsFrom } from '../../core/time/step';
import { stepEdges } from '../../core/time/stepEdges';
import { type TimeWindow, windowMs } from '../../core/time/window';
import type { AlertsQuery } from '../../query/telemetryQuery';
import { alertCountsFrame } from '../frames/alertCountsFrame';
import { alertDevicesFrame } from '../frames/alertDevicesFrame';
import { alertsTableFrame } from '../frames/alertsTableFrame';
import { annotationsFrame } from '../frames/annotationsFrame';
import type { NamedAlert } from '../frames/namedAlert';
import { alertsMissingNotice, longAlertsNotice, shortAlertsNotice } from '../frames/notices';
import { filterOf, filterSeries } from './filteredInventory';
import { callContext, type PanelContext } from './panelContext';
import { FramesRun } from './queryRun';
import { validPatterns } from './validPatterns';
import { devicesFor } from './visibleDevices';

/** Marks queries for events to show over a chart, rather than for a panel of their own. */
export const ANNOTATION_QUERY_TYPE = 'annotations';

/** Panels in which a list of alerts cannot be seen. */
const COUNTING_PANELS: ReadonlySet<string | undefined> = new Set(['timeseries', 'trend']);
/** More bars cannot be distinguished. */
const MAX_COUNT_STEPS = 100;
/** A region that takes less than this part of the width is a line. */
const NARROWEST_REGION = 1 / 200;

/**
 * Executes an alerts query: events for an annotation query, a table or counts for a panel.
 * @param query normalized, its variables replaced
 */
export function alertsRun(query: AlertsQuery, panel: PanelContext): FramesRun {
  const { refId, state } = query;
  return new FramesRun(refId, async (signal) => {
    const filter = compileAlertFilter(query, panel);
    const view = viewOf(query, panel);
    const [received, devices] = await Promise.all([
      panel.services.alerts.around({ window: view.window, state }, callContext(panel, refId, signal)),
      devicesFor(filter.series, panel.services.inventory),
    ]);
    const alerts = namedAlerts(received.alerts, devices, filter);
    return [frameOf(view, { ...received, alerts }, filter, query, panel)];
  });
}

/** How the alerts are shown, and the window to request for it. */
type View =
  | { readonly kind: 'annotations' | 'table' | 'devices'; readonly window: TimeWindow }
  | { readonly kind: 'count'; readonly window: TimeWindow; readonly edges: Float64Array };

function viewOf({ queryType, format }: AlertsQuery, panel: PanelContext): View {
  const { window, visualization } = panel;
  if (queryType === ANNOTATION_QUERY_TYPE || format === 'annotations') {
    return { kind: 'annotations', window };
  }
  if (format !== 'count' && !COUNTING_PANELS.has(visualization)) {
    return { kind: format === 'devices' ? 'devices' : 'table', window };
  }
  const edges = countEdges(panel);
  const lastEpochMs = edges.at(-1) ?? window.toEpochMs;
  // The rest of a step that goes on after the range; of the current step there is none, so the request stays the shared one.
  const isOver = lastEpochMs <= panel.services.clock.nowEpochMs();
  return { kind: 'count', edges, window: isOver ? { ...window, toEpochMs: lastEpochMs } : window };
}

/** The steps of the range that have begun: nothing can be counted in the future. */
function countEdges({ window, planRequest, services }: PanelContext): Float64Array {
  const begun = { ...window, toEpochMs: Math.min(window.toEpochMs, services.clock.nowEpochMs()) };
  if (windowMs(begun) === 0) {
    return new Float64Array();
  }
  const steps = Math.min(planRequest.points, MAX_COUNT_STEPS);
  const [step] = readableStepsFrom(Math.max(planRequest.minStepMs, windowMs(window) / steps));
  return stepEdges(begun, step!, planRequest.zone);
}

interface AlertFilter {
  readonly series: CompiledFilter;
  readonly includesRule: TextMatcher;
  readonly includesSeverity: TextMatcher;
  readonly isOpenOnly: boolean;
}

/** @throws Error with a message for users when a pattern is not valid */
function compileAlertFilter(query: AlertsQuery, panel: PanelContext): AlertFilter {
  const { rules, severities, state } = query;
  return {
    series: filterOf(query, panel),
    includesRule: validPatterns(compilePatterns(rules)),
    includesSeverity: validPatterns(compilePatterns(severities)),
    isOpenOnly: state === 'open',
  };
}

function namedAlerts(alerts: readonly Alert[], devices: readonly Device[], filter: AlertFilter): readonly NamedAlert[] {
  const byCode = devicesByCode(devices);
  return filterSeries(alerts, byCode, filter.series)
    .filter(
      (alert) =>
        filter.includesRule(alert.rule) &&
        filter.includesSeverity(alert.severity) &&
        (!filter.isOpenOnly || phaseOf(alert) !== 'ended')
    )
    .map((alert) => ({ alert, labels: seriesLabels(alert, byCode.get(alert.device)) }));
}

type NamedReceivedAlerts = Omit<ReceivedAlerts, 'alerts'> & { readonly alerts: readonly NamedAlert[] };

function frameOf(
  view: View,
  { alerts, error, mayMissLongAlerts }: NamedReceivedAlerts,
  { includesSeverity }: AlertFilter,
  { refId, regionsOnly, queryType }: AlertsQuery,
  { services, timeZone, window }: PanelContext
): DataFrame {
  const { clock, dataSourceUid, limits } = services;
  const nowEpochMs = clock.nowEpochMs();
  const notices = error === undefined ? [] : [alertsMissingNotice(error)];
  const longNotices = mayMissLongAlerts ? [longAlertsNotice(limits.alertLookBackMs)] : [];
  const inRange = alerts.filter(({ alert }) => overlaps(alert, window));
  switch (view.kind) {
    case 'count':
      return alertCountsFrame(
        alerts.map(({ alert }) => alert),
        { refId, edges: view.edges, nowEpochMs, includesSeverity, notices: [...notices, ...longNotices] }
      );
    case 'table':
      return alertsTableFrame(inRange, {
        refId,
        nowEpochMs,
        dataSourceUid,
        notices: [...notices, ...longNotices],
      });
    case 'devices':
      return alertDevicesFrame(inRange, { refId, nowEpochMs, window, notices: [...notices, ...longNotices] });
    case 'annotations': {
      const shown = regionsOnly ? inRange.filter(({ alert }) => isRegion(alert, window)) : inRange;
      const omitted = inRange.length - shown.length;
      return annotationsFrame(shown, {
        refId,
        timeZone,
        rangeEndEpochMs: window.toEpochMs,
        ofPanel: queryType === ANNOTATION_QUERY_TYPE ? undefined : { nowEpochMs, dataSourceUid },
        notices: omitted === 0 ? notices : [...notices, shortAlertsNotice(omitted)],
      });
    }
  }
}

/** False for an alert that is too short to be seen as a region. */
function isRegion({ startEpochMs, endEpochMs }: Alert, window: TimeWindow): boolean {
  return (endEpochMs ?? window.toEpochMs) - startEpochMs >= windowMs(window) * NARROWEST_REGION;
}
