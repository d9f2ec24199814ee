import {
  type DataFrame,
  type DataQueryError,
  type DataQueryRequest,
  type DataQueryResponse,
  LoadingState,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { Observable } from 'rxjs';
import { isComplete, normalizeQuery } from '../../query/normalizeQuery';
import type { TelemetryQuery } from '../../query/telemetryQuery';
import type { DataSourceServices } from '../dataSourceServices';
import { renderHistoryFrames } from '../frames/historyFrames';
import { queryStats } from '../frames/loadSummary';
import { loadingNotice } from '../frames/notices';
import { AlertsQueryRun } from './alertsQueryRun';
import { HistoryQueryRun } from './historyQueryRun';
import { type Interpolate, interpolateQuery } from './interpolation';
import { panelPlanRequest } from './planQuery';
import { throttle } from './throttle';

/** A panel that takes longer than half a second shows what is loaded so far, then four times a second. */
const PARTIAL_RESPONSE_DELAYS = { firstMs: 500, everyMs: 250 };

type QueryRun = HistoryQueryRun | AlertsQueryRun;

/**
 * Answers a panel's request. Cold: sends nothing until it is subscribed to, and aborts everything in flight when it is
 * unsubscribed from. While loading takes long, emits what is loaded so far, at most four times a second. In the end emits
 * the whole response and completes, exactly once.
 */
export function runQuery(
  request: DataQueryRequest<TelemetryQuery>,
  services: DataSourceServices,
  interpolate: Interpolate
): Observable<DataQueryResponse> {
  return new Observable((subscriber) => {
    const controller = new AbortController();
    const fail = (error: unknown) => {
      if (!controller.signal.aborted) {
        subscriber.error(error);
      }
    };
    const runs = queryRunsOf(request, services, interpolate);
    const emitPartial = () => {
      const data = partialFrames(runs, request.timezone);
      if (data.length > 0) {
        // Not `Loading`: Grafana renders nothing of a first response in that state.
        subscriber.next({ key: request.requestId, data, state: LoadingState.Streaming });
      }
    };
    const onChange = throttle(emitPartial, {
      delays: PARTIAL_RESPONSE_DELAYS,
      clock: services.clock,
      signal: controller.signal,
      onError: fail,
    });
    Promise.all(runs.map((run) => run.run(controller.signal, onChange)))
      .then(() => {
        subscriber.next(finalResponse(runs, request));
        subscriber.complete();
      })
      .catch(fail);
    // Called after an error and after completion, too.
    return () => controller.abort();
  });
}

function queryRunsOf(
  request: DataQueryRequest<TelemetryQuery>,
  services: DataSourceServices,
  interpolate: Interpolate
): QueryRun[] {
  const planRequest = panelPlanRequest(request, services);
  const panelId = String(request.panelId ?? request.requestId);
  let firstColor = 0;
  return request.targets
    .filter((target) => !target.hide)
    .map((target) => interpolateQuery(normalizeQuery(target), interpolate))
    .filter(isComplete)
    .map((query) => {
      if (query.kind === 'alerts') {
        return new AlertsQueryRun(query, services.client, planRequest.window, request.timezone);
      }
      const run = new HistoryQueryRun(query, services, { planRequest, panelId, firstColor });
      firstColor += query.devices.length * query.tags.length;
      return run;
    });
}

function finalResponse(
  runs: readonly QueryRun[],
  { requestId, timezone }: DataQueryRequest<TelemetryQuery>
): DataQueryResponse {
  const [first, ...others] = framesOf(runs, timezone);
  const errors = runs.flatMap((run): readonly DataQueryError[] => run.errors);
  return {
    key: requestId,
    data: first === undefined ? [] : [withStats(first, historyRunsOf(runs)), ...others],
    ...(errors.length > 0 && { errors }),
    state: errors.length > 0 ? LoadingState.Error : LoadingState.Done,
  };
}

/** What is loaded so far. Without empty frames, for which panels would show "No data". */
function partialFrames(runs: readonly QueryRun[], timeZone: string): DataFrame[] {
  const [first, ...others] = framesOf(runs, timeZone).filter((frame) => frame.length > 0);
  return first === undefined ? [] : [withNotice(first, loadingNotice(historyRunsOf(runs))), ...others];
}

function framesOf(runs: readonly QueryRun[], timeZone: string): DataFrame[] {
  const rendered = renderHistoryFrames(historyRunsOf(runs), timeZone);
  return runs.flatMap((run): readonly DataFrame[] =>
    run instanceof HistoryQueryRun ? (rendered.get(run) ?? []) : run.frames
  );
}

function historyRunsOf(runs: readonly QueryRun[]): HistoryQueryRun[] {
  return runs.filter((run) => run instanceof HistoryQueryRun);
}

function withNotice(frame: DataFrame, notice: QueryResultMetaNotice): DataFrame {
  return { ...frame, meta: { ...frame.meta, notices: [notice, ...(frame.meta?.notices ?? [])] } };
}

/** Statistics of the whole panel go on its first frame, because the query inspector does not add them up. */
function withStats(frame: DataFrame, runs: readonly HistoryQueryRun[]): DataFrame {
  return { ...frame, meta: { ...frame.meta, stats: queryStats(runs) } };
}
