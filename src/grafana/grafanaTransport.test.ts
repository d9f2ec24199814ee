import type { BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { defer, finalize, NEVER, type Observable, of, throwError } from 'rxjs';
import { COLUMNS_TYPE } from '../core/history/pageColumns';
import { createGrafanaTransport } from './grafanaTransport';

const REQUEST = { path: 'v1/lecturas', params: { dispositivo: 'P&1', tag: 'a/b' } };
const NEVER_ABORTED = new AbortController().signal;

function transportTo(respond: () => Observable<unknown>) {
  const requests: BackendSrvRequest[] = [];
  const fetch = <T>(request: BackendSrvRequest) => {
    requests.push(request);
    return respond() as Observable<FetchResponse<T>>;
  };
  return { requests, transport: createGrafanaTransport({ fetch }, '/api/datasources/proxy/uid/telemetria') };
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
  expect(response.header('date')).toBeUndefined();
});

describe('a backend that knows columns', () => {
  const open = (respond: () => Observable<unknown>) => {
    const requests: BackendSrvRequest[] = [];
    const fetch = <T>(request: BackendSrvRequest) => {
      requests.push(request);
      return respond() as Observable<FetchResponse<T>>;
    };
    return { requests, transport: createGrafanaTransport({ fetch }, '/resources', { takesColumns: true }) };
  };
  const buffer = (bytes: ArrayLike<number>) => Uint8Array.from(bytes).buffer;
  const textBuffer = (text: string) => buffer(Buffer.from(text));
  const answer = (data: unknown, type: string) =>
    of({ status: 200, data, headers: new Headers({ 'Content-Type': type }) });
  // Readings without rows, and the page {}.
  const page = buffer([1, 2, 0, 0, 0, 0, 2, 0, 123, 125, 1, 1]);

  it('is asked for history as columns, and for nothing else', async () => {
    const { requests, transport } = open(() => answer(page, COLUMNS_TYPE));
    const response = await transport(REQUEST, NEVER_ABORTED);
    expect(requests[0]).toMatchObject({ headers: { Accept: COLUMNS_TYPE }, responseType: 'arraybuffer' });
    expect(response.body).toEqual({});
    expect(response.rows).toMatchObject({ receivedRows: 0, columnCount: 2 });
    await transport({ path: 'v1/valores', params: {} }, NEVER_ABORTED);
    expect(requests[1]).not.toHaveProperty('headers');
    expect(requests[1]).not.toHaveProperty('responseType');
  });

  it.each<[string, unknown]>([
    ['{"datos":[]}', { datos: [] }],
    ['<html>', '<html>'],
    ['', ''],
  ])('may respond with %p all the same', async (text, body) => {
    const { transport } = open(() => answer(textBuffer(text), 'application/json'));
    const response = await transport(REQUEST, NEVER_ABORTED);
    expect([response.body, response.rows]).toEqual([body, undefined]);
  });

  it('has errors in words', async () => {
    const rejected = textBuffer('{"message":"Authentication to data source failed"}');
    const { transport } = open(() => fetchError(400, rejected));
    expect(await transport(REQUEST, NEVER_ABORTED)).toMatchObject({
      status: 401,
      body: { message: 'Authentication to data source failed' },
    });
  });

  it.each([
    ['a cut page', buffer([1, 2, 0, 0, 0, 0, 2, 0, 123])],
    ['another version', buffer([2, 2, 0, 0, 0, 0, 2, 0, 123, 125, 1, 1])],
    ['no byte', buffer([])],
  ])('whose columns are %s sent no page', async (_, data) => {
    const { transport } = open(() => answer(data, COLUMNS_TYPE));
    await expect(transport(REQUEST, NEVER_ABORTED)).rejects.toMatchObject({ kind: 'malformed' });
  });
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
