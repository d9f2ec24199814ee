import type { DataFrame, DataQueryError } from '@grafana/data';
import { type FetchedAlerts, fetchAlerts } from '../../core/alerts/fetchAlerts';
import type { TelemetryClient } from '../../core/api/telemetryClient';
import { isAbort } from '../../core/api/telemetryError';
import type { TimeWindow } from '../../core/time/window';
import type { AlertsQuery } from '../../query/telemetryQuery';
import { errorMessageOf } from '../errorMessage';
import { alertsTableFrame, annotationsFrame } from '../frames/alertFrames';
import { alertsMissingNotice } from '../frames/notices';

/** Marks queries for events to show over a chart, rather than for a table. */
export const ANNOTATION_QUERY_TYPE = 'annotations';

/** Executes one alerts query: events for an annotation query, a table for a panel. */
export class AlertsQueryRun {
  frames: readonly DataFrame[] = [];
  errors: readonly DataQueryError[] = [];

  /**
   * @param query normalized, its variables replaced
   * @param timeZone the dashboard's, for the times in texts
   */
  constructor(
    private readonly query: AlertsQuery,
    private readonly client: TelemetryClient,
    private readonly window: TimeWindow,
    private readonly timeZone: string
  ) {}

  /** @throws only when aborted */
  async run(signal: AbortSignal, onChange: () => void): Promise<void> {
    const { refId, state, devices, tags, severities } = this.query;
    try {
      const request = { window: this.window, state, devices, tags, severities };
      this.frames = [this.frameOf(await fetchAlerts(this.client, request, { group: refId, signal }))];
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.errors = [{ refId, message: errorMessageOf(error) }];
    }
    onChange();
  }

  private frameOf({ alerts, error }: FetchedAlerts): DataFrame {
    const { refId, queryType } = this.query;
    const options = {
      refId,
      timeZone: this.timeZone,
      notices: error === undefined ? [] : [alertsMissingNotice(error)],
    };
    return queryType === ANNOTATION_QUERY_TYPE
      ? annotationsFrame(alerts, this.window.toEpochMs, options)
      : alertsTableFrame(alerts, options);
  }
}
