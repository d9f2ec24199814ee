import type { ApiClient, CallContext } from '../api/apiClient';
import { OPERATIONS } from '../api/operations';
import { readList } from '../api/pages';
import { isAbort } from '../api/telemetryError';
import { RecentResults } from '../concurrency/recentResults';
import type { DedupeRequest } from '../concurrency/requestDeduper';
import type { Clock } from '../time/clock';
import { DAY_MS, type EpochMs, SECOND_MS, type TimeWindow } from '../time/window';
import { type Alert, alertAt, decodeAlertsPage } from './alert';

export interface AlertsRequest {
  readonly window: TimeWindow;
  readonly state: 'all' | 'open';
}

export interface ReceivedAlerts {
  /** Every alert that overlaps the window, and others around it, as they are now (see `alertAt`); ascending by start. */
  readonly alerts: readonly Alert[];
  /** The ends that the server sent and that are before the start, by the id of the alert. */
  readonly earlyEnds: ReadonlyMap<string, EpochMs>;
  /** Why some alerts may be missing; undefined when none is. */
  readonly error: unknown;
  /** True when an alert may be missing because it was opened before the look-back, and is not on the list of open alerts. */
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
   * last ten years. Duplicates are merged. Both are also needed for the open alerts alone, because a server may take an end in the
   * future for one that has happened, and list its alert with the ended ones.
   * @throws TelemetryError when both requests fail
   */
  async around({ window, state }: AlertsRequest, context: CallContext): Promise<ReceivedAlerts> {
    const parts = await Promise.allSettled([this.open(context), this.ofWindow(window, context)]);
    const failures = parts.filter((part) => part.status === 'rejected').map((part): unknown => part.reason);
    const abort = failures.find(isAbort);
    if (abort !== undefined || failures.length === parts.length) {
      throw abort ?? failures[0];
    }
    const [open = [], ofWindow = []] = parts.map((part) => (part.status === 'fulfilled' ? part.value : []));
    const nowEpochMs = this.clock.nowEpochMs();
    const openIds = new Set(open.map(({ id }) => id));
    const unlisted = ofWindow.filter(({ id }) => !openIds.has(id));
    const unlistedOpen = unlisted.filter((alert) => hasUnreachedEnd(alert, nowEpochMs));
    const inWindow =
      state === 'all' || parts[0].status === 'rejected'
        ? ofWindow
        : [...ofWindow.filter(({ id }) => openIds.has(id)), ...unlistedOpen];
    // The list of the window is the younger one, and contains the ends of alerts that have just ended.
    const byId = new Map([...open, ...inWindow].map((alert) => [alert.id, alert]));
    const sent = [...byId.values()];
    return {
      alerts: sent
        .map((alert) => alertAt(alert, nowEpochMs))
        .sort((a, b) => a.startEpochMs - b.startEpochMs || (a.id < b.id ? -1 : 1)),
      earlyEnds: earlyEnds(sent),
      error: failures[0],
      mayMissLongAlerts:
        !selectsByOverlap(ofWindow, window.fromEpochMs - this.lookBackMs) &&
        (state === 'all' ? unlisted : unlistedOpen).some(
          (alert) => Math.abs(sentDurationMs(alert)) > this.lookBackMs / 2
        ),
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

/** True for an end that the server sent, and that is none yet. */
function hasUnreachedEnd(alert: Alert, nowEpochMs: EpochMs): boolean {
  return alert.endEpochMs !== undefined && alertAt(alert, nowEpochMs).endEpochMs === undefined;
}

/** An end that was cut to its second is none of them. */
function earlyEnds(alerts: readonly Alert[]): ReadonlyMap<string, EpochMs> {
  return new Map(
    alerts.flatMap(({ id, startEpochMs, endEpochMs }) =>
      endEpochMs !== undefined && endEpochMs <= startEpochMs - SECOND_MS ? [[id, endEpochMs]] : []
    )
  );
}

/*
 * Alerts are missing only on a server that selects them by their opening, and only if some that are not on the list of open alerts last
 * longer than the look-back. One that lasted longer than half of it suggests that others do; so does one whose end is no time at all.
 */

function selectsByOverlap(alerts: readonly Alert[], requestedFromEpochMs: EpochMs): boolean {
  return alerts.some(({ openedEpochMs }) => openedEpochMs < requestedFromEpochMs);
}

function sentDurationMs({ openedEpochMs, endEpochMs = openedEpochMs }: Alert): number {
  return endEpochMs - openedEpochMs;
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
