import { Agent, get, type IncomingMessage } from 'node:http';
import { OPERATIONS } from '../../src/core/api/operations.ts';
import type { ApiRequest, Transport } from '../../src/core/api/transport.ts';

/** Requests and responses on a connection. */
export interface Traffic {
  /** The paths with parameters of all sent requests; equal entries are duplicate requests. */
  readonly requests: readonly string[];
  /** Those among them that request history. */
  readonly pages: readonly string[];
  /** Received rows, used or not. */
  readonly rows: number;
  /** Size of the JSON text. */
  readonly bytes: number;
}

/** A connection to the service that counts its traffic. */
export interface ApiConnection {
  /** For the plugin. */
  readonly transport: Transport;
  /** The response as text, for a client that does not process it. */
  fetchText(request: ApiRequest): Promise<string>;
  /** The traffic since the previous call. */
  takeTraffic(): Traffic;
  close(): void;
}

const NO_TRAFFIC: Traffic = { requests: [], pages: [], rows: 0, bytes: 0 };

/**
 * Opens a connection that keeps connections alive, as browsers do.
 * @param nowEpochMs hides rows with later times, to show the plant as it was at that time
 */
export function openConnection(address: string, key: string, nowEpochMs: () => number = () => Infinity): ApiConnection {
  const agent = new Agent({ keepAlive: true });
  let traffic = NO_TRAFFIC;
  const send = async (request: ApiRequest, signal?: AbortSignal) => {
    const url = `${address}/${addressOf(request)}`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent, signal, headers: { authorization: `Bearer ${key}` } }, resolve).on('error', reject);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
    }
    return { response, bytes: Buffer.concat(chunks) };
  };
  return {
    transport: async (request, signal) => {
      // Counted when sent, to include cancelled requests.
      traffic = withRequest(traffic, request);
      const { response, bytes } = await send(request, signal);
      const body = withoutFutureRows(JSON.parse(bytes.toString('utf8')) as PageOfRows, nowEpochMs());
      traffic = withResponse(traffic, body, bytes.length);
      const header = (name: string) => [response.headers[name.toLowerCase()]].flat()[0];
      return { status: response.statusCode ?? 0, body, header };
    },
    fetchText: async (request) => {
      const { response, bytes } = await send(request);
      if (response.statusCode !== 200) {
        throw new Error(`${request.path} returned HTTP ${response.statusCode}: ${bytes.toString('utf8')}`);
      }
      return bytes.toString('utf8');
    },
    takeTraffic: () => {
      const current = traffic;
      traffic = NO_TRAFFIC;
      return current;
    },
    close: () => agent.destroy(),
  };
}

/** Path and parameters of a request as they are sent. */
export function addressOf({ path, params }: ApiRequest): string {
  return `${path}?${new URLSearchParams(params).toString()}`;
}

function withRequest(traffic: Traffic, request: ApiRequest): Traffic {
  const address = addressOf(request);
  const pages = request.path === OPERATIONS.history.path ? [...traffic.pages, address] : traffic.pages;
  return { ...traffic, requests: [...traffic.requests, address], pages };
}

function withResponse(traffic: Traffic, body: PageOfRows, bytes: number): Traffic {
  return body.datos === undefined
    ? traffic
    : { ...traffic, rows: traffic.rows + body.datos.length, bytes: traffic.bytes + bytes };
}

interface PageOfRows {
  readonly datos?: ReadonlyArray<{ readonly ts: string }>;
}

function withoutFutureRows(body: PageOfRows, nowEpochMs: number): PageOfRows {
  if (body.datos === undefined || nowEpochMs === Infinity) {
    return body;
  }
  return { ...body, datos: body.datos.filter(({ ts }) => Date.parse(ts) <= nowEpochMs) };
}
