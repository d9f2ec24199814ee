import type { BackendSrvRequest } from '@grafana/runtime';

/** The address of a request: parameters that are undefined or an empty list are left out, lists repeat their name. */
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

/** What fetch gets beside the address; an object as body goes as JSON. */
export function requestInit(
  { method, headers, data, credentials }: BackendSrvRequest,
  signal: AbortSignal
): RequestInit {
  const sent = new Headers({ accept: 'application/json, text/plain, */*' });
  for (const [name, value] of Object.entries<unknown>(headers ?? {})) {
    sent.set(name, String(value));
  }
  const body = requestBody(data);
  if (typeof body === 'string' && !sent.has('content-type')) {
    sent.set('content-type', 'application/json');
  }
  return { method: method ?? 'GET', headers: sent, body, signal, credentials: credentials ?? 'same-origin' };
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
