import { Agent, createServer, get, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { NUMBER_HEADER } from './grafanaFetch';

/** A request on its way to the service, and what a fault can do with it. */
export interface Exchange {
  /** The operation, such as `v1/lecturas`. */
  readonly path: string;
  readonly params: URLSearchParams;
  /** Counts the requests for the same address from 1. */
  readonly attempt: number;
  /** The end of the range of the queries, as their requests have it. */
  readonly newestEnd: string;
  readonly response: ServerResponse;
  /** What the service answers; `response` gets its status and content type. `params`: in place of those of the request. */
  readonly forward: (params?: URLSearchParams) => Promise<Buffer>;
  /** Nothing follows: the response stays as it is until the client leaves. */
  readonly hold: () => void;
}

/** Answers a request in the place of the service. */
export interface Fault {
  readonly name: string;
  readonly answer: (exchange: Exchange) => Promise<void> | void;
}

/** A service behind faults: `<address>/<fault>/<case>` is the address of an API with that fault. */
export interface FaultProxy {
  readonly address: string;
  /** Whether a request is held, by its number. */
  readonly isHeld: (number: number) => boolean;
  readonly close: () => Promise<void>;
}

export async function startFaultProxy(
  service: { readonly address: string; readonly secret: string; readonly nowEpochMs: number },
  faults: readonly Fault[]
): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const held = new Set<number>();
  const attempts = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });

  const server = createServer((request, response) => {
    const [, fault = '', faultCase = '', ...rest] = (request.url ?? '').split('/');
    const path = rest.join('/');
    const attempt = (attempts.get(`${fault}/${faultCase}/${path}`) ?? 0) + 1;
    attempts.set(`${fault}/${faultCase}/${path}`, attempt);
    // A client may send a request again by itself if a connection that it has used before ends.
    response.setHeader('connection', 'close');
    response.setHeader('date', new Date(service.nowEpochMs).toUTCString());
    const url = new URL(path, 'http://service');
    const exchange: Exchange = {
      path: url.pathname.slice(1),
      params: url.searchParams,
      attempt,
      newestEnd: new Date(service.nowEpochMs).toISOString(),
      response,
      forward: async (params = url.searchParams) => {
        const address = `${service.address}${url.pathname}?${params.toString()}`;
        const { status, headers, body } = await requestBody(address, service.secret, agent);
        response.statusCode = status;
        response.setHeader('content-type', headers['content-type'] ?? '');
        return body;
      },
      hold: () => held.add(Number(request.headers[NUMBER_HEADER])),
    };
    const answer = faults.find(({ name }) => name === decodeURIComponent(fault))?.answer;
    Promise.resolve(answer?.(exchange)).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isHeld: (number) => held.has(number),
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        sockets.forEach((socket) => socket.destroy());
        server.close(() => resolve());
      }),
  };
}

function requestBody(
  url: string,
  secret: string,
  agent: Agent
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${secret}` } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
      );
    }).on('error', reject);
  });
}
