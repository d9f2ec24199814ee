import { type DataQueryRequest, type DataQueryResponse, LoadingState } from '@grafana/data';
import { Observable } from 'rxjs';
import { isAbort } from '../core/api/telemetryError';
import { isComplete, normalizeQuery } from '../query/normalizeQuery';
import { type TelemetryQuery } from '../query/telemetryQuery';
import { alertsResponse } from './alertsResponse';
import { errorText } from './errorText';
import { historyResponse, type TargetResponse } from './historyResponse';
import { type HistoryTools } from './historyTools';
import { type Interpolate, interpolateQuery } from './interpolation';

/**
 * Answers a panel's request. Cold: nothing is asked for until somebody subscribes, and everything in flight is
 * ended when nobody listens any more. Emits the answer and completes, exactly once.
 */
export function runQuery(
  request: DataQueryRequest<TelemetryQuery>,
  tools: HistoryTools,
  interpolate: Interpolate
): Observable<DataQueryResponse> {
  return new Observable((subscriber) => {
    const controller = new AbortController();
    answer(request, tools, interpolate, controller.signal)
      .then((response) => {
        subscriber.next(response);
        subscriber.complete();
      })
      .catch((error: unknown) => {
        if (!isAbort(error)) {
          subscriber.error(error);
        }
      });
    return () => controller.abort();
  });
}

async function answer(
  request: DataQueryRequest<TelemetryQuery>,
  tools: HistoryTools,
  interpolate: Interpolate,
  signal: AbortSignal
): Promise<DataQueryResponse> {
  const queries = request.targets
    .filter((target) => !target.hide)
    .map((target) => interpolateQuery(normalizeQuery(target), interpolate))
    .filter(isComplete);
  let colors = 0;
  const responses = await Promise.all(
    queries.map((query) => {
      const firstColor = colors;
      colors += query.kind === 'history' ? query.devices.length * query.tags.length : 0;
      return answerOne(query, request, tools, firstColor, signal);
    })
  );
  const errors = responses.flatMap((response) => response.errors);
  return {
    key: request.requestId,
    data: responses.flatMap((response) => response.frames),
    ...(errors.length > 0 && { errors }),
    state: errors.length > 0 ? LoadingState.Error : LoadingState.Done,
  };
}

async function answerOne(
  query: TelemetryQuery,
  request: DataQueryRequest<TelemetryQuery>,
  tools: HistoryTools,
  firstColor: number,
  signal: AbortSignal
): Promise<TargetResponse> {
  try {
    return query.kind === 'alerts'
      ? await alertsResponse(query, request, tools.client, signal)
      : await historyResponse(query, request, tools, firstColor, signal);
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    return { frames: [], errors: [{ refId: query.refId, message: errorText(error) }] };
  }
}
