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

/** Shorter queries never show that they are loading. */
const LOADING_AFTER_MS = 200;

interface Ports {
  /** Names what was thrown. */
  readonly toError: (thrown: unknown) => DataQueryError;
  /** Breaks off what a data source sent with this id without listening for the end of its subscription. */
  readonly cancelRequests: (requestId: string) => void;
}

/**
 * Makes the function behind `getRunRequest()`. It runs a request and tells its state: Loading when nothing came for a
 * while, then whatever the data source says with each response, or Error. Responses with a `key` replace the earlier one
 * of that key and stand beside the others. Unsubscribing unsubscribes the data source.
 */
export function makeRunRequest({ toError, cancelRequests }: Ports) {
  return (
    datasource: DataSourceApi,
    request: DataQueryRequest,
    queryFunction?: QueryFunction
  ): Observable<PanelData> => {
    const started: PanelData = { state: LoadingState.Loading, series: [], request, timeRange: request.range };
    const targets = targetsWithDefaults(datasource, request).filter(
      // A query function of its own (a variable's) has targets that the data source's filter knows nothing of.
      (target) => queryFunction !== undefined || (datasource.filterQuery?.(target) ?? true)
    );
    if (targets.length === 0) {
      return of({ ...started, state: LoadingState.Done });
    }
    const packets = new Map<string, DataQueryResponse>();
    let latest = started;
    const answers = callQuery(datasource, { ...request, targets }, queryFunction).pipe(
      map((packet) => {
        packets.set(packet.key ?? 'A', visiblePart(packet, targets));
        request.endTime = Date.now();
        latest = combined(started, packet, [...packets.values()]);
        return latest;
      }),
      catchError((thrown: unknown) => {
        request.endTime = Date.now();
        const error = toError(thrown);
        return of({ ...latest, state: LoadingState.Error, error, errors: [error] });
      })
    );
    return loadingFirst(answers, () => latest).pipe(finalize(() => cancelRequests(request.requestId)));
  };
}

/** Not made of `takeUntil` and `share`: a source that answers at once would be subscribed, and so asked, twice. */
function loadingFirst(answers: Observable<PanelData>, latest: () => PanelData): Observable<PanelData> {
  return new Observable((subscriber) => {
    const timer = setTimeout(() => subscriber.next(latest()), LOADING_AFTER_MS);
    subscriber.add(() => clearTimeout(timer));
    subscriber.add(answers.pipe(tap(() => clearTimeout(timer))).subscribe(subscriber));
  });
}

function callQuery(datasource: DataSourceApi, request: DataQueryRequest, queryFunction?: QueryFunction) {
  return new Observable<DataQueryResponse>((subscriber) => {
    // Inside the subscription, so that a query that throws at once is an error of the stream.
    const answer = queryFunction ? queryFunction(request) : datasource.query(request);
    return from(answer).subscribe(subscriber);
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
