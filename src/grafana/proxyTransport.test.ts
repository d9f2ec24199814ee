import type { BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { finalize, NEVER, type Observable, of, throwError } from 'rxjs';
import { createProxyTransport } from './proxyTransport';

const REQUEST = { path: 'v1/lecturas', params: { dispositivo: 'P&1', tag: 'a/b' } };
const LISTENING = new AbortController().signal;

function transportTo(answer: () => Observable<unknown>) {
  const requests: BackendSrvRequest[] = [];
  const fetch = <T>(request: BackendSrvRequest) => {
    requests.push(request);
    return answer() as Observable<FetchResponse<T>>;
  };
  return { requests, transport: createProxyTransport({ fetch }, '/api/datasources/proxy/uid/telemetria') };
}

function fetchError(status: number, data: unknown, more: object = {}) {
  return throwError(() => ({ status, data, config: { url: '' }, ...more }));
}

it('asks the proxy of the data source, quietly, and leaves writing the parameters to Grafana', async () => {
  const headers = new Headers({ 'Retry-After': '7' });
  const { requests, transport } = transportTo(() => of({ status: 200, data: { datos: [] }, headers }));
  const response = await transport(REQUEST, LISTENING);
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

it.each<[string, number, unknown, number]>([
  ['an error of the API', 404, { detail: 'no such tag' }, 404],
  ['a text', 503, 'busy', 503],
  // Grafana's proxy answers 400 when the API answered 401.
  ['a rejected key', 400, { message: 'Authentication to data source failed' }, 401],
  ['another 400', 400, { detail: 'limite' }, 400],
  ['the same words with another status', 403, { message: 'Authentication to data source failed' }, 403],
  ['no body', 500, undefined, 500],
])('%s is an answer, whatever the status', async (_, status, data, expected) => {
  const { transport } = transportTo(() => fetchError(status, data));
  const response = await transport(REQUEST, LISTENING);
  expect([response.status, response.body, response.header('retry-after')]).toEqual([expected, data, undefined]);
});

it.each<[string, Observable<unknown>, string]>([
  ['status 0', fetchError(0, undefined, { statusText: 'Unknown Error' }), 'Unknown Error'],
  ['a request that Grafana called off', fetchError(499, undefined, { cancelled: true }), 'no response'],
  ['an error of the network', throwError(() => new TypeError('Failed to fetch')), 'Failed to fetch'],
])('%s is no answer', async (_, answer, message) => {
  const { transport } = transportTo(() => answer);
  await expect(transport(REQUEST, LISTENING)).rejects.toThrow(message);
});

it('unsubscribes when it is aborted, which ends the request', async () => {
  let ended = false;
  const { transport } = transportTo(() => NEVER.pipe(finalize(() => (ended = true))));
  const controller = new AbortController();
  const outcome = expect(transport(REQUEST, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  controller.abort();
  await outcome;
  expect(ended).toBe(true);
});

it('does not begin what was aborted already', async () => {
  const { transport } = transportTo(() => NEVER);
  await expect(transport(REQUEST, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

it('gives up a request that hangs for a minute', async () => {
  jest.useFakeTimers();
  try {
    let ended = false;
    const { transport } = transportTo(() => NEVER.pipe(finalize(() => (ended = true))));
    const outcome = expect(transport(REQUEST, LISTENING)).rejects.toMatchObject({ name: 'TimeoutError' });
    await jest.advanceTimersByTimeAsync(59_999);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await outcome;
    expect(ended).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});
