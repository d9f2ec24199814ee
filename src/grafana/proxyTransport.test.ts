import type { BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { defer, finalize, NEVER, type Observable, of, throwError } from 'rxjs';
import { createProxyTransport } from './proxyTransport';

const REQUEST = { path: 'v1/lecturas', params: { dispositivo: 'P&1', tag: 'a/b' } };
const NEVER_ABORTED = new AbortController().signal;

function transportTo(respond: () => Observable<unknown>) {
  const requests: BackendSrvRequest[] = [];
  const fetch = <T>(request: BackendSrvRequest) => {
    requests.push(request);
    return respond() as Observable<FetchResponse<T>>;
  };
  return { requests, transport: createProxyTransport({ fetch }, '/api/datasources/proxy/uid/telemetria') };
}

function fetchError(status: number, data: unknown, more: object = {}) {
  return throwError(() => ({ status, data, config: { url: '' }, ...more }));
}

it('sends the request to the data source proxy without error alerts, and leaves encoding to Grafana', async () => {
  const headers = new Headers({ 'Retry-After': '7' });
  const { requests, transport } = transportTo(() => of({ status: 200, data: { datos: [] }, headers }));
  const response = await transport(REQUEST, NEVER_ABORTED);
  expect(requests).toEqual([
    {
      url: '/api/datasources/proxy/uid/telemetria/v1/lecturas',
      params: REQUEST.params,
      method: 'GET',
      showErrorAlert: false,
    },
  ]);
  expect(response).toMatchObject({ status: 200, body: { datos: [] } });
  expect(response.header('retry-after')).toBe('7');
});

it('forbids answers from caches on the way for a query that bypasses them', async () => {
  const { requests, transport } = transportTo(() => of({ status: 200, data: {}, headers: new Headers() }));
  await transport({ ...REQUEST, noCache: true }, NEVER_ABORTED);
  expect(requests[0]).toMatchObject({ headers: { 'Cache-Control': 'no-cache' } });
});

it.each<[string, number, unknown, number]>([
  ['an error of the API', 404, { detail: 'no such tag' }, 404],
  ['an error with a text', 503, 'busy', 503],
  // Grafana's proxy responds with 400 if the API responds with 401.
  ['a rejected key', 400, { message: 'Authentication to data source failed' }, 401],
  ['a 400 for another reason', 400, { detail: 'limite' }, 400],
  ['the same text with another status', 403, { message: 'Authentication to data source failed' }, 403],
  ['an error without a body', 500, undefined, 500],
])('returns %s as a response', async (_, status, data, expected) => {
  const { transport } = transportTo(() => fetchError(status, data));
  const response = await transport(REQUEST, NEVER_ABORTED);
  expect([response.status, response.body, response.header('retry-after')]).toEqual([expected, data, undefined]);
});

it.each<[string, Observable<unknown>, string]>([
  ['status 0', fetchError(0, undefined, { statusText: 'Unknown Error' }), 'Unknown Error'],
  ['a request that Grafana cancelled', fetchError(499, undefined, { cancelled: true }), 'no response'],
  ['a network error', throwError(() => new TypeError('Failed to fetch')), 'Failed to fetch'],
])('rejects on %s', async (_, response, message) => {
  const { transport } = transportTo(() => response);
  await expect(transport(REQUEST, NEVER_ABORTED)).rejects.toThrow(message);
});

it('ends the request when it is aborted', async () => {
  let ended = false;
  const { transport } = transportTo(() => NEVER.pipe(finalize(() => (ended = true))));
  const controller = new AbortController();
  const outcome = expect(transport(REQUEST, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  controller.abort();
  await outcome;
  expect(ended).toBe(true);
});

it('does not start a request whose signal is already aborted', async () => {
  let started = false;
  const request = defer(() => {
    started = true;
    return NEVER;
  });
  const { transport } = transportTo(() => request);
  await expect(transport(REQUEST, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect(started).toBe(false);
});

it('ends a request that hangs for a minute', async () => {
  jest.useFakeTimers();
  try {
    let ended = false;
    const { transport } = transportTo(() => NEVER.pipe(finalize(() => (ended = true))));
    const outcome = expect(transport(REQUEST, NEVER_ABORTED)).rejects.toThrow('no complete response within 60 seconds');
    await jest.advanceTimersByTimeAsync(59_999);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await outcome;
    expect(ended).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});
