import { type BackendSrv, type FetchError, type FetchResponse, isFetchError } from '@grafana/runtime';
import { defer, firstValueFrom, fromEvent, map, merge, type Observable, of, takeUntil } from 'rxjs';
import { OPERATIONS } from '../core/api/operations';
import type { ApiResponse, Transport } from '../core/api/transport';
import { COLUMNS_TYPE, decodePageColumns } from '../core/history/pageColumns';
import { type Clock, systemClock } from '../core/time/clock';

/** Grafana's proxy responds with this text and status 400 when the API responds with 401. */
const PROXY_REJECTED_KEY = /authentication to data source failed/i;

/** Twice the default timeout of Grafana's proxy. A request that hangs must not hold its slot forever. */
const REQUEST_TIMEOUT_MS = 60_000;

interface TransportOptions {
  /** How long a request may take, its body included. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  /** True: history is asked for as columns. Whoever does not know them responds with JSON. */
  readonly takesColumns?: boolean;
}

/**
 * Sends the core's requests through Grafana: its data proxy, where the routes of plugin.json add the key, or the resources of the backend.
 * @param baseUrl what the paths of the requests are below, without a trailing slash
 */
export function createGrafanaTransport(
  backend: Pick<BackendSrv, 'fetch'>,
  baseUrl: string,
  { timeoutMs = REQUEST_TIMEOUT_MS, clock = systemClock, takesColumns = false }: TransportOptions = {}
): Transport {
  return async ({ path, params, noCache }, signal) => {
    const url = `${baseUrl}/${path}`;
    const done = new AbortController();
    try {
      const asColumns = takesColumns && path === OPERATIONS.history.path;
      const headers = { ...(noCache && { 'Cache-Control': 'no-cache' }), ...(asColumns && { Accept: COLUMNS_TYPE }) };
      const response = backend.fetch<unknown>({
        url,
        params,
        method: 'GET',
        showErrorAlert: false,
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(asColumns && { responseType: 'arraybuffer' as const }),
      });
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

function toApiResponse({ status, data, headers }: FetchResponse<unknown>): ApiResponse {
  return readResponse(status, data, (name) => headers.get(name) ?? undefined);
}

/**
 * The response to a request, as Grafana or the backend sends it.
 * @param data parsed, or the bytes of JSON, of a text, or of a page of history as columns
 * @throws TelemetryError `malformed` for columns that cannot be read
 */
export function readResponse(status: number, data: unknown, header: ApiResponse['header']): ApiResponse {
  if (isBuffer(data) && header('content-type') === COLUMNS_TYPE) {
    return { status, ...decodePageColumns(new Uint8Array(data)), header };
  }
  const body = parseBuffer(data);
  const keyRejected = status === 400 && PROXY_REJECTED_KEY.test(JSON.stringify(body ?? ''));
  return { status: keyRejected ? 401 : status, body, header };
}

/** Not `instanceof`: Grafana's sandbox for plugins has another `ArrayBuffer`. */
function isBuffer(data: unknown): data is ArrayBuffer {
  return Object.prototype.toString.call(data) === '[object ArrayBuffer]';
}

/** What Grafana does with a body unless bytes were asked for. */
function parseBuffer(data: unknown): unknown {
  if (!isBuffer(data)) {
    return data;
  }
  const text = new TextDecoder().decode(data);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toErrorResponse(error: FetchError<unknown>): ApiResponse {
  // Grafana's errors have no headers, so Retry-After is unknown here.
  return readResponse(error.status, error.data, () => undefined);
}
