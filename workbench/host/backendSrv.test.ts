import type { BackendSrvRequest, FetchError } from '@grafana/runtime';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstValueFrom } from 'rxjs';
import { HostBackendSrv } from './backendSrv.ts';
import type { RequestRecord } from './requestLog.ts';

let server: Server;
let base: string;
let answer: RequestListener;
let records: RequestRecord[];
let alerts: FetchError[];
let backendSrv: HostBackendSrv;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answer = (_request, response) => response.end('{"ok":true}');
  records = [];
  alerts = [];
  backendSrv = new HostBackendSrv({
    // In the page an address without host is this page's own; here it is the server's.
    fetch: (url, init) => fetch(String(url).startsWith('/') ? base + url : url, init),
    onRequest: (record) => records.push(record),
    onAlert: (error) => alerts.push(error),
  });
});

const fetchOnce = (options: BackendSrvRequest) => firstValueFrom(backendSrv.fetch(options));

/** Holds the answers of one path back and tells when its request came and when it was broken off. */
function hold(path: string) {
  let arrived: () => void;
  let left: () => void;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  const departure = new Promise<void>((resolve) => (left = resolve));
  const others = answer;
  answer = (request, response) => {
    if (request.url !== path) {
      others(request, response);
      return;
    }
    request.on('close', () => left());
    arrived();
  };
  return { arrival, departure };
}

test('nothing is sent before somebody subscribes', async () => {
  let requests = 0;
  answer = (_request, response) => {
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
  ['lists repeat their name', { url: '/x', params: { tag: ['a', 'b&c'] } }, '/x?tag=a&tag=b%26c'],
  ['undefined and empty lists are left out', { url: '/x', params: { a: undefined, b: [], c: '', d: 0 } }, '/x?c=&d=0'],
  ['a query that is already there is kept', { url: '/x?y=1', params: { z: 2 } }, '/x?y=1&z=2'],
  ['an address without slash is this page’s', { url: 'api/x' }, '/api/x'],
])('parameters: %s', async (_what, options, expected) => {
  let url: string | undefined;
  answer = (request, response) => {
    url = request.url;
    response.end();
  };
  await fetchOnce(options);
  expect(url).toBe(expected);
});

test('method, headers and an object as JSON reach the server', async () => {
  let seen: unknown;
  answer = async (request, response) => {
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
])('with the response type %s the body %j is read as %j', async (responseType, body, data) => {
  answer = (_request, response) => response.end(body);
  expect((await fetchOnce({ url: '/x', responseType })).data).toEqual(data);
});

test('bytes come as an array buffer', async () => {
  answer = (_request, response) => response.end(Buffer.from([1, 2, 3]));
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
])('status %i with the body %j is an error that carries it', async (status, body, data) => {
  answer = (_request, response) => response.writeHead(status).end(body);
  const options = { url: '/x' };
  await expect(fetchOnce(options)).rejects.toMatchObject({ status, data, config: options });
});

test('a server that cannot be reached is the browser’s own error without a status', async () => {
  const error = await fetchOnce({ url: 'http://127.0.0.1:1/' }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'TypeError', data: { message: 'Unexpected error' } });
  expect(error).not.toHaveProperty('status');
  expect(records).toMatchObject([{ outcome: 'failed' }]);
});

test('unsubscribing breaks the request off', async () => {
  const { arrival, departure } = hold('/x');
  const subscription = backendSrv.fetch({ url: '/x' }).subscribe();
  await arrival;
  subscription.unsubscribe();
  await departure;
});

test('the abort signal of the caller breaks the request off and fails it', async () => {
  const { arrival, departure } = hold('/x');
  const abort = new AbortController();
  const request = fetchOnce({ url: '/x', abortSignal: abort.signal });
  await arrival;
  abort.abort();
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  await departure;
  expect(records).toMatchObject([{ outcome: 'cancelled' }]);
});

test('a second request with the same id cancels the first, and no other', async () => {
  const first = hold('/first');
  const other = hold('/other');
  const firstAnswer = fetchOnce({ url: '/first', requestId: 'A' });
  const otherAnswer = fetchOnce({ url: '/other', requestId: 'B' });
  await Promise.all([first.arrival, other.arrival]);
  const secondAnswer = fetchOnce({ url: '/second', requestId: 'A' });
  await expect(firstAnswer).rejects.toMatchObject({ cancelled: true, status: -1 });
  expect((await secondAnswer).data).toEqual({ ok: true });
  await first.departure;
  backendSrv.resolveCancelerIfExists('B');
  await expect(otherAnswer).rejects.toMatchObject({ cancelled: true });
  await other.departure;
});

test.each<[string, boolean | undefined, boolean]>([
  ['/api/datasources/uid/x', undefined, true],
  ['/api/datasources/uid/x', false, false],
  ['/api/datasources/proxy/uid/x/v1', undefined, false],
  ['/api/datasources/proxy/uid/x/v1', true, true],
])('a failure of %s with showErrorAlert %s alerts: %s', async (url, showErrorAlert, alerted) => {
  answer = (_request, response) => response.writeHead(500).end('{"message":"broken"}');
  await expect(fetchOnce({ url, showErrorAlert })).rejects.toMatchObject({ status: 500 });
  expect(alerts.length > 0).toBe(alerted);
});

test('a request is recorded with its size, unless it wants to be hidden', async () => {
  await fetchOnce({ url: '/x', requestId: 'Q1', hideFromInspector: true });
  await fetchOnce({ url: '/y', requestId: 'Q2' });
  expect(records).toMatchObject([{ method: 'GET', url: '/y', requestId: 'Q2', outcome: 200, responseBytes: 11 }]);
});
