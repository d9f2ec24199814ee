import { Agent, get, type IncomingMessage } from 'node:http';
import type { ApiRequest, Transport } from '../src/core/api/transport.ts';

/** What went over a line of histories; the inventory does not count. */
export interface Traffic {
  /** The requests that were sent, each as its address: two that are alike asked for the same. */
  readonly pages: readonly string[];
  /** Rows as they came, used or not. */
  readonly rows: number;
  /** JSON text. */
  readonly bytes: number;
}

/** A way to the service that is measured. */
export interface Line {
  /** What the plugin sends its requests by. */
  readonly transport: Transport;
  /** The answer as text; a client that does nothing with it but wait. */
  fetchText(request: ApiRequest): Promise<string>;
  /** What went over it since it was last asked. */
  takeTraffic(): Traffic;
  close(): void;
}

const NO_TRAFFIC: Traffic = { pages: [], rows: 0, bytes: 0 };

/**
 * Connections are kept, as browsers keep them.
 * @param nowEpochMs hides the rows that begin later, so that the plant can be looked at as it was at that time
 */
export function openLine(address: string, key: string, nowEpochMs: () => number = () => Infinity): Line {
  const agent = new Agent({ keepAlive: true });
  let traffic = NO_TRAFFIC;
  const ask = async (request: ApiRequest, signal?: AbortSignal) => {
    const url = `${address}/${addressOf(request)}`;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent, signal, headers: { authorization: `Bearer ${key}` } }, resolve).on('error', reject);
    });
    const pieces: Buffer[] = [];
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece);
    }
    return { answer, bytes: Buffer.concat(pieces) };
  };
  return {
    transport: async (request, signal) => {
      // Counted when they are sent: one that is called off was asked for, too.
      traffic = withRequest(traffic, request);
      const { answer, bytes } = await ask(request, signal);
      const body = withoutFuture(JSON.parse(bytes.toString('utf8')) as PageOfRows, nowEpochMs());
      traffic = withAnswer(traffic, body, bytes.length);
      const header = (name: string) => [answer.headers[name.toLowerCase()]].flat()[0];
      return { status: answer.statusCode ?? 0, body, header };
    },
    fetchText: async (request) => {
      const { answer, bytes } = await ask(request);
      if (answer.statusCode !== 200) {
        throw new Error(`${request.path} returned HTTP ${answer.statusCode}: ${bytes.toString('utf8')}`);
      }
      return bytes.toString('utf8');
    },
    takeTraffic: () => {
      const taken = traffic;
      traffic = NO_TRAFFIC;
      return taken;
    },
    close: () => agent.destroy(),
  };
}

/** Path and parameters of a request, as it is sent. */
export function addressOf({ path, params }: ApiRequest): string {
  return `${path}?${new URLSearchParams(params).toString()}`;
}

function withRequest(traffic: Traffic, request: ApiRequest): Traffic {
  return request.path === 'v1/lecturas' ? { ...traffic, pages: [...traffic.pages, addressOf(request)] } : traffic;
}

function withAnswer(traffic: Traffic, body: PageOfRows, bytes: number): Traffic {
  return body.datos === undefined
    ? traffic
    : { ...traffic, rows: traffic.rows + body.datos.length, bytes: traffic.bytes + bytes };
}

interface PageOfRows {
  readonly datos?: ReadonlyArray<{ readonly ts: string }>;
}

function withoutFuture(body: PageOfRows, nowEpochMs: number): PageOfRows {
  if (body.datos === undefined || nowEpochMs === Infinity) {
    return body;
  }
  return { ...body, datos: body.datos.filter(({ ts }) => Date.parse(ts) <= nowEpochMs) };
}
