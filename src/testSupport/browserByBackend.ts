import { gunzipSync } from 'node:zlib';
import type { BackendSrv, BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { from, map, mergeMap, type Observable, of, throwError } from 'rxjs';
import { OPERATIONS } from '../core/api/operations';
import { systemClock } from '../core/time/clock';
import type { BackendHost, BackendRequest } from './backendHost';

/** What a browser receives of history. */
export type BrowserTraffic = {
  requests: number;
  /** As they are sent, without headers. */
  bytes: number;
  /** Decompressed. */
  readonly bodies: Uint8Array[];
};

export function noTraffic(): BrowserTraffic {
  return { requests: 0, bytes: 0, bodies: [] };
}

/** No page ends with it. */
const CHUNK_BYTES = 1009;

/**
 * Grafana as a browser sees it, with the backend of the plugin behind its resources.
 * @param source whose settings the backend gets
 * @param roundTripMs of every request, in addition to its own time
 */
export function browserByBackend(
  host: BackendHost,
  source: Omit<BackendRequest, 'resource' | 'body'>,
  traffic: BrowserTraffic = noTraffic(),
  roundTripMs = 0
): Pick<BackendSrv, 'fetch' | 'chunked'> {
  const send = async ({ url, params, data, headers }: BackendSrvRequest): Promise<FetchResponse<ArrayBuffer>> => {
    const [path] = url.split(/.*\/resources\//).slice(1);
    await systemClock.sleep(roundTripMs, new AbortController().signal);
    const { status = 0, ...received } = await host.send({
      ...source,
      headers: { ...(headers as Record<string, string>), 'Accept-Encoding': 'gzip, deflate, br' },
      resource: params === undefined ? path! : `${path}?${new URLSearchParams(params).toString()}`,
      ...(data !== undefined && { body: data as unknown }),
    });
    const header = new Headers(Object.entries(received.headers ?? {}).map(([name, [value]]) => [name, value!]));
    const sent = Buffer.from(received.body ?? '', 'base64');
    const plain = Uint8Array.from(header.get('content-encoding') === 'gzip' ? gunzipSync(sent) : sent);
    if (url.endsWith(OPERATIONS.history.path)) {
      traffic.requests++;
      traffic.bytes += sent.length;
      traffic.bodies.push(plain);
    }
    return { status, headers: header, data: plain.buffer } as FetchResponse<ArrayBuffer>;
  };
  const fetch = (request: BackendSrvRequest) =>
    from(send(request)).pipe(
      mergeMap((response) => (response.status < 400 ? of(response) : throwError(() => response)))
    );
  const chunked = (request: BackendSrvRequest): Observable<FetchResponse<Uint8Array | undefined>> =>
    from(send(request)).pipe(
      mergeMap((response) => from(chunks(response.data)).pipe(map((data) => ({ ...response, data }))))
    );
  return { fetch, chunked } as unknown as Pick<BackendSrv, 'fetch' | 'chunked'>;
}

/** The last one is empty, as in Grafana. */
function* chunks(buffer: ArrayBuffer): Generator<Uint8Array | undefined> {
  for (let start = 0; start < buffer.byteLength; start += CHUNK_BYTES) {
    yield new Uint8Array(buffer, start, Math.min(CHUNK_BYTES, buffer.byteLength - start));
  }
  yield undefined;
}
