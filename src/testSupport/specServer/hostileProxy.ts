import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ApiRequest } from '../../core/api/transport';
import type { SpecServer } from './specServer';

/** What goes wrong with a response. */
export type Fault =
  /** The request is accepted, but no response is ever sent. */
  | { readonly kind: 'hang' }
  /** The connection is closed after this fraction of the body, from 0 to 1. */
  | { readonly kind: 'cut'; readonly after: number }
  /** The first half of the body is sent, and the connection stays open. */
  | { readonly kind: 'stall' }
  | { readonly kind: 'status'; readonly status: number };

/** A `SpecServer` behind real sockets. */
export interface HostileProxy {
  readonly address: string;
  readonly openConnections: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Serves an in-memory server over HTTP on a local port.
 * @param findFault returns the fault for a request, or undefined for a normal response; `number` counts all requests from 1
 * in order of arrival, and `attempt` counts the requests for the same URL
 */
export async function startHostileProxy(
  server: SpecServer,
  findFault: (request: ApiRequest, number: number, attempt: number) => Fault | undefined
): Promise<HostileProxy> {
  const sockets = new Set<Socket>();
  let number = 0;
  const attempts = new Map<string, number>();
  const http = createServer((incoming, outgoing) => {
    const address = incoming.url ?? '/';
    const url = new URL(address, 'http://localhost');
    const attempt = (attempts.get(address) ?? 0) + 1;
    attempts.set(address, attempt);
    const request: ApiRequest = { path: url.pathname.slice(1), params: Object.fromEntries(url.searchParams) };
    void respond(request, outgoing, findFault(request, ++number, attempt));
  });
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  async function respond(request: ApiRequest, outgoing: ServerResponse, fault: Fault | undefined): Promise<void> {
    if (fault?.kind === 'hang') {
      return;
    }
    if (fault?.kind === 'status') {
      outgoing.writeHead(fault.status, { 'content-type': 'application/problem+json' });
      outgoing.end(JSON.stringify({ title: 'no', status: fault.status }));
      return;
    }
    const { status, body } = await server.transport(request, new AbortController().signal);
    const text = JSON.stringify(body);
    outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    if (fault === undefined) {
      outgoing.end(text);
    } else {
      outgoing.write(text.slice(0, Math.floor(text.length * (fault.kind === 'cut' ? fault.after : 0.5))));
      if (fault.kind === 'cut') {
        setTimeout(() => outgoing.destroy(), 5);
      }
    }
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    openConnections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        http.close(() => resolve());
      }),
  };
}
