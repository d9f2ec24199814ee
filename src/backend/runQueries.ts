import type { DataFrame, DataQueryRequest, DataQueryResponse } from '@grafana/data';
import { TelemetryError } from '../core/api/telemetryError';
import type { Device } from '../core/inventory/device';
import type { DataSourceServices } from '../grafana/dataSourceServices';
import { runQuery } from '../grafana/query/runQuery';
import type { TelemetryQuery } from '../query/telemetryQuery';
import { alertingFrames } from './alertingFrames';
import { type HostFrame, hostFrame } from './hostFrame';
import { type QueryZone, zoneNotice } from './queryZone';
import { incompleteMessage } from './serverQuery';

/** Queries that Grafana's server sends, all with the same range. */
export interface ServerRequest {
  readonly queries: readonly TelemetryQuery[];
  readonly fromEpochMs: number;
  readonly toEpochMs: number;
  readonly maxDataPoints: number;
  readonly intervalMs: number;
  /** `alerting`: alert rules and expressions, which calculate with the values; `panel`: they are shown. */
  readonly purpose: 'alerting' | 'panel';
  /** The visualization of a panel; empty if it is unknown. */
  readonly visualization: string;
}

export interface ServerResponse {
  readonly frames: readonly HostFrame[];
  readonly errors: readonly QueryError[];
}

interface QueryError {
  readonly refId: string;
  readonly message: string;
}

/**
 * Answers the queries as a panel of the browser would, once.
 * @param zoneOf the zone of a query; queries with different zones are executed apart
 * @throws what the signal was aborted with
 */
export async function runQueries(
  request: ServerRequest,
  zoneOf: (query: TelemetryQuery) => QueryZone,
  services: DataSourceServices,
  signal: AbortSignal
): Promise<ServerResponse> {
  const { queries, purpose } = request;
  const incomplete = queries.flatMap((query): QueryError[] => {
    const message = incompleteMessage(query);
    return message === undefined ? [] : [{ refId: query.refId, message }];
  });
  const complete = queries.filter(({ refId }) => !incomplete.some((failed) => failed.refId === refId));
  const zones = new Map(complete.map((query) => [zoneOf(query).zone, zoneOf(query)]));
  const responses = await Promise.all(
    [...zones.values()].map(async (zone) => {
      const targets = complete.filter((query) => zoneOf(query).zone === zone.zone);
      const response = await lastResponse(panelRequest(targets, request, zone.zone), services, signal);
      return { errors: response.errors ?? [], frames: withZoneNotices(response.data as DataFrame[], zone) };
    })
  );
  const frames = responses.flatMap((response) => response.frames);
  const errors = responses.flatMap((response) => response.errors);
  // Nobody looks at a hidden query: it is there because an expression calculates with it, also on shared dashboards.
  const hidden = new Set(complete.filter(({ hide }) => hide).map(({ refId }) => refId));
  const isCalculatedWith = ({ refId = '' }: DataFrame) => purpose === 'alerting' || hidden.has(refId);
  const devices = frames.some(isCalculatedWith) ? await labelledDevices(services) : [];
  return {
    frames: frames
      .flatMap((frame) => (isCalculatedWith(frame) ? alertingFrames([frame], devices) : [frame]))
      .map(hostFrame),
    errors: [...incomplete, ...errors.map(({ refId = '', message = '' }) => ({ refId, message }))],
  };
}

/**
 * The devices for the labels of alert instances, which must not change from one evaluation to the next: if the inventory cannot
 * be read just now, there are no frames.
 */
async function labelledDevices({ inventory }: DataSourceServices): Promise<readonly Device[]> {
  try {
    return await inventory.devices();
  } catch (error) {
    if (error instanceof TelemetryError && error.kind === 'forbidden') {
      return [];
    }
    throw error;
  }
}

function lastResponse(
  request: DataQueryRequest<TelemetryQuery>,
  services: DataSourceServices,
  signal: AbortSignal
): Promise<DataQueryResponse> {
  return new Promise((resolve, reject) => {
    let last: DataQueryResponse = { data: [] };
    // Variables have no values here, so that the run reports them.
    const subscription = runQuery(request, services, (text) => [text]).subscribe({
      next: (response) => (last = response),
      error: reject,
      complete: () => resolve(last),
    });
    signal.addEventListener('abort', () => {
      subscription.unsubscribe();
      reject(signal.reason);
    });
  });
}

/** An alert rule has no width, and Grafana sends 43,200 points for it: a level that follows it would always be the readings. */
const ALERT_POINTS = 1000;

function panelRequest(
  targets: TelemetryQuery[],
  { fromEpochMs, toEpochMs, maxDataPoints, intervalMs, purpose, visualization }: ServerRequest,
  timezone: string
): DataQueryRequest<TelemetryQuery> {
  const isAlerting = purpose === 'alerting';
  const range = { from: instant(fromEpochMs), to: instant(toEpochMs) };
  return {
    requestId: 'server',
    // Grafana sends hidden queries only if an expression calculates with them.
    targets: targets.map((query) => ({ ...(isAlerting ? counted(query) : query), hide: false })),
    range,
    timezone,
    maxDataPoints: isAlerting ? Math.min(maxDataPoints, ALERT_POINTS) : maxDataPoints,
    // Alert rules send one second without anybody having set it.
    intervalMs: isAlerting ? 0 : intervalMs,
    // One value per tag, without bands and tables.
    panelPluginId: isAlerting ? 'stat' : visualization || undefined,
  } as unknown as DataQueryRequest<TelemetryQuery>;
}

/** An alert rule cannot use a table of alerts. */
function counted(query: TelemetryQuery): TelemetryQuery {
  return query.kind === 'alerts' ? { ...query, format: 'count' } : query;
}

/** As much of Grafana's `DateTime` as a request needs. */
function instant(epochMs: number): { readonly valueOf: () => number } {
  return { valueOf: () => epochMs };
}

/** On the first frame of each query that has points in time. */
function withZoneNotices(frames: readonly DataFrame[], zone: QueryZone): DataFrame[] {
  const noticed = new Set<string | undefined>();
  return frames.map((frame) => {
    if (noticed.has(frame.refId) || frame.meta?.preferredVisualisationType === 'table') {
      return frame;
    }
    noticed.add(frame.refId);
    return { ...frame, meta: { ...frame.meta, notices: [...(frame.meta?.notices ?? []), zoneNotice(zone)] } };
  });
}
