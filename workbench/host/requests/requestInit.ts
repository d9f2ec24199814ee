import type { BackendSrvRequest } from '@grafana/runtime';

/** The URL of a request. Undefined parameters and empty lists are omitted; a list repeats the parameter name. */
export function requestUrl({ url, params }: BackendSrvRequest): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries<unknown>(params ?? {})) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const item of values) {
      if (item !== undefined) {
        pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(item))}`);
      }
    }
  }
  const absolute = /^(https?:)?\//.test(url) ? url : `/${url}`;
  return pairs.length > 0 ? `${absolute}${absolute.includes('?') ? '&' : '?'}${pairs.join('&')}` : absolute;
}

/** The options for `fetch`. An object is sent as JSON. */
export function requestInit(
  { method, headers, data, credentials }: BackendSrvRequest,
  signal: AbortSignal
): RequestInit {
  const requestHeaders = new Headers({ accept: 'application/json, text/plain, */*' });
  for (const [name, value] of Object.entries<unknown>(headers ?? {})) {
    requestHeaders.set(name, String(value));
  }
  const body = requestBody(data);
  if (typeof body === 'string' && !requestHeaders.has('content-type')) {
    requestHeaders.set('content-type', 'application/json');
  }
  return { method: method ?? 'GET', headers: requestHeaders, body, signal, credentials: credentials ?? 'same-origin' };
}

function requestBody(data: unknown): BodyInit | undefined {
  if (data === undefined || data === null) {
    return undefined;
  }
  if (typeof data === 'string' || data instanceof FormData || data instanceof Blob || data instanceof URLSearchParams) {
    return data;
  }
  return JSON.stringify(data);
}
