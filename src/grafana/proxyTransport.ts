import { type BackendSrv, type FetchError, type FetchResponse, isFetchError } from '@grafana/runtime';
import { defer, firstValueFrom, fromEvent, map, merge, type Observable, of, takeUntil } from 'rxjs';
import type { ApiResponse, Transport } from '../core/api/transport';
import { type Clock, systemClock } from '../core/time/clock';

/** Grafana's proxy responds with this text and status 400 when the API responds with 401. */
const PROXY_REJECTED_KEY = /authentication to data source failed/i;

/** Twice the default timeout of Grafana's proxy. A request that hangs must not hold its slot forever. */
const REQUEST_TIMEOUT_MS = 60_000;

interface ProxyOptions {
  /** How long a request may take, its body included. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

/**
 * Sends the core's requests through Grafana's data proxy, where the routes of plugin.json add the key.
 * @param proxyUrl the URL of the data source at the proxy, without a trailing slash
 */
export function createProxyTransport(
  backend: Pick<BackendSrv, 'fetch'>,
  proxyUrl: string,
  { timeoutMs = REQUEST_TIMEOUT_MS, clock = systemClock }: ProxyOptions = {}
): Transport {
  return async ({ path, params, noCache }, signal) => {
    const url = `${proxyUrl}/${path}`;
    const done = new AbortController();
    try {
      const headers = noCache ? { headers: { 'Cache-Control': 'no-cache' } } : {};
      const response = backend.fetch<unknown>({ url, params, method: 'GET', showErrorAlert: false, ...headers });
      const tooLate = defer(() => clock.sleep(timeoutMs, done.signal)).pipe(
        map((): never => {
          throw new Error(`no complete response within ${timeoutMs / 1000} seconds`);
        })
      );
      return toApiResponse(await firstValueFrom(merge(response, tooLate).pipe(takeUntil(aborted(signal)))));
    } catch (error) {
      if (signal.aborted) {
        throw signal.reason;
      }
      // Without a positive status there was no response.
      if (isFetchError(error) && error.status > 0 && !error.cancelled) {
        return toErrorResponse(error);
      }
      throw isFetchError(error) ? new Error(error.statusText || 'no response') : error;
    } finally {
      done.abort();
    }
  };
}

/** Emits when the signal is aborted: unsubscribing ends the request itself in every version of Grafana. */
function aborted(signal: AbortSignal): Observable<unknown> {
  return signal.aborted ? of(undefined) : fromEvent(signal, 'abort');
}

function toApiResponse(response: FetchResponse<unknown>): ApiResponse {
  return { status: response.status, body: response.data, header: (name) => response.headers.get(name) ?? undefined };
}

function toErrorResponse(error: FetchError<unknown>): ApiResponse {
  const body: unknown = error.data;
  const keyRejected = error.status === 400 && PROXY_REJECTED_KEY.test(JSON.stringify(body ?? ''));
  // Grafana's errors have no headers, so Retry-After is unknown here.
  return { status: keyRejected ? 401 : error.status, body, header: () => undefined };
}
