import { readPages } from '../api/readPages';
import { MAX_PAGE_ROWS } from '../api/pageLimits';
import type { CallContext, TelemetryClient } from '../api/telemetryClient';
import { isAbort } from '../api/telemetryError';
import { DAY_MS, type TimeWindow } from '../time/window';
import { type Alert, overlaps } from './alert';

/** Which alerts to return; an empty list means all. */
export interface AlertsRequest {
  readonly window: TimeWindow;
  readonly state: 'all' | 'open';
  readonly devices: readonly string[];
  readonly tags: readonly string[];
  readonly severities: readonly string[];
}

export interface FetchedAlerts {
  /** Ascending by start. */
  readonly alerts: readonly Alert[];
  /** Why some alerts may be missing; undefined when none is. */
  readonly error: unknown;
}

/** An alert that has ended may have begun this long before the window and still extend into it. */
const LOOK_BACK_MS = 7 * DAY_MS;
/** There are few open alerts, but one may have been open for a very long time. */
const OPEN_LOOK_BACK_MS = 3650 * DAY_MS;

/**
 * Fetches the alerts that overlap a window. The specification does not say whether a range selects alerts by their opening
 * or by any instant of theirs, so two requests cover both: the alerts of the window and the week before it, and the open
 * alerts of the last ten years. Alerts that do not overlap are left out here; duplicates are merged.
 * @throws TelemetryError when both requests fail
 */
export async function fetchAlerts(
  client: TelemetryClient,
  request: AlertsRequest,
  context: CallContext
): Promise<FetchedAlerts> {
  const { fromEpochMs, toEpochMs } = request.window;
  const open = fetchAll(client, 'open', { fromEpochMs: fromEpochMs - OPEN_LOOK_BACK_MS, toEpochMs }, context);
  const all =
    request.state === 'open'
      ? Promise.resolve<Alert[]>([])
      : fetchAll(client, 'all', { fromEpochMs: fromEpochMs - LOOK_BACK_MS, toEpochMs }, context);
  const parts = await Promise.allSettled([all, open]);
  const failures = parts.filter((part) => part.status === 'rejected').map((part): unknown => part.reason);
  const [failure] = failures;
  const requests = request.state === 'open' ? 1 : 2;
  const abort = failures.find(isAbort);
  if (abort !== undefined || failures.length === requests) {
    throw abort ?? failure;
  }
  const byId = new Map<string, Alert>();
  for (const part of parts) {
    for (const alert of part.status === 'fulfilled' ? part.value : []) {
      byId.set(alert.id, alert);
    }
  }
  const alerts = [...byId.values()]
    .filter((alert) => overlaps(alert, request.window) && matches(alert, request))
    .sort((a, b) => a.startEpochMs - b.startEpochMs || a.id.localeCompare(b.id));
  return { alerts, error: failure };
}

async function fetchAll(
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

function matches(alert: Alert, request: AlertsRequest): boolean {
  const among = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);
  return (
    among(request.devices, alert.device) &&
    among(request.tags, alert.tag) &&
    among(request.severities, alert.severity) &&
    (request.state === 'all' || alert.endEpochMs === undefined)
  );
}
