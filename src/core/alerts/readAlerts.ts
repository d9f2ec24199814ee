import { readPages } from '../api/readPages';
import { type CallContext, MAX_PAGE_ROWS, type TelemetryClient } from '../api/telemetryClient';
import { isAbort } from '../api/telemetryError';
import { DAY_MS, type TimeWindow } from '../time/window';
import { type Alert, overlaps } from './alert';

/** Which alerts are wanted; an empty list means all. */
export interface AlertsRequest {
  readonly window: TimeWindow;
  readonly state: 'all' | 'open';
  readonly devices: readonly string[];
  readonly tags: readonly string[];
  readonly severities: readonly string[];
}

/** What was found. `missing` tells of a part that did not come while another did. */
export interface AlertsRead {
  /** Ascending by start. */
  readonly alerts: readonly Alert[];
  readonly missing: unknown;
}

/** An alert that ended may have begun this long before the window and still reach into it. */
const LOOK_BACK_MS = 7 * DAY_MS;
/** Open alerts are few; one may have been open for a very long time. */
const OPEN_LOOK_BACK_MS = 3650 * DAY_MS;

/**
 * Reads the alerts that overlap a window. The specification does not say whether its range selects alerts by their
 * opening or by any instant of theirs, so both are covered: those of the window and a week before it, and side by
 * side the open ones of the last ten years. What does not overlap is left out here, what came twice is merged.
 * @throws TelemetryError when neither part could be read
 */
export async function readAlerts(
  client: TelemetryClient,
  request: AlertsRequest,
  context: CallContext
): Promise<AlertsRead> {
  const { fromEpochMs, toEpochMs } = request.window;
  const open = readAll(client, 'open', { fromEpochMs: fromEpochMs - OPEN_LOOK_BACK_MS, toEpochMs }, context);
  const all =
    request.state === 'open'
      ? Promise.resolve<Alert[]>([])
      : readAll(client, 'all', { fromEpochMs: fromEpochMs - LOOK_BACK_MS, toEpochMs }, context);
  const parts = await Promise.allSettled([all, open]);
  const failures = parts.filter((part) => part.status === 'rejected').map((part): unknown => part.reason);
  const [failure] = failures;
  const wanted = request.state === 'open' ? 1 : 2;
  const abort = failures.find(isAbort);
  if (abort !== undefined || failures.length === wanted) {
    throw abort ?? failure;
  }
  const byId = new Map<string, Alert>();
  for (const part of parts) {
    for (const alert of part.status === 'fulfilled' ? part.value : []) {
      byId.set(alert.id, alert);
    }
  }
  const alerts = [...byId.values()]
    .filter((alert) => overlaps(alert, request.window) && isWanted(alert, request))
    .sort((a, b) => a.startEpochMs - b.startEpochMs || a.id.localeCompare(b.id));
  return { alerts, missing: failure };
}

async function readAll(
  client: TelemetryClient,
  state: 'all' | 'open',
  window: TimeWindow,
  context: CallContext
): Promise<Alert[]> {
  const alerts: Alert[] = [];
  for await (const page of readPages((cursor) =>
    client.alertsPage({ ...window, state, limit: MAX_PAGE_ROWS.alerts, cursor }, context)
  )) {
    alerts.push(...page.alerts);
  }
  return alerts;
}

function isWanted(alert: Alert, request: AlertsRequest): boolean {
  const among = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);
  return (
    among(request.devices, alert.device) &&
    among(request.tags, alert.tag) &&
    among(request.severities, alert.severity) &&
    (request.state === 'all' || alert.endEpochMs === undefined)
  );
}
