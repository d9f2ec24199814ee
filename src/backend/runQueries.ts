import type { DataFrame, DataQueryRequest, DataQueryResponse, Labels, QueryResultMetaNotice } from '@grafana/data';
import type { Device } from '../core/inventory/device';
import type { DataSourceServices } from '../grafana/dataSourceServices';
import { INVALID_QUERY_STATUS, NO_USABLE_RESPONSE_STATUS } from '../grafana/errorMessage';
import { knownDevices } from '../grafana/query/filter/knownDevices';
import { EXPRESSION_APP } from '../grafana/query/panelContext';
import { readyQuery } from '../kinds/readyQuery';
import { runReadyQueries } from '../kinds/runQuery';
import { translate } from '../locales/translate';
import type { TelemetryQuery } from '../kinds/kinds';
import { type HostFrame, hostFrame } from './hostFrame';
import { hasLines, serverFrames, sharedLabels } from './serverFrames';
import { chooseExpressionLabels, incompleteMessage, isAboutNow, type QueryZone, zoneNotice } from './serverQuery';

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
  /** As HTTP has it; undefined for a defect of this script. */
  readonly status?: number;
}

/**
 * Answers the queries as a panel of the browser would, once.
 * @param findZone the zone of a query; queries with different zones are executed apart
 * @throws what the signal was aborted with
 */
export async function runQueries(
  request: ServerRequest,
  findZone: (query: TelemetryQuery) => QueryZone,
  services: DataSourceServices,
  signal: AbortSignal
): Promise<ServerResponse> {
  const { purpose } = request;
  const queries = request.queries.map((saved): ServerQuery => ({
    saved,
    // Variables have no values here, so that the run reports them.
    ready: readyQuery(saved, (text) => [text]),
    zone: findZone(saved),
  }));
  const incomplete = queries.flatMap(({ saved: { refId }, ready }): QueryError[] => {
    const message = incompleteMessage(ready);
    return message === undefined ? [] : [{ refId, message, status: INVALID_QUERY_STATUS }];
  });
  const complete = queries.filter(({ saved }) => !incomplete.some(({ refId }) => refId === saved.refId));
  const zones = new Map(complete.map(({ zone }) => [zone.zone, zone]));
  const responses = await Promise.all(
    [...zones.values()].map(async (zone) => {
      const inZone = complete.filter((query) => query.zone.zone === zone.zone);
      const response = await lastResponse(inZone, panelRequest(inZone, request, zone.zone), services, signal);
      return { errors: response.errors ?? [], frames: withZoneNotices(response.data as DataFrame[], inZone, zone) };
    })
  );
  const frames = responses.flatMap((response) => response.frames);
  const errors = responses.flatMap((response) => response.errors);
  // Nobody looks at a hidden query: it is there because an expression calculates with it, also on shared dashboards.
  const isCalculatedWith = purpose === 'alerting' || complete.some(({ saved }) => saved.hide);
  const hasSeries = frames.some(hasLines);
  const { devices } = hasSeries
    ? await knownDevices({ services, isCalculated: isCalculatedWith, mayBeCalculated: true }, 'names')
    : { devices: [] };
  const answers = complete.map((query) => {
    const ofQuery = frames.filter(({ refId }) => refId === query.saved.refId);
    return createAnswer(query, ofQuery, devices, purpose);
  });
  return {
    frames: answers.flatMap((answer) => answer.frames).map(hostFrame),
    errors: [
      ...incomplete,
      ...errors.map(({ refId = '', message = '', status }) => ({ refId, message, status })),
      ...answers.flatMap((answer) => answer.errors),
    ],
  };
}

/** A query of the server, read once. */
interface ServerQuery {
  readonly saved: TelemetryQuery;
  readonly ready: ReturnType<typeof readyQuery>;
  readonly zone: QueryZone;
}

interface QueryAnswer {
  readonly frames: readonly DataFrame[];
  readonly errors: readonly QueryError[];
}

function createAnswer(
  { saved: { refId }, ready }: ServerQuery,
  frames: readonly DataFrame[],
  devices: readonly Device[],
  purpose: ServerRequest['purpose']
): QueryAnswer {
  const options = { devices, expressionLabels: chooseExpressionLabels(ready) };
  const shared = sharedLabels(frames, options);
  const failures = frames
    .flatMap(listFailures)
    .map((message) => ({ refId, message, status: NO_USABLE_RESPONSE_STATUS }));
  const answered = serverFrames(frames.map(withoutFailures), options);
  const isSeries = frames.some(hasLines);
  return {
    // No expression can use bands and marks of open steps.
    frames: purpose === 'alerting' && isSeries ? answered.filter(({ meta }) => meta?.type !== undefined) : answered,
    errors:
      shared === undefined
        ? failures
        : [...failures, { refId, message: sharedLabelsMessage(shared), status: INVALID_QUERY_STATUS }],
  };
}

/**
 * What is missing because a request failed. In a panel it is a notice beside the rest of the data; a rule or an expression would
 * calculate with the rest and take what is missing for silence, so here it is an error.
 */
function listFailures({ meta }: DataFrame): string[] {
  return (meta?.notices ?? []).flatMap((notice) => (isFailure(notice) ? [notice.text] : []));
}

function withoutFailures(frame: DataFrame): DataFrame {
  const { meta } = frame;
  return meta?.notices?.some(isFailure) === true
    ? { ...frame, meta: { ...meta, notices: meta.notices.filter((notice) => !isFailure(notice)) } }
    : frame;
}

function isFailure({ severity }: QueryResultMetaNotice): boolean {
  return severity === 'error';
}

function sharedLabelsMessage({ device = '' }: Labels): string {
  return translate(
    'server.sharedLabels',
    'The query selects several tags of {{device}}, whose labels would be the same. Choose one tag, or the labels of device and tag.',
    { device }
  );
}

function lastResponse(
  queries: readonly ServerQuery[],
  request: DataQueryRequest<TelemetryQuery>,
  services: DataSourceServices,
  signal: AbortSignal
): Promise<DataQueryResponse> {
  return new Promise((resolve, reject) => {
    let last: DataQueryResponse = { data: [] };
    const ready = queries.map((query) => query.ready);
    const subscription = runReadyQueries(request, ready, services).subscribe({
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
  queries: readonly ServerQuery[],
  { fromEpochMs, toEpochMs, maxDataPoints, intervalMs, purpose, visualization }: ServerRequest,
  timezone: string
): DataQueryRequest<TelemetryQuery> {
  const isAlerting = purpose === 'alerting';
  const range = { from: instant(fromEpochMs), to: instant(toEpochMs) };
  return {
    requestId: 'server',
    // Grafana sends hidden queries only if an expression calculates with them.
    targets: queries.map(({ saved }) => ({ ...saved, hide: false })),
    range,
    timezone,
    maxDataPoints: isAlerting ? Math.min(maxDataPoints, ALERT_POINTS) : maxDataPoints,
    // Alert rules send one second without anybody having set it.
    intervalMs: isAlerting ? 0 : intervalMs,
    // One value per tag, without bands and tables.
    panelPluginId: isAlerting ? 'stat' : visualization || undefined,
    app: isAlerting ? EXPRESSION_APP : undefined,
  } as unknown as DataQueryRequest<TelemetryQuery>;
}

/** As much of Grafana's `DateTime` as a request needs. */
function instant(epochMs: number): { readonly valueOf: () => number } {
  return { valueOf: () => epochMs };
}

/** On the first frame of each query that has points in time, unless it is about now: then no zone makes a difference. */
function withZoneNotices(frames: readonly DataFrame[], queries: readonly ServerQuery[], zone: QueryZone): DataFrame[] {
  const noticed = new Set<string | undefined>(
    queries.filter(({ ready }) => isAboutNow(ready)).map(({ saved }) => saved.refId)
  );
  return frames.map((frame) => {
    if (noticed.has(frame.refId) || frame.meta?.preferredVisualisationType === 'table') {
      return frame;
    }
    noticed.add(frame.refId);
    return { ...frame, meta: { ...frame.meta, notices: [...(frame.meta?.notices ?? []), zoneNotice(zone)] } };
  });
}
