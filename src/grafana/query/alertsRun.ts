import { fetchAlerts } from '../../core/alerts/fetchAlerts';
import type { AlertsQuery } from '../../query/telemetryQuery';
import { alertsTableFrame, annotationsFrame } from '../frames/alertFrames';
import { alertsMissingNotice } from '../frames/notices';
import type { PanelContext } from './panelContext';
import { FramesRun } from './queryRun';

/** Marks queries for events to show over a chart, rather than for a table. */
export const ANNOTATION_QUERY_TYPE = 'annotations';

/**
 * Executes an alerts query: events for an annotation query, a table for a panel.
 * @param query normalized, its variables replaced
 */
export function alertsRun(query: AlertsQuery, { services, window, timeZone }: PanelContext): FramesRun {
  const { refId, state, devices, tags, severities, queryType } = query;
  return new FramesRun(refId, async (signal) => {
    const request = { window, state, devices, tags, severities };
    const { alerts, error } = await fetchAlerts(services.client, request, { group: refId, signal });
    const notices = error === undefined ? [] : [alertsMissingNotice(error)];
    const options = { refId, timeZone, notices };
    return queryType === ANNOTATION_QUERY_TYPE
      ? [annotationsFrame(alerts, window.toEpochMs, options)]
      : [alertsTableFrame(alerts, options)];
  });
}
