import type { ApiClient, CallContext } from '../api/apiClient';
import { OPERATIONS } from '../api/operations';
import { readList } from '../api/pages';
import { isAbort } from '../api/telemetryError';
import { RecentResults } from '../concurrency/recentResults';
import type { DedupeRequest } from '../concurrency/requestDeduper';
import type { Clock } from '../time/clock';
import { DAY_MS, type EpochMs, type TimeWindow } from '../time/window';
import { type Alert, decodeAlertsPage } from './alert';

export interface AlertsRequest {
  readonly window: TimeWindow;
  readonly state: 'all' | 'open';
}

export interface ReceivedAlerts {
  /** Every alert that overlaps the window, and others around it; ascending by start. */
  readonly alerts: readonly Alert[];
  /** Why some alerts may be missing; undefined when none is. */
  readonly error: unknown;
  /** True when an alert may be missing because it was opened before the look-back and ended in the window. */
  readonly mayMissLongAlerts: boolean;
}

/** There are few open alerts, but one may have been open for a very long time. */
const OPEN_LOOK_BACK_MS = 3650 * DAY_MS;
/** The panels and annotation layers of a dashboard start a refresh within this time of each other. */
const MAX_AGE_MS = 2_000;
/** The list of ten years costs the server more, and alerts that have just been opened are in the other list, too. */
const OPEN_MAX_AGE_MS = 10_000;

/**
 * The alerts of a data source, for all of its panels, annotation layers and variables. The API has no filter but the time, so
 * all of them share the same lists and filter them on their own.
 */
export class AlertSource {
  private readonly lists: RecentResults;

  /** @param lookBackMs how long before a window an alert that ended in it may have been opened */
  constructor(
    private readonly client: ApiClient,
    dedupe: DedupeRequest,
    private readonly clock: Clock,
    private readonly lookBackMs: number
  ) {
    this.lists = new RecentResults(dedupe, clock);
  }

  /**
   * The alerts of a window. The specification does not say whether a range selects alerts by their opening or by any instant
   * of theirs, so two requests cover both: the alerts of the window and the look-back before it, and the open alerts of the
   * last ten years. Duplicates are merged.
   * @throws TelemetryError when both requests fail
   */
  async around({ window, state }: AlertsRequest, context: CallContext): Promise<ReceivedAlerts> {
    const requests = [this.open(context), ...(state === 'open' ? [] : [this.ofWindow(window, context)])];
    const parts = await Promise.allSettled(requests);
    const failures = parts.filter((part) => part.status === 'rejected').map((part): unknown => part.reason);
    const abort = failures.find(isAbort);
    if (abort !== undefined || failures.length === requests.length) {
      throw abort ?? failures[0];
    }
    const [open = [], ofWindow = []] = parts.map((part) => (part.status === 'fulfilled' ? part.value : []));
    // The list of the window is the younger one, and contains the ends of alerts that have just ended.
    const byId = new Map([...open, ...ofWindow].map((alert) => [alert.id, alert]));
    return {
      alerts: [...byId.values()].sort((a, b) => a.startEpochMs - b.startEpochMs || (a.id < b.id ? -1 : 1)),
      error: failures[0],
      mayMissLongAlerts: mayMissLongAlerts(ofWindow, window.fromEpochMs - this.lookBackMs, this.lookBackMs),
    };
  }

  private open(context: CallContext): Promise<readonly Alert[]> {
    const send = (signal: AbortSignal) => {
      const toEpochMs = this.clock.nowEpochMs();
      const window = { fromEpochMs: toEpochMs - OPEN_LOOK_BACK_MS, toEpochMs };
      return fetchAll(this.client, 'open', window, { ...context, signal });
    };
    return this.lists.get('open alerts', OPEN_MAX_AGE_MS, send, context.signal);
  }

  private ofWindow({ fromEpochMs, toEpochMs }: TimeWindow, context: CallContext): Promise<readonly Alert[]> {
    const window = { fromEpochMs: fromEpochMs - this.lookBackMs, toEpochMs };
    const send = (signal: AbortSignal) => fetchAll(this.client, 'all', window, { ...context, signal });
    return this.lists.get(`alerts from ${fromEpochMs} to ${toEpochMs}`, MAX_AGE_MS, send, context.signal);
  }
}

/**
 * Alerts are missing only on a server that selects them by their opening, and only if some of them last longer than the
 * look-back. One that lasted longer than half of it suggests that others do.
 */
function mayMissLongAlerts(alerts: readonly Alert[], requestedFromEpochMs: EpochMs, lookBackMs: number): boolean {
  const selectsByOverlap = alerts.some(({ openedEpochMs }) => openedEpochMs < requestedFromEpochMs);
  return (
    !selectsByOverlap &&
    alerts.some(({ openedEpochMs, endEpochMs }) => (endEpochMs ?? openedEpochMs) - openedEpochMs > lookBackMs / 2)
  );
}

function fetchAll(
  client: ApiClient,
  state: 'all' | 'open',
  { fromEpochMs, toEpochMs }: TimeWindow,
  context: CallContext
): Promise<readonly Alert[]> {
  const params = {
    desde: fromEpochMs,
    hasta: toEpochMs,
    estado: state === 'open' ? 'abiertas' : 'todas',
    limite: OPERATIONS.alerts.maxRows,
  } as const;
  return readList(
    (siguiente) => client.get(OPERATIONS.alerts, { ...params, siguiente }, decodeAlertsPage, context),
    ({ id }) => id
  );
}
