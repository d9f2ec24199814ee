import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SpecServer } from '../../src/testSupport/specServer/specServer.ts';

/** The only key that a server of `serveSpec` accepts. */
export const API_KEY = 'planta-norte_live_7d1f';

/** Serves a specification server over HTTP until the program ends, and prints its URL to stdout. Other keys get an HTML page. */
export function serveSpec(spec: SpecServer): void {
  const server = createServer((request, response) => {
    void respond(spec, request).then(({ status, body, type }) => {
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

async function respond(spec: SpecServer, request: IncomingMessage) {
  if (request.headers.authorization !== `Bearer ${API_KEY}`) {
    return { status: 401, type: 'text/html', body: '<html><h1>Acceso denegado</h1></html>' };
  }
  const url = new URL(request.url ?? '/', 'http://server');
  const params = Object.fromEntries(url.searchParams);
  const { status, body } = await spec.transport({ path: url.pathname.slice(1), params }, new AbortController().signal);
  return { status, type: 'application/json', body: typeof body === 'string' ? body : JSON.stringify(body) };
}
