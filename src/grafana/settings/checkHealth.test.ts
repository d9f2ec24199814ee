import { createFakeClock } from '../../testSupport/testClocks';
import type { Interception, ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import { checkHealth } from './checkHealth';
import type { StoredDataSource } from './storedDataSource';

const URL_OF_API = 'https://api.example.com';
const SOURCE: StoredDataSource = { url: URL_OF_API, hasApiKey: true };

/** Its time limit ends only when the test says so. */
function check(intercept?: ServerBehavior['intercept'], source = SOURCE, settings: TelemetrySettings = {}) {
  const { client, server, clock } = createTestClient(EMPTY_DATA, intercept && { intercept });
  let endTimeLimit = () => {};
  const timeLimit = {
    ...clock,
    sleep: (delayMs: number) =>
      new Promise<void>((resolve) => {
        endTimeLimit = () => {
          clock.advance(delayMs);
          resolve();
        };
      }),
  };
  const health = checkHealth({ client, clock: timeLimit }, () => Promise.resolve(source), settings);
  return { server, clock, health, endTimeLimit: () => endTimeLimit() };
}

/** Responds like this to every request. */
const always = (interception: Interception) => () => interception;

/** Responds like this to requests of these paths. */
function only(paths: readonly string[], interception: Interception): ServerBehavior['intercept'] {
  return ({ path }) => (paths.includes(path) ? interception : undefined);
}

const FORBIDDEN: Interception = { kind: 'status', status: 403 };
const HTML = '<!doctype html><html><head><title>Plant</title></head><body><h1>Welcome</h1></body></html>';

it('requests one row from every operation, and lists what the key can read', async () => {
  const { server, health } = check();
  expect(await health).toEqual({
    status: 'success',
    message: 'Connected.',
    details: { message: 'readings and latest values, devices, alerts, exports: OK' },
  });
  expect(server.requests).toEqual([
    { path: 'v1/valores', params: { limite: '1' }, isProbe: true },
    { path: 'v1/dispositivos', params: { limite: '1' }, isProbe: true },
    { path: 'v1/alertas', params: { limite: '1' }, isProbe: true },
    { path: 'v1/exportaciones', params: {}, isProbe: true },
  ]);
});

it('sends no request without a URL', async () => {
  const { server, health } = check(undefined, { url: '' });
  expect(await health).toEqual({ status: 'error', message: expect.stringMatching(/^No URL is set/) });
  expect(server.requests).toEqual([]);
});

it('names what is unusable in the names of states and the limits of tags, five of it', async () => {
  const rows = [
    { tag: '/(/', limits: { high: 1 } },
    { tag: 'pressure', limits: { low: 2, high: 1 } },
    { tag: 'state', states: [{ value: 1.5, name: 'on' }] },
    ...Array.from({ length: 5 }, () => ({ limits: { high: 1 } })),
  ];
  const tags = rows as unknown as TelemetrySettings['tags'];
  const { details } = await check(undefined, SOURCE, { tags }).health;
  const findings = details?.message?.split(' · ').slice(1);
  expect(findings).toEqual([
    '“State names, limits and meters”: Row 2, High: 1 is not higher than the limit before it.',
    '“State names, limits and meters”: Row 3, States: “1.5=on” is no state. Enter a whole number and a name, such as 1=running.',
    ...[4, 5, 6].map(
      (row) => `“State names, limits and meters”: Row ${row}, Tag: no tag. Enter a tag key, or a pattern such as pres*.`
    ),
    '“State names, limits and meters”: 3 more problems',
  ]);
  const invalid = await check(undefined, SOURCE, { tags: rows.slice(0, 1) as unknown as TelemetrySettings['tags'] })
    .health;
  expect(invalid.details?.message).toContain(
    '“State names, limits and meters”: Row 1, Tag: /(/ is not a valid regular expression.'
  );
});

it('names provisioned settings that are not used as they are saved, whatever the API responds', async () => {
  const settings = { maxConcurrentRequests: 100_000, serverTimeZone: 'Europe/Atlantis', cacheMegabytes: 8 };
  const findings = [
    '“Max concurrent requests” (maxConcurrentRequests) is 100000, but must be a number from 1 to 20. 20 is used.',
    '“Time zone for alerts and shared dashboards” (serverTimeZone) is "Europe/Atlantis", which is not a known time zone. UTC is used.',
  ].join(' · ');
  expect(await check(undefined, SOURCE, settings).health).toEqual({
    status: 'success',
    message: 'Connected.',
    details: { message: `readings and latest values, devices, alerts, exports: OK · ${findings}` },
  });
  expect(await check(undefined, { url: '' }, settings).health).toMatchObject({
    status: 'error',
    details: { message: findings },
  });
});

const UNREACHABLE = /^No response from https:\/\/api\.example\.com\. Grafana's server must be able to reach/;
const NOT_THE_API =
  /^The server at https:\/\/api\.example\.com is not the telemetry API\. Enter the address without \/v1\.$/;

it.each<[string, ServerBehavior['intercept'], RegExp]>([
  ['a lost connection', always({ kind: 'connectionLost' }), UNREACHABLE],
  ['a closed port', always({ kind: 'status', status: 502, body: 'Bad Gateway' }), UNREACHABLE],
  ['a web page', always({ kind: 'body', body: HTML }), NOT_THE_API],
  ['a web page with status 404', always({ kind: 'status', status: 404, body: HTML }), NOT_THE_API],
  ['an empty body', always({ kind: 'body', body: '' }), NOT_THE_API],
  ['JSON of another service', always({ kind: 'body', body: { status: 'ok', version: 7 } }), NOT_THE_API],
  ['a list', always({ kind: 'body', body: [] }), NOT_THE_API],
  ['null', always({ kind: 'body', body: null }), NOT_THE_API],
  [
    'pages and 404s of another service',
    ({ path }) => (path === 'v1/alertas' ? { kind: 'status', status: 404 } : { kind: 'body', body: HTML }),
    NOT_THE_API,
  ],
  ['too many requests', always({ kind: 'status', status: 429, retryAfter: '60' }), /^Too many requests/],
  ['a failing server', always({ kind: 'status', status: 500, body: 'disk' }), /failed \(status 500\).*\[disk\]$/],
  ['a failing server with a web page', always({ kind: 'status', status: 503, body: HTML }), /status 503.*\[Welcome\]$/],
  [
    'errors that differ only in their ids',
    (_, number) => ({ kind: 'status', status: 500, body: `request ${number}` }),
    /\[request 1\]$/,
  ],
])('reports %s in one sentence, after one request per operation', async (_, intercept, message) => {
  const { server, clock, health } = check(intercept);
  expect(await health).toEqual({ status: 'error', message: expect.stringMatching(message) });
  expect(server.requests).toHaveLength(4);
  expect(clock.sleptMs).toEqual([]);
});

it.each<[boolean | undefined, RegExp]>([
  [true, /^The API key was rejected: [^[]*$/],
  [false, /^No API key is set/],
  [undefined, /^The API key is missing or wrong\.$/],
])('a rejected request of a data source whose key is saved (%s) has its own sentence', async (hasApiKey, message) => {
  const rejected = always({ kind: 'status', status: 401, body: 'Unauthorized' });
  const { health } = check(rejected, { url: URL_OF_API, hasApiKey });
  expect((await health).message).toMatch(message);
});

it('does not need to know the address', async () => {
  const { health } = check(always({ kind: 'connectionLost' }), {});
  expect((await health).message).toMatch(/^No response from the URL of the data source\. /);
});

it('ends every request at the time limit', async () => {
  const { server, health, clock, endTimeLimit } = check(always({ kind: 'hang' }));
  const startEpochMs = clock.nowEpochMs();
  await waitUntil(() => server.traffic.inFlight === 4);
  endTimeLimit();
  expect(await health).toEqual({
    status: 'error',
    message: expect.stringMatching(/^No response from https:\/\/api\.example\.com within 8 seconds\. /),
  });
  expect(clock.nowEpochMs() - startEpochMs).toBe(8_000);
  expect(server.traffic).toMatchObject({ inFlight: 0, aborted: 4 });
});

it('reports what answered if only some requests hang', async () => {
  const { server, health, endTimeLimit } = check(only(['v1/exportaciones', 'v1/alertas'], { kind: 'hang' }));
  await waitUntil(() => server.requests.length === 4 && server.traffic.inFlight === 2);
  endTimeLimit();
  expect(await health).toEqual({
    status: 'success',
    message: 'Connected, but not everything can be read.',
    details: { message: 'readings and latest values, devices: OK · alerts, exports: No response.' },
  });
});

it('ends its timer when it is done', async () => {
  const { client } = createTestClient(EMPTY_DATA);
  let timer: AbortSignal | undefined;
  const clock = {
    ...createFakeClock(),
    sleep: (_: number, signal: AbortSignal) => {
      timer = signal;
      return new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  await checkHealth({ client, clock }, () => Promise.resolve(SOURCE), {});
  expect(timer?.aborted).toBe(true);
});

it.each<[string, Interception, RegExp]>([
  ['v1/dispositivos', FORBIDDEN, /^readings and latest values, alerts, exports: OK · devices: .*dispositivos:leer/],
  ['v1/alertas', FORBIDDEN, /^readings and latest values, devices, exports: OK · alerts: .*permission alertas:leer/],
  ['v1/exportaciones', FORBIDDEN, /alerts: OK · exports: .*permission for v1\/exportaciones\.$/],
  ['v1/exportaciones', { kind: 'status', status: 404, body: HTML }, /exports: The server has no v1\/exportaciones\.$/],
  [
    'v1/exportaciones',
    { kind: 'body', body: HTML },
    /exports: A log-in page or another web page answered .* \[Welcome\]$/,
  ],
  [
    'v1/alertas',
    { kind: 'body', body: { alertas: [{}] } },
    /alerts: The response of v1\/alertas\S* does not match [^[]*$/,
  ],
  ['v1/alertas', { kind: 'status', status: 403, body: { detail: 'site 7' } }, /alertas:leer.*\[site 7\]$/],
  ['v1/alertas', { kind: 'connectionLost' }, /alerts: No response\.$/],
])('succeeds without %s, and lists in the details what is missing', async (path, interception, details) => {
  expect(await check(only([path], interception)).health).toEqual({
    status: 'success',
    message: 'Connected, but not everything can be read.',
    details: { message: expect.stringMatching(details) },
  });
});

it.each<[string, readonly string[], RegExp]>([
  ['readings', ['v1/valores'], /^devices, alerts, exports: OK$/],
  ['readings and exports', ['v1/valores', 'v1/exportaciones'], /^devices, alerts: OK · exports: .*v1\/exportaciones/],
  [
    'anything',
    ['v1/valores', 'v1/dispositivos', 'v1/alertas', 'v1/exportaciones'],
    /^devices: .*dispositivos:leer.* · alerts: .*alertas:leer.* · exports: [^·]*$/,
  ],
])('fails if the key cannot read %s, and lists the rest in the details', async (_, paths, details) => {
  expect(await check(only(paths, FORBIDDEN)).health).toEqual({
    status: 'error',
    message: 'The API key lacks the permission lecturas:leer, which charts need.',
    details: { message: expect.stringMatching(details) },
  });
});

it('lists the operations of a shared cause together if charts cannot work', async () => {
  const failure: Interception = { kind: 'status', status: 500, body: 'disk' };
  expect(await check(only(['v1/valores', 'v1/alertas'], failure)).health).toEqual({
    status: 'error',
    message: 'The readings, which charts need, cannot be read.',
    details: {
      message: expect.stringMatching(/^readings and latest values, alerts: [^·]*\[disk\] · devices, exports: OK$/),
    },
  });
});

/** Less than a test has. */
const MAX_WAIT_MS = 50_000;

/** Lets responses arrive. */
async function waitUntil(isTrue: () => boolean): Promise<void> {
  const endEpochMs = Date.now() + MAX_WAIT_MS;
  while (!isTrue()) {
    if (Date.now() > endEpochMs) {
      throw new Error(`Waited ${MAX_WAIT_MS / 1000} s until ${String(isTrue)}.`);
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
