import {
  CoreApp,
  DataTopic,
  LoadingState,
  type DataQueryError,
  type DataQueryRequest,
  type DataQueryResponse,
  type DataSourceApi,
  type PanelData,
} from '@grafana/data';
import { catchError, finalize, from, map, Observable, of, tap } from 'rxjs';

type QueryFunction = (request: DataQueryRequest) => Promise<DataQueryResponse> | Observable<DataQueryResponse>;

/** Queries faster than this never emit the Loading state. */
const LOADING_DELAY_MS = 200;

interface Ports {
  /** Converts an exception to a query error. */
  readonly toError: (cause: unknown) => DataQueryError;
  /** Cancels requests with this id from a data source that does not cancel them on unsubscribe. */
  readonly cancelRequests: (requestId: string) => void;
}

/**
 * Creates the function behind `getRunRequest()`. It emits Loading if the first response takes a while, then the state of
 * each response, or Error. A response replaces an earlier one with the same `key` and is combined with the others.
 * Unsubscribing also unsubscribes from the data source.
 */
export function makeRunRequest({ toError, cancelRequests }: Ports) {
  return (
    datasource: DataSourceApi,
    request: DataQueryRequest,
    queryFunction?: QueryFunction
  ): Observable<PanelData> => {
    const started: PanelData = { state: LoadingState.Loading, series: [], request, timeRange: request.range };
    const targets = targetsWithDefaults(datasource, request).filter(
      // The filter of the data source does not apply to the targets of a custom query function, such as a variable's.
      (target) => queryFunction !== undefined || (datasource.filterQuery?.(target) ?? true)
    );
    if (targets.length === 0) {
      return of({ ...started, state: LoadingState.Done });
    }
    const packets = new Map<string, DataQueryResponse>();
    let latest = started;
    const results = callQuery(datasource, { ...request, targets }, queryFunction).pipe(
      map((packet) => {
        packets.set(packet.key ?? 'A', visiblePart(packet, targets));
        request.endTime = Date.now();
        latest = combined(started, packet, [...packets.values()]);
        return latest;
      }),
      catchError((cause: unknown) => {
        request.endTime = Date.now();
        const error = toError(cause);
        return of({ ...latest, state: LoadingState.Error, error, errors: [error] });
      })
    );
    return loadingFirst(results, () => latest).pipe(finalize(() => cancelRequests(request.requestId)));
  };
}

/** `takeUntil` and `share` would subscribe twice to a source that emits synchronously, and so send its query twice. */
function loadingFirst(results: Observable<PanelData>, latest: () => PanelData): Observable<PanelData> {
  return new Observable((subscriber) => {
    const timer = setTimeout(() => subscriber.next(latest()), LOADING_DELAY_MS);
    subscriber.add(() => clearTimeout(timer));
    subscriber.add(results.pipe(tap(() => clearTimeout(timer))).subscribe(subscriber));
  });
}

function callQuery(datasource: DataSourceApi, request: DataQueryRequest, queryFunction?: QueryFunction) {
  return new Observable<DataQueryResponse>((subscriber) => {
    // Called inside the subscription, so that a synchronous exception becomes an error of the stream.
    const response = queryFunction ? queryFunction(request) : datasource.query(request);
    return from(response).subscribe(subscriber);
  });
}

function targetsWithDefaults(datasource: DataSourceApi, request: DataQueryRequest) {
  const defaults = datasource.getDefaultQuery?.(CoreApp.PanelEditor);
  return request.targets.map((target) => (typeof target === 'object' ? { ...defaults, ...target } : target));
}

function visiblePart(packet: DataQueryResponse, targets: DataQueryRequest['targets']): DataQueryResponse {
  if (!Array.isArray(packet.data)) {
    throw new Error(`Expected response data to be array, got ${typeof packet.data}.`);
  }
  const hidden = new Set(targets.filter((target) => target.hide).map((target) => target.refId));
  return hidden.size === 0 ? packet : { ...packet, data: packet.data.filter((frame) => !hidden.has(frame.refId)) };
}

function combined(started: PanelData, newest: DataQueryResponse, packets: DataQueryResponse[]): PanelData {
  const frames = packets.flatMap((packet) => packet.data);
  const isAnnotation = (frame: { meta?: { dataTopic?: DataTopic } }) => frame.meta?.dataTopic === DataTopic.Annotations;
  const errors = packets.flatMap((packet) => packet.errors ?? (packet.error ? [packet.error] : []));
  return {
    ...started,
    state: errors.length > 0 ? LoadingState.Error : (newest.state ?? LoadingState.Done),
    series: frames.filter((frame) => !isAnnotation(frame)),
    annotations: frames.filter(isAnnotation),
    error: errors[0],
    errors: errors.length > 0 ? errors : undefined,
  };
}
