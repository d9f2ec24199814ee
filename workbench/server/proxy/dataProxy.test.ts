import type { IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { PLANT_PLUGIN_JSON, TestWorkbench } from '../TestWorkbench.testing.ts';
import { selfSigned } from './selfSigned.testing.ts';

let bench: TestWorkbench;

beforeEach(() => {
  bench = new TestWorkbench();
});
afterEach(() => bench.stop());

const PROXIED = '/api/datasources/proxy/uid/plant';

/** Starts the workbench with a data source that has this URL and a key. */
async function benchAt(url: string, members: { jsonData?: object; secureJsonData?: object } = {}) {
  bench.provision({
    url,
    jsonData: members.jsonData ?? {},
    secureJsonData: { apiKey: 'tid_live_secret', ...members.secureJsonData },
  });
  return bench.start();
}

/** Starts a server that responds to everything with an empty body. */
async function startRecordingUpstream() {
  const paths: string[] = [];
  const upstream = await bench.startUpstream((request, response) => {
    paths.push(request.url ?? '');
    response.end();
  });
  return { upstream, paths };
}

test('a request gets the URL of the data source and the key of the route, but not the browser’s cookies, credentials or origin', async () => {
  const seen: IncomingMessage[] = [];
  const upstream = await bench.startUpstream((request, response) => {
    seen.push(request);
    response.setHeader('set-cookie', 'session=1').end('{"values":[]}');
  });
  const base = await benchAt(upstream);
  const response = await fetch(`${base}${PROXIED}/v1/values?from=2024-01-01T00%3A00%3A00%2B01%3A00&device=a%26b`, {
    headers: { Authorization: 'Bearer mine', Cookie: 'a=b', Origin: base, Referer: `${base}/d/x`, 'X-Query': 'kept' },
  });
  expect(await response.json()).toEqual({ values: [] });
  expect(seen[0]!.url).toBe('/v1/values?from=2024-01-01T00%3A00%3A00%2B01%3A00&device=a%26b');
  expect(seen[0]!.headers).toMatchObject({
    authorization: 'Bearer tid_live_secret',
    host: new URL(upstream).host,
    'x-query': 'kept',
  });
  expect(Object.keys(seen[0]!.headers)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(cookie|origin|referer|sec-.*)$/)])
  );
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('the status, headers and compressed body of the response do not change', async () => {
  const upstream = await bench.startUpstream((_request, response) => {
    const headers = { 'content-type': 'application/problem+json', 'content-encoding': 'gzip', 'retry-after': '7' };
    response.writeHead(429, headers).end(gzipSync('{"codigo":"limite"}'));
  });
  const response = await fetch(`${await benchAt(upstream)}${PROXIED}/v1/values`);
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    429,
    '7',
    '{"codigo":"limite"}',
  ]);
});

test('a 401 from the data source becomes a 400 with Grafana’s message', async () => {
  const upstream = await bench.startUpstream((_request, response) => response.writeHead(401).end('{"why":"key"}'));
  const response = await fetch(`${await benchAt(upstream)}${PROXIED}/v1/values`);
  expect([response.status, await response.text()]).toEqual([400, 'Authentication to data source failed']);
});

test('an unreachable data source is a 502, and the log has its host without the key', async () => {
  const response = await fetch(`${await benchAt('http://127.0.0.1:1')}${PROXIED}/v1/values?secret=query`);
  expect(response.status).toBe(502);
  expect(bench.logged).toEqual(['plant: no response from 127.0.0.1:1 (ECONNREFUSED)']);
});

test.each([
  ['POST', '/v1/values'],
  ['GET', '/v1/other'],
  ['GET', '/v1/values/%2e%2e/other'],
  ['GET', ''],
])('%s %s has no route and is a 404 without a request to the data source', async (method, path) => {
  let reached = false;
  const upstream = await bench.startUpstream((_request, response) => {
    reached = true;
    response.end();
  });
  const response = await fetch(`${await benchAt(upstream)}${PROXIED}${path}`, { method });
  expect([response.status, reached]).toEqual([404, false]);
});

test('aborts the request to the data source if the browser aborts its request', async () => {
  let onAbort: () => void;
  const aborted = new Promise<void>((resolve) => (onAbort = resolve));
  let onArrival: () => void;
  const arrived = new Promise<void>((resolve) => (onArrival = resolve));
  const upstream = await bench.startUpstream((request) => {
    request.on('close', () => onAbort());
    onArrival();
  });
  const abort = new AbortController();
  const request = fetch(`${await benchAt(upstream)}${PROXIED}/v1/values`, { signal: abort.signal });
  await arrived;
  abort.abort();
  await expect(request).rejects.toThrow();
  await aborted;
  expect(bench.logged).toEqual([]);
});

test('aborts the response if the data source closes the connection early', async () => {
  const upstream = await bench.startUpstream((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const response = await fetch(`${await benchAt(upstream)}${PROXIED}/v1/values`);
  await expect(response.text()).rejects.toThrow();
});

test('adds the custom headers of the data source', async () => {
  let tenant: unknown;
  const upstream = await bench.startUpstream((request, response) => {
    tenant = request.headers['x-tenant'];
    response.end();
  });
  const base = await benchAt(upstream, {
    jsonData: { httpHeaderName1: 'X-Tenant' },
    secureJsonData: { httpHeaderValue1: 'north' },
  });
  await fetch(`${base}${PROXIED}/v1/values`);
  expect(tenant).toBe('north');
});

describe('scenarios', () => {
  const pages = { valores: [1, 2], siguiente: 'c2', total: 2 };
  const answer = async (scenario: string, search = '') => {
    const seen: IncomingMessage[] = [];
    const upstream = await bench.startUpstream((request, response) => {
      seen.push(request);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(pages));
    });
    const url = `${await benchAt(upstream)}${PROXIED}/v1/values${search}`;
    const response = await fetch(url, { headers: { 'x-workbench-scenario': scenario } });
    return { status: response.status, body: (await response.json()) as unknown, seen };
  };

  test('without rows, a page has no next one', async () => {
    const { status, body } = await answer('empty');
    expect([status, body]).toEqual([200, { valores: [], siguiente: null, total: 2 }]);
  });

  test.each([
    ['error', 500],
    ['forbidden', 403],
  ])('%s is %i without a request to the data source', async (scenario, expected) => {
    const { status, seen } = await answer(scenario);
    expect([status, seen.length]).toEqual([expected, 0]);
  });

  test('small pages keep the other parameters', async () => {
    const { seen } = await answer('pages', '?tag=a%26b&limite=5000');
    expect(seen[0]!.url).toBe('/v1/values?tag=a%26b&limite=100');
  });

  test('an unknown one changes nothing, and the data source does not get its name', async () => {
    const { body, seen } = await answer('other', '?limite=5000');
    expect([body, seen[0]!.url, seen[0]!.headers['x-workbench-scenario']]).toEqual([
      pages,
      '/v1/values?limite=5000',
      undefined,
    ]);
  });
});

test.each(['', 'plant.example.com'])('the URL "%s" is a 400 with Grafana’s message', async (url) => {
  const response = await fetch(`${await benchAt(url)}${PROXIED}/v1/values`);
  expect([response.status, await response.json()]).toEqual([400, { message: `Invalid data source URL: "${url}"` }]);
});

test.each(['', '/', '/plant', '/plant/'])('the path of a route is appended to a URL that ends in "%s"', async (end) => {
  const { upstream, paths } = await startRecordingUpstream();
  await fetch(`${await benchAt(`${upstream}${end}`)}${PROXIED}/v1/values/7?a=b`);
  expect(paths).toEqual([`${end.replace(/\/$/, '')}/v1/values/7?a=b`]);
});

describe('a route with a URL of its own', () => {
  beforeEach(() => {
    const routes = [{ path: 'v1/values', url: '{{ .JsonData.other }}/values' }];
    bench.write('plugin/plugin.json', JSON.stringify({ ...PLANT_PLUGIN_JSON, routes }));
  });

  test('does not use that of the data source', async () => {
    const { upstream, paths } = await startRecordingUpstream();
    const base = await benchAt('http://127.0.0.1:1', { jsonData: { other: upstream } });
    await fetch(`${base}${PROXIED}/v1/values`);
    expect(paths).toEqual(['/values']);
  });

  test('needs the settings that it names', async () => {
    const response = await fetch(`${await benchAt('http://127.0.0.1:1')}${PROXIED}/v1/values`);
    expect(await response.json()).toEqual({
      message: 'The data source has no jsonData.other, which a route of plugin.json needs.',
    });
  });
});

describe('TLS', () => {
  const serverSide = selfSigned('plant.test');
  const clientSide = selfSigned('workbench.test');

  async function startTls() {
    const options = { ...serverSide, ca: clientSide.cert, requestCert: true, rejectUnauthorized: false };
    const server = createTlsServer(options, (request, response) => {
      const { authorized } = request.socket as unknown as { authorized: boolean };
      response.end(authorized ? 'known client' : 'unknown client');
    });
    return (await bench.listen(server)).replace('http:', 'https:');
  }

  const fetchText = async (members: { jsonData?: object; secureJsonData?: object }) => {
    const response = await fetch(`${await benchAt(await startTls(), members)}${PROXIED}/v1/values`);
    return `${response.status} ${await response.text()}`;
  };

  test('a certificate of an unknown authority is rejected', async () => {
    expect(await fetchText({})).toBe('502 Bad Gateway');
  });

  test('tlsSkipVerify accepts any certificate', async () => {
    expect(await fetchText({ jsonData: { tlsSkipVerify: true } })).toBe('200 unknown client');
  });

  test('a certificate is accepted with its CA certificate and server name', async () => {
    const secureJsonData = { tlsCACert: serverSide.cert };
    expect(await fetchText({ jsonData: { tlsAuthWithCACert: true, serverName: 'plant.test' }, secureJsonData })).toBe(
      '200 unknown client'
    );
  });

  test('a certificate for another server name is rejected', async () => {
    const secureJsonData = { tlsCACert: serverSide.cert };
    expect(await fetchText({ jsonData: { tlsAuthWithCACert: true, serverName: 'other.test' }, secureJsonData })).toBe(
      '502 Bad Gateway'
    );
  });

  test('the client certificate is sent', async () => {
    const secureJsonData = { tlsClientCert: clientSide.cert, tlsClientKey: clientSide.key };
    expect(await fetchText({ jsonData: { tlsSkipVerify: true, tlsAuth: true }, secureJsonData })).toBe(
      '200 known client'
    );
  });
});
