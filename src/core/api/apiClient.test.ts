import { createFakeClock } from '../../testSupport/testClocks';
import type { Interception } from '../../testSupport/specServer/serverBehavior';
import { singleSeriesData } from '../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../testSupport/testClient';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../concurrency/concurrencyLimit';
import type { EpochMs } from '../time/window';
import { ApiClient } from './apiClient';
import { asObject } from './fields';
import { OPERATIONS, type Params } from './operations';

const PARAMS = {
  dispositivo: 'PUMP-1',
  tag: 'pressure',
  desde: Date.UTC(2026, 2, 2, 12),
  hasta: Date.UTC(2026, 2, 2, 13),
  intervalo: 'crudo',
  limite: 5000,
} as const;

/** Requests a page of history. */
function getPage(client: ApiClient, context = testContext(), params: Params<typeof OPERATIONS.history> = PARAMS) {
  const decode = (body: unknown, asOfEpochMs: EpochMs) => ({ page: asObject(body, 'page'), asOfEpochMs });
  return client.get(OPERATIONS.history, params, decode, context);
}

/** A client whose first requests are intercepted as listed. */
function clientWith(...interceptions: Array<Interception | undefined>) {
  return createTestClient(singleSeriesData([]), { intercept: (_, number) => interceptions[number - 1] });
}

function status(code: number, more: { body?: unknown; retryAfter?: string } = {}): Interception {
  return { kind: 'status', status: code, ...more };
}

it('bypasses caches on the way only for a query that wants it', async () => {
  const { client, server } = createTestClient(singleSeriesData([]));
  await getPage(client);
  await getPage(client, { ...testContext(), noCache: true });
  expect(server.requests.map(({ noCache }) => noCache)).toEqual([undefined, true]);
});

it('sends the cursor with an otherwise unchanged query', async () => {
  const { client, server } = clientWith({ kind: 'body', body: { datos: [] } });
  await getPage(client, testContext(), { ...PARAMS, siguiente: 'x+/=&' });
  expect(server.requests[0]?.params).toMatchObject({ siguiente: 'x+/=&', desde: '2026-03-02T12:00:00.000Z' });
});

it.each([
  [400, 'badRequest'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [405, 'badRequest'],
  [302, 'notTheApi'],
  [500, 'server'],
  [501, 'server'],
])('rejects on status %d with kind %s and the message of the server, without a retry', async (code, kind) => {
  const { client, server } = clientWith(status(code, { body: { detail: 'server message' } }));
  const expected = { kind, status: code, path: 'v1/lecturas', detail: 'server message' };
  await expect(getPage(client)).rejects.toMatchObject(expected);
  expect(server.requests).toHaveLength(1);
});

it.each<[string, Interception]>([
  ['429', status(429)],
  ['502', status(502)],
  ['503', status(503)],
  ['504', status(504)],
  ['a lost connection', { kind: 'connectionLost' }],
])('retries after %s, and reports each attempt', async (_, interception) => {
  const { client, server } = clientWith(interception, interception);
  const attempts: string[] = [];
  await getPage(client, { ...testContext(), onRequest: (attempt) => attempts.push(attempt) });
  expect(server.requests).toHaveLength(3);
  expect(attempts).toEqual(['first', 'retry', 'retry']);
});

it.each([
  ['seconds', '2', 2000],
  ['a date', 'Mon, 02 Mar 2026 00:00:03 GMT', 3000],
])('waits at least as long as Retry-After requires, given as %s', async (_, retryAfter, retryAfterMs) => {
  const { client, clock } = clientWith(status(429, { retryAfter }));
  await getPage(client);
  // The client adds its own jitter: half of the first bound.
  expect(clock.sleptMs).toEqual([retryAfterMs + 200]);
});

it.each([
  ['behind', -600_000],
  ['ahead of', 600_000],
])('measures a date of Retry-After by the clock of the server, which is %s ours', async (_, aheadMs) => {
  const clock = createFakeClock();
  const serverEpochMs = clock.nowEpochMs() + aheadMs;
  const headers: Readonly<Record<string, string>> = {
    date: new Date(serverEpochMs).toUTCString(),
    'retry-after': new Date(serverEpochMs + 3000).toUTCString(),
  };
  const client = new ApiClient({
    transport: async () => ({ status: 429, body: {}, header: (name) => headers[name] }),
    limit: createConcurrencyLimit(1),
    clock,
    random: () => 0,
  });
  await expect(getPage(client)).rejects.toMatchObject({ kind: 'rateLimited' });
  expect(clock.sleptMs).toEqual([3000, 3000, 3000, 3000]);
});

it('waits as long as the body of the error requests when a proxy hides the headers', async () => {
  const { client, clock } = clientWith(status(429, { body: { reintentarEnSegundos: 3 } }));
  await getPage(client);
  expect(clock.sleptMs).toEqual([3200]);
});

it('pages of history have slots of their own where the backend bounds the requests to the API', async () => {
  const { server, clock } = createTestClient(singleSeriesData([]), { intercept: () => ({ kind: 'hang' }) });
  const maxInFlight = async (historyLimit?: () => Promise<ConcurrencyLimit>) => {
    const controller = new AbortController();
    const { transport } = server;
    const limit = createConcurrencyLimit(2);
    const client = new ApiClient({ transport, limit, historyLimit, clock, random: () => 0 });
    const requests = Array.from({ length: 9 }, () =>
      Promise.allSettled([
        getPage(client, testContext(controller.signal)),
        client.get(OPERATIONS.devices, { limite: 1 }, (body) => body, testContext(controller.signal)),
      ])
    );
    await new Promise((resolve) => setTimeout(resolve));
    const sent = server.requests.splice(0).map(({ path }) => path);
    controller.abort();
    await Promise.all(requests);
    return sent.sort();
  };
  const [devices, history] = ['v1/dispositivos', 'v1/lecturas'];
  expect(await maxInFlight()).toHaveLength(2);
  const manyPages = createConcurrencyLimit(7);
  expect(await maxInFlight(async () => manyPages)).toEqual([
    ...Array.from({ length: 2 }, () => devices),
    ...Array.from({ length: 7 }, () => history),
  ]);
});

it('does not occupy a slot while it waits for a retry', async () => {
  const { client, server, clock } = createTestClient(
    singleSeriesData([]),
    { intercept: ({ params }, number) => (params.tag === 'pressure' && number === 1 ? status(503) : undefined) },
    { maxConcurrent: 1 }
  );
  clock.sleep = async () => {
    await client.get(OPERATIONS.devices, { limite: 1 }, (body) => body, testContext());
  };
  await getPage(client);
  expect(server.requests.map(({ path }) => path)).toEqual(['v1/lecturas', 'v1/dispositivos', 'v1/lecturas']);
});

it('reports a network error when there is no response', async () => {
  const lost = { kind: 'connectionLost' } as const;
  const { client } = clientWith(lost, lost, lost, lost, lost);
  const expected = { kind: 'network', status: undefined, detail: 'Failed to fetch' };
  await expect(getPage(client)).rejects.toMatchObject(expected);
});

it.each([
  ['a web page', ' <!doctype html><html><body>Sign in</body></html>', { kind: 'notTheApi', detail: 'Sign in' }],
  ['a malformed response', '{"datos":[', { kind: 'malformed' }],
])('does not retry after %s', async (_, body, error) => {
  const { client, server } = clientWith({ kind: 'body', body });
  await expect(getPage(client)).rejects.toMatchObject(error);
  expect(server.requests).toHaveLength(1);
});

it('tells a response that the backend did not read from a failure of the API', async () => {
  const body = { message: 'the response of v1/lecturas was not read: more than 32 MB', unread: 'more than 32 MB' };
  const { client, server } = clientWith({ kind: 'status', status: 500, body });
  await expect(getPage(client)).rejects.toMatchObject({ kind: 'unread', detail: 'more than 32 MB', status: undefined });
  expect(server.requests).toHaveLength(1);
});

it('aborts the request when the caller aborts', async () => {
  const { client, server } = clientWith({ kind: 'hang' });
  const controller = new AbortController();
  const outcome = expect(getPage(client, testContext(controller.signal))).rejects.toMatchObject({
    name: 'AbortError',
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(server.traffic.inFlight).toBe(1);
  controller.abort();
  await outcome;
  expect(server.traffic).toMatchObject({ inFlight: 0, aborted: 1 });
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['from the API', undefined, 5_000],
  ['that was in the memory of the backend for a minute', '60', 65_000],
  ['with an age that cannot be read', 'old', 5_000],
])('the age of a response %s counts from its request to the API', async (_, memoryAge, expectedMs) => {
  const clock = createFakeClock();
  const client = new ApiClient({
    transport: async () => {
      clock.advance(5_000);
      return { status: 200, body: {}, header: (name) => (name === 'x-telemetria-age' ? memoryAge : undefined) };
    },
    limit: createConcurrencyLimit(1),
    clock,
    random: () => 0.5,
  });
  const age = await client.get(
    OPERATIONS.history,
    PARAMS,
    (_body, _asOf, _rows, responseAge) => responseAge,
    testContext()
  );
  expect(age.ageMs()).toBe(expectedMs);
});

it.each([
  ['behind', -90_000, -90_000],
  ['ahead of', 90_000, 0],
])(
  'dates a page by the start of its request or by the Date header, whichever is earlier: server clock %s the client clock',
  async (_, aheadMs, expectedMs) => {
    const clock = createFakeClock();
    const sentEpochMs = clock.nowEpochMs();
    const date = new Date(sentEpochMs + aheadMs).toUTCString();
    const client = new ApiClient({
      transport: async () => {
        clock.advance(5000);
        return {
          status: 200,
          body: { datos: [], siguiente: null },
          header: (name) => (name === 'date' ? date : undefined),
        };
      },
      limit: createConcurrencyLimit(1),
      clock,
      random: () => 0.5,
    });
    expect((await getPage(client)).asOfEpochMs).toBe(sentEpochMs + expectedMs);
  }
);
