import { afterEach, expect, test } from '@jest/globals';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkGrafana } from './grafanaUnderTest.ts';

const ADMIN = { user: 'admin', password: 'admin' };
const PLUGIN = '/api/plugins/telemetria-industrial-datasource/settings';
const DATA_SOURCE = '/api/datasources/uid/telemetria-industrial';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers as Grafana does: without its session, what needs one is rejected. */
function grafana(missing: readonly string[] = []): RequestListener {
  return ({ url = '', method, headers }, response) => {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url === '/api/health') {
      return json(200, { database: 'ok' });
    }
    if (url === '/login' && method === 'POST') {
      response.setHeader('set-cookie', ['grafana_session=s1; Path=/; HttpOnly', 'grafana_session_expiry=1; Path=/']);
      return json(missing.includes('/login') ? 401 : 200, {});
    }
    if (headers.cookie !== 'grafana_session=s1; grafana_session_expiry=1') {
      return json(401, {});
    }
    if (missing.includes(url)) {
      return json(404, {});
    }
    return json(200, url === '/api/frontend/settings' ? { buildInfo: { version: '13.2.3' } } : {});
  };
}

test('a Grafana with the plugin and its data source is accepted, and tells its version', async () => {
  await expect(checkGrafana({ url: await serve(grafana()), ...ADMIN })).resolves.toBe('13.2.3');
});

test.each([
  ['the plugin', PLUGIN, /^Grafana 13\.2\.3 at http:\S+ has no plugin telemetria-industrial-datasource: install it/],
  [
    'the data source',
    DATA_SOURCE,
    /^Grafana 13\.2\.3 at http:\S+ has no data source with the UID telemetria-industrial/,
  ],
  ['the user', '/login', /^The Grafana at http:\S+ rejects the user admin \(401\): set --user and --password\.$/],
])('a Grafana without %s is named with what to do', async (_, missing, message) => {
  await expect(checkGrafana({ url: await serve(grafana([missing])), ...ADMIN })).rejects.toThrow(message);
});

test.each<[string, RequestListener]>([
  ['a page', (_, response) => response.end('<html></html>')],
  ['another API', (_, response) => response.end('{"status":"ok"}')],
])('a server with %s is not Grafana', async (_, answer) => {
  await expect(checkGrafana({ url: await serve(answer), ...ADMIN })).rejects.toThrow(
    /^What answers at http:\S+ is not/
  );
});

test('an address where nobody listens is named with the reason', async () => {
  const url = await serve(() => undefined);
  servers.pop()?.close();
  await expect(checkGrafana({ url, ...ADMIN })).rejects.toThrow(`No answer from ${url}: ECONNREFUSED.`);
});

test('a server that never answers is named with the time', async () => {
  const url = await serve(() => undefined);
  await expect(checkGrafana({ url, ...ADMIN }, 50)).rejects.toThrow(`No answer from ${url}: none within 0.05 s.`);
});

test.each([
  ['localhost:3000', /must be an address such as http:\/\/127\.0\.0\.1:3000\.$/],
  ['grafana', /must be an address/],
  ['http://localhost:3000/grafana', /support no sub path\.$/],
])('the address %s is rejected', async (url, message) => {
  await expect(checkGrafana({ url, ...ADMIN })).rejects.toThrow(message);
});
