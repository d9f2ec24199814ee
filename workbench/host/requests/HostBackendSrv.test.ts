import type { BackendSrvRequest, FetchError } from '@grafana/runtime';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstValueFrom } from 'rxjs';
import { HostBackendSrv } from './HostBackendSrv.ts';
import type { RequestRecord } from './requestLog.ts';

let server: Server;
let base: string;
let handle: RequestListener;
let records: RequestRecord[];
let alerts: FetchError[];
let backendSrv: HostBackendSrv;

beforeAll(async () => {
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  handle = (_request, response) => response.end('{"ok":true}');
  records = [];
  alerts = [];
  backendSrv = new HostBackendSrv({
    // Node's fetch needs an absolute URL; a relative one goes to the test server.
    fetch: (url, init) => fetch(String(url).startsWith('/') ? base + url : url, init),
    onRequest: (record) => records.push(record),
    onAlert: (error) => alerts.push(error),
  });
});

const fetchOnce = (options: BackendSrvRequest) => firstValueFrom(backendSrv.fetch(options));

/** Leaves requests to one path without a response; the promises resolve when a request arrives and when it is aborted. */
function hold(path: string) {
  let onArrival: () => void;
  let onAbort: () => void;
  const arrival = new Promise<void>((resolve) => (onArrival = resolve));
  const aborted = new Promise<void>((resolve) => (onAbort = resolve));
  const previous = handle;
  handle = (request, response) => {
    if (request.url !== path) {
      previous(request, response);
      return;
    }
    request.on('close', () => onAbort());
    onArrival();
  };
  return { arrival, aborted };
}

test('a request is sent on subscription', async () => {
  let requests = 0;
  handle = (_request, response) => {
    requests += 1;
    response.end();
  };
  const cold = backendSrv.fetch({ url: '/api' });
  await fetch(base);
  expect(requests).toBe(1);
  await firstValueFrom(cold);
  expect(requests).toBe(2);
});

test.each<[string, BackendSrvRequest, string]>([
  ['a list repeats the parameter name', { url: '/x', params: { tag: ['a', 'b&c'] } }, '/x?tag=a&tag=b%26c'],
  [
    'undefined values and empty lists are omitted',
    { url: '/x', params: { a: undefined, b: [], c: '', d: 0 } },
    '/x?c=&d=0',
  ],
  ['an existing query string is kept', { url: '/x?y=1', params: { z: 2 } }, '/x?y=1&z=2'],
  ['a URL without a leading slash is relative to the root', { url: 'api/x' }, '/api/x'],
])('parameters: %s', async (_what, options, expected) => {
  let url: string | undefined;
  handle = (request, response) => {
    url = request.url;
    response.end();
  };
  await fetchOnce(options);
  expect(url).toBe(expected);
});

test('sends the method, the headers and an object as JSON', async () => {
  let seen: unknown;
  handle = async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const { 'content-type': type, 'x-own': own } = request.headers;
    seen = [request.method, type, own, Buffer.concat(chunks).toString()];
    response.end();
  };
  await backendSrv.put('/x', { a: 1 }, { headers: { 'X-Own': 'yes' } });
  expect(seen).toEqual(['PUT', 'application/json', 'yes', '{"a":1}']);
});

test.each<[BackendSrvRequest['responseType'], string, unknown]>([
  [undefined, '{"a":1}', { a: 1 }],
  [undefined, 'no json', 'no json'],
  [undefined, '', ''],
  ['text', '{"a":1}', '{"a":1}'],
  ['json', '[1]', [1]],
])('with the response type %s, the body %j is parsed as %j', async (responseType, body, data) => {
  handle = (_request, response) => response.end(body);
  expect((await fetchOnce({ url: '/x', responseType })).data).toEqual(data);
});

test('the response type arraybuffer returns an ArrayBuffer', async () => {
  handle = (_request, response) => response.end(Buffer.from([1, 2, 3]));
  const { data } = await fetchOnce({ url: '/x', responseType: 'arraybuffer' });
  expect([...new Uint8Array(data as ArrayBuffer)]).toEqual([1, 2, 3]);
});

test.each([
  [404, '{"codigo":"no"}', { codigo: 'no' }],
  [
    400,
    'Authentication failed',
    { message: 'Authentication failed', error: 'Bad Request', response: 'Authentication failed' },
  ],
  [500, '{"error":"broken"}', { error: 'broken', message: 'broken' }],
  [503, '', { message: 'Unexpected error' }],
])('status %i with the body %j is an error with status and data', async (status, body, data) => {
  handle = (_request, response) => response.writeHead(status).end(body);
  const options = { url: '/x' };
  await expect(fetchOnce(options)).rejects.toMatchObject({ status, data, config: options });
});

test('an unreachable server is the browser’s own error without a status', async () => {
  const error = await fetchOnce({ url: 'http://127.0.0.1:1/' }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'TypeError', data: { message: 'Unexpected error' } });
  expect(error).not.toHaveProperty('status');
  expect(records).toMatchObject([{ outcome: 'failed' }]);
});

test('unsubscribing aborts the request', async () => {
  const { arrival, aborted } = hold('/x');
  const subscription = backendSrv.fetch({ url: '/x' }).subscribe();
  await arrival;
  subscription.unsubscribe();
  await expect(aborted).resolves.toBeUndefined();
  expect(records).toMatchObject([{ outcome: 'cancelled' }]);
});

test('the caller’s abort signal aborts the request with an error', async () => {
  const { arrival, aborted } = hold('/x');
  const abort = new AbortController();
  const request = fetchOnce({ url: '/x', abortSignal: abort.signal });
  await arrival;
  abort.abort();
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  await expect(aborted).resolves.toBeUndefined();
  expect(records).toMatchObject([{ outcome: 'cancelled' }]);
});

test('a second request with the same id cancels only the first', async () => {
  const first = hold('/first');
  const other = hold('/other');
  const firstAnswer = fetchOnce({ url: '/first', requestId: 'A' });
  const otherAnswer = fetchOnce({ url: '/other', requestId: 'B' });
  await Promise.all([first.arrival, other.arrival]);
  const secondAnswer = fetchOnce({ url: '/second', requestId: 'A' });
  await expect(firstAnswer).rejects.toMatchObject({ cancelled: true, status: -1 });
  expect((await secondAnswer).data).toEqual({ ok: true });
  await expect(first.aborted).resolves.toBeUndefined();
  backendSrv.resolveCancelerIfExists('B');
  await expect(otherAnswer).rejects.toMatchObject({ cancelled: true });
  await expect(other.aborted).resolves.toBeUndefined();
});

test.each<[string, boolean | undefined, boolean]>([
  ['/api/datasources/uid/x', undefined, true],
  ['/api/datasources/uid/x', false, false],
  ['/api/datasources/proxy/uid/x/v1', undefined, false],
  ['/api/datasources/proxy/uid/x/v1', true, true],
])('a failed request to %s with showErrorAlert %s raises an alert: %s', async (url, showErrorAlert, alerted) => {
  handle = (_request, response) => response.writeHead(500).end('{"message":"broken"}');
  await expect(fetchOnce({ url, showErrorAlert })).rejects.toMatchObject({ status: 500 });
  expect(alerts.length > 0).toBe(alerted);
});

test('a request is recorded with its size unless hideFromInspector is set', async () => {
  await fetchOnce({ url: '/x', requestId: 'Q1', hideFromInspector: true });
  await fetchOnce({ url: '/y', requestId: 'Q2' });
  expect(records).toMatchObject([{ method: 'GET', url: '/y', requestId: 'Q2', outcome: 200, responseBytes: 11 }]);
});
