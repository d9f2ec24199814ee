import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ApiRequest } from '../core/api/transport';
import type { SpecServer } from './specServer';

/** What a network does to an answer. */
export type Mishap =
  /** The request is heard, and nothing ever comes. */
  | { readonly kind: 'hang' }
  /** The connection is cut after this share of the body, 0 to 1. */
  | { readonly kind: 'cut'; readonly after: number }
  /** The body comes byte by byte, and stops half way. */
  | { readonly kind: 'stall' }
  | { readonly kind: 'status'; readonly status: number };

/** A server of the specification behind real sockets. */
export interface HostileProxy {
  readonly address: string;
  /** Connections that are open now. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Serves a server in memory over HTTP on a port of this machine.
 * @param mishapOf what happens to a request, numbered from 1 in the order of arrival, that comes for the `attempt`th time;
 * undefined: nothing
 */
export async function startHostileProxy(
  server: SpecServer,
  mishapOf: (request: ApiRequest, number: number, attempt: number) => Mishap | undefined
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
    void answer(request, outgoing, mishapOf(request, ++number, attempt));
  });
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  async function answer(request: ApiRequest, outgoing: ServerResponse, mishap: Mishap | undefined): Promise<void> {
    if (mishap?.kind === 'hang') {
      return;
    }
    if (mishap?.kind === 'status') {
      outgoing.writeHead(mishap.status, { 'content-type': 'application/problem+json' });
      outgoing.end(JSON.stringify({ title: 'no', status: mishap.status }));
      return;
    }
    const { status, body } = await server.transport(request, new AbortController().signal);
    const text = JSON.stringify(body);
    outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    if (mishap === undefined) {
      outgoing.end(text);
    } else {
      outgoing.write(text.slice(0, Math.floor(text.length * (mishap.kind === 'cut' ? mishap.after : 0.5))));
      if (mishap.kind === 'cut') {
        setTimeout(() => outgoing.destroy(), 5);
      }
    }
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        http.close(() => resolve());
      }),
  };
}
