import { type BackendSrv, type FetchError, type FetchResponse, isFetchError } from '@grafana/runtime';
import { fromEvent, lastValueFrom, type Observable, of, takeUntil, timeout } from 'rxjs';
import type { ApiResponse, Transport } from '../core/api/transport';

/** What Grafana's proxy answers, with status 400, when the API itself answered 401. */
const PROXY_REJECTED_KEY = /authentication to data source failed/i;

/** Twice what Grafana's proxy waits by default. A request that hangs must not hold its place for ever. */
const ANSWER_WITHIN_MS = 60_000;

/**
 * Sends the core's requests through Grafana's data proxy, where the routes of plugin.json add the key.
 * @param proxyUrl the data source's address at the proxy, without a slash at the end
 */
export function createBackendTransport(
  backend: Pick<BackendSrv, 'fetch'>,
  proxyUrl: string,
  answerWithinMs = ANSWER_WITHIN_MS
): Transport {
  return async ({ path, params }, signal) => {
    const url = `${proxyUrl}/${path}`;
    try {
      const response = backend.fetch<unknown>({ url, params, method: 'GET', showErrorAlert: false });
      return toApiResponse(await lastValueFrom(response.pipe(timeout(answerWithinMs), takeUntil(aborted(signal)))));
    } catch (error) {
      if (signal.aborted) {
        throw signal.reason;
      }
      // A status of 0 and the like mean that no answer came.
      if (isFetchError(error) && error.status > 0 && !error.cancelled) {
        return toErrorResponse(error);
      }
      throw isFetchError(error) ? new Error(error.statusText || 'no answer') : error;
    }
  };
}

/** Emits when the signal is aborted: unsubscribing is what makes every version of Grafana end the request itself. */
function aborted(signal: AbortSignal): Observable<unknown> {
  return signal.aborted ? of(undefined) : fromEvent(signal, 'abort');
}

function toApiResponse(response: FetchResponse<unknown>): ApiResponse {
  return { status: response.status, body: response.data, header: (name) => response.headers.get(name) };
}

function toErrorResponse(error: FetchError<unknown>): ApiResponse {
  const body: unknown = error.data;
  const keyRejected = error.status === 400 && PROXY_REJECTED_KEY.test(JSON.stringify(body ?? ''));
  // Grafana's errors carry no headers, so what the server said of Retry-After is not to be had here.
  return { status: keyRejected ? 401 : error.status, body, header: () => null };
}
