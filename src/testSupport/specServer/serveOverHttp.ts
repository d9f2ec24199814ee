import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SpecServer } from './specServer';

/** Serves an in-memory server on a local port. */
export async function serveOverHttp(
  server: SpecServer
): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const http = createServer((incoming, outgoing) => void respond(server, incoming, outgoing));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

async function respond(server: SpecServer, { url = '/' }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const request = { path: pathname.slice(1), params: Object.fromEntries(searchParams) };
  const { status, body } = await server.transport(request, new AbortController().signal);
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
