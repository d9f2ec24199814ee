import type { DataFrame, DataQueryRequest, Labels, QueryResultMetaNotice } from '@grafana/data';
import type { Device } from '../core/inventory/device';
import type { DataSourceServices } from '../grafana/dataSourceServices';
import { INVALID_QUERY_STATUS, NO_USABLE_RESPONSE_STATUS } from '../grafana/errorMessage';
import { withVisibleEmptiness } from '../grafana/frames/emptyFrames';
import type { RunFrame, RunFrames } from '../grafana/frames/runFrames';
import { knownDevices } from '../grafana/query/filter/knownDevices';
import { createPanelContext, EXPRESSION_APP } from '../grafana/query/panelContext';
import { readyQuery } from '../kinds/readyQuery';
import { answerQueries, answerResponse } from '../kinds/runQuery';
import { translate } from '../locales/translate';
import type { TelemetryQuery } from '../kinds/kinds';
import { type HostFrame, hostFrame } from './hostFrame';
import { serverFrames, sharedLabels } from './serverFrames';
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
      const panel = createPanelContext(panelRequest(inZone, request, zone.zone), services);
      const answer = await answerQueries(
        inZone.map(({ ready }) => ready),
        panel,
        signal
      );
      const { data, errors = [] } = withVisibleEmptiness(answerResponse(answer), panel.visualization);
      // All of them, or none.
      const frames = (data as DataFrame[]).map((frame, index) => ({ ...answer.frames[index]!, frame }));
      return { errors, frames: withZoneNotices(frames, inZone, zone) };
    })
  );
  const frames = responses.flatMap((response) => response.frames);
  const errors = responses.flatMap((response) => response.errors);
  // Nobody looks at a hidden query: it is there because an expression calculates with it, also on shared dashboards.
  const isCalculatedWith = purpose === 'alerting' || complete.some(({ saved }) => saved.hide);
  const hasSeries = frames.some(isSeries);
  const { devices } = hasSeries
    ? await knownDevices({ services, isCalculated: isCalculatedWith, mayBeCalculated: true }, 'names')
    : { devices: [] };
  const answers = complete.map((query) => {
    const ofQuery = frames.filter(({ frame }) => frame.refId === query.saved.refId);
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
  frames: RunFrames,
  devices: readonly Device[],
  purpose: ServerRequest['purpose']
): QueryAnswer {
  const options = { devices, expressionLabels: chooseExpressionLabels(ready) };
  const shared = sharedLabels(frames, options);
  // What is missing because a request failed. In a panel it is a notice beside the rest of the data; a rule or an expression would
  // calculate with the rest and take what is missing for silence, so here it is an error.
  const failures = frames
    .flatMap(({ frame: { meta } }) => (meta?.notices ?? []).filter(isFailure))
    .map(({ text }) => ({ refId, message: text, status: NO_USABLE_RESPONSE_STATUS }));
  // Rules cannot use what is around series.
  const used = purpose === 'alerting' && frames.some(isSeries) ? frames.filter(isSeries) : frames;
  return {
    frames: serverFrames(
      used.map((one) => ({ ...one, frame: withoutFailures(one.frame) })),
      options
    ),
    errors:
      shared === undefined
        ? failures
        : [...failures, { refId, message: sharedLabelsMessage(shared), status: INVALID_QUERY_STATUS }],
  };
}

function withoutFailures(frame: DataFrame): DataFrame {
  const { notices } = frame.meta ?? {};
  return notices ? { ...frame, meta: { ...frame.meta, notices: notices.filter((one) => !isFailure(one)) } } : frame;
}

function isFailure({ severity }: QueryResultMetaNotice): boolean {
  return severity === 'error';
}

function isSeries({ role }: RunFrame): boolean {
  return role === 'series';
}

function sharedLabelsMessage({ device = '' }: Labels): string {
  return translate(
    'server.sharedLabels',
    'The query selects several tags of {{device}}, whose labels would be the same. Choose one tag, or the labels of device and tag.',
    { device }
  );
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
function withZoneNotices(frames: RunFrames, queries: readonly ServerQuery[], zone: QueryZone): RunFrames {
  const noticed = new Set<string | undefined>(
    queries.filter(({ ready }) => isAboutNow(ready)).map(({ saved }) => saved.refId)
  );
  return frames.map((one) => {
    const { refId, meta } = one.frame;
    if (noticed.has(refId) || meta?.preferredVisualisationType === 'table') {
      return one;
    }
    noticed.add(refId);
    const notices = [...(meta?.notices ?? []), zoneNotice(zone)];
    return { ...one, frame: { ...one.frame, meta: { ...meta, notices } } };
  });
}
