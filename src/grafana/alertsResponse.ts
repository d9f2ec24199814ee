import type { DataFrame, DataQueryError, DataQueryRequest } from '@grafana/data';
import { t } from '@grafana/i18n';
import { readAlerts } from '../core/alerts/readAlerts';
import type { TelemetryClient } from '../core/api/telemetryClient';
import { isAbort } from '../core/api/telemetryError';
import type { AlertsQuery, TelemetryQuery } from '../query/telemetryQuery';
import { alertsTableFrame, annotationsFrame } from './alertsFrame';
import { errorText } from './errorText';
import { PLAIN_TEXT } from '../locales/plainText';

/** Marks the queries that ask for events to draw over a chart, not for a table. */
export const ANNOTATION_QUERY_TYPE = 'annotations';

/** What an alerts query came to: a frame, or why there is none. */
export interface AlertsResponse {
  readonly frames: readonly DataFrame[];
  readonly errors: readonly DataQueryError[];
}

/**
 * Answers one alerts query: events for an annotation request, a table for a panel.
 * @param query normalised, its variables filled in
 * @throws only when it was aborted
 */
export async function alertsResponse(
  query: AlertsQuery,
  request: DataQueryRequest<TelemetryQuery>,
  client: TelemetryClient,
  signal: AbortSignal
): Promise<AlertsResponse> {
  const { refId, state, devices, tags, severities } = query;
  const window = { fromEpochMs: request.range.from.valueOf(), toEpochMs: request.range.to.valueOf() };
  try {
    const read = await readAlerts(client, { window, state, devices, tags, severities }, { group: refId, signal });
    const notices = read.missing
      ? [
          {
            severity: 'warning' as const,
            text: t('notices.alertsMissing', 'Some alerts may be missing. {{reason}}', {
              reason: errorText(read.missing),
              ...PLAIN_TEXT,
            }),
          },
        ]
      : [];
    const look = { refId, timeZone: request.timezone, notices };
    const frame =
      query.queryType === ANNOTATION_QUERY_TYPE
        ? annotationsFrame(read.alerts, window.toEpochMs, look)
        : alertsTableFrame(read.alerts, look);
    return { frames: [frame], errors: [] };
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    return { frames: [], errors: [{ refId, message: errorText(error) }] };
  }
}
