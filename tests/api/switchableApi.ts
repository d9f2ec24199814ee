import { createServer, type IncomingMessage, request as send, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How an API treats its clients. The modes but `ok` are what users meet in an outage. */
export type ApiMode =
  /** As the service answers. */
  | 'ok'
  /** Requests are accepted, and nothing follows. */
  | 'hang'
  /** Nothing listens at the address. */
  | 'refused'
  /** Every list is empty. */
  | 'silent'
  /** Every value is higher by `RAISED_BY`. */
  | 'raised';

/** More than any limit of the demo plant. */
export const RAISED_BY = 1_000_000;

type Answer = (body: Record<string, unknown>) => Record<string, unknown>;

const ANSWERS: Partial<Record<ApiMode, Answer>> = {
  silent: (body) => ({ ...withLists(body, () => []), siguiente: null }),
  raised: (body) => withLists(body, (items) => items.map((item) => raised(item as Record<string, unknown>))),
};

/** The names of values in readings, buckets and latest values. */
const VALUES = ['valor', 'avg', 'min', 'max'];

function raised(item: Record<string, unknown>): unknown {
  const values = Object.entries(item).filter(([name, value]) => VALUES.includes(name) && typeof value === 'number');
  return { ...item, ...Object.fromEntries(values.map(([name, value]) => [name, (value as number) + RAISED_BY])) };
}

/** A service behind a switch, on a port that stays the same in every mode. */
export class SwitchableApi {
  private mode: ApiMode = 'ok';
  private server: Server;
  private port = 0;

  /** @param host the address of this machine on which the API listens */
  constructor(
    private readonly serviceUrl: string,
    private readonly host = '127.0.0.1'
  ) {
    this.server = this.create();
  }

  /** @returns the address of the API */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(this.port, this.host, resolve);
    });
    this.port = (this.server.address() as AddressInfo).port;
    return `http://${this.host}:${this.port}`;
  }

  /** From the next request on; those that hang never end, and `refused` ends all connections. */
  async switchTo(mode: ApiMode): Promise<void> {
    const isListening = this.mode !== 'refused';
    this.mode = mode;
    if (mode === 'refused' && isListening) {
      await this.close();
    } else if (mode !== 'refused' && !isListening) {
      this.server = this.create();
      await this.listen();
    }
  }

  async close(): Promise<void> {
    const { server } = this;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  private create(): Server {
    return createServer((request, response) => {
      if (this.mode !== 'hang') {
        this.passOn(request, response, ANSWERS[this.mode]);
      }
    });
  }

  private passOn(request: IncomingMessage, response: ServerResponse, answer?: Answer): void {
    // The service compresses what its client accepts, and what is changed here has to be read.
    const headers = answer ? { ...request.headers, 'accept-encoding': 'identity' } : request.headers;
    const { method } = request;
    const outgoing = send(new URL(request.url ?? '/', this.serviceUrl), { method, headers }, (incoming) => {
      if (answer) {
        change(incoming, response, answer);
      } else {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers);
        incoming.pipe(response);
      }
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    request.pipe(outgoing);
  }
}

function change(incoming: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('error', () => response.destroy());
  incoming.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const isJson = String(incoming.headers['content-type']).includes('json');
    response.writeHead(incoming.statusCode ?? 502, { 'content-type': incoming.headers['content-type'] });
    response.end(isJson ? JSON.stringify(answer(JSON.parse(text) as Record<string, unknown>)) : text);
  });
}

function withLists(body: Record<string, unknown>, change: (items: unknown[]) => unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? change(value) : value])
  );
}
