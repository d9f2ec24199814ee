import { Agent, get, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { createGunzip } from 'node:zlib';
import type { BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { Observable } from 'rxjs';

const MAX_REDIRECTS = 5;
const agent = new Agent({ keepAlive: false });

interface Received {
  readonly response: IncomingMessage;
  readonly body: string;
}

/**
 * What Grafana does with the requests of a browser, by its data proxy and `BackendSrv`: 502 if the API cannot be reached, 400 for
 * its 401; the browser follows redirects, a broken response is a `TypeError`, and errors have no headers.
 */
export class GrafanaFetch {
  private inFlight = 0;
  private count = 0;
  /** By the number of the request. */
  private readonly arrived = new Map<number, () => void>();
  private readonly sent = new Map<string, number>();

  /** @param held how many requests will not be answered; if given, the answers to all others are passed on together, in their order */
  constructor(private readonly held?: () => number) {}

  /** The most requests for one address. */
  get attempts(): number {
    return Math.max(0, ...this.sent.values());
  }

  /** Requests on their way. */
  get pending(): number {
    return this.inFlight;
  }

  readonly fetch = <T>({ url, params }: BackendSrvRequest): Observable<FetchResponse<T>> =>
    new Observable((subscriber) => {
      this.inFlight++;
      const number = this.count++;
      const controller = new AbortController();
      const end = once(() => this.inFlight--);
      const address = `${url}?${new URLSearchParams(params).toString()}`;
      this.sent.set(address, (this.sent.get(address) ?? 0) + 1);
      receive(address, controller.signal).then(
        (received) =>
          this.passOn(number, () => {
            end();
            const { status, data } = passedOn(received);
            if (status >= 200 && status < 300) {
              const headers = new Headers(
                Object.entries(received.response.headers).map(
                  ([name, value]) => [name, String(value)] as [string, string]
                )
              );
              subscriber.next({ status, data, headers } as FetchResponse<T>);
              subscriber.complete();
            } else {
              subscriber.error({ status, data, config: { url } });
            }
          }),
        (error: unknown) =>
          this.passOn(number, () => {
            end();
            subscriber.error(
              error instanceof NoResponse
                ? { status: 502, data: {}, config: { url } }
                : new TypeError('Failed to fetch')
            );
          })
      );
      return () => {
        this.arrived.delete(number);
        end();
        controller.abort();
      };
    });

  private passOn(number: number, answer: () => void): void {
    if (this.held === undefined) {
      answer();
      return;
    }
    this.arrived.set(number, answer);
    this.passOnArrived(this.held);
  }

  private passOnArrived(held: () => number): void {
    if (this.inFlight - this.arrived.size > held()) {
      setTimeout(() => this.passOnArrived(held), 1);
      return;
    }
    const inOrder = [...this.arrived].sort(([a], [b]) => a - b);
    this.arrived.clear();
    inOrder.forEach(([, answer]) => answer());
  }
}

/** The connection failed before a response. */
class NoResponse extends Error {}

async function receive(url: string, signal: AbortSignal, redirects = 0): Promise<Received> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.startsWith('https:') ? getSecure : get;
    const options = { signal, ...(send === get && { agent }), headers: { 'accept-encoding': 'gzip' } };
    send(url, options, resolve).on('error', (cause) => reject(new NoResponse('no response', { cause })));
  });
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined && redirects < MAX_REDIRECTS) {
    response.destroy();
    return receive(new URL(headers.location, url).href, signal, redirects + 1);
  }
  const chunks: Buffer[] = [];
  const plain = headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;
  await new Promise<void>((resolve, reject) => {
    response.on('error', reject);
    response.on('aborted', () => reject(new Error('aborted')));
    plain.on('data', (chunk: Buffer) => chunks.push(chunk));
    plain.on('error', reject);
    plain.on('end', resolve);
  });
  return { response, body: Buffer.concat(chunks).toString() };
}

function passedOn({ response, body }: Received): { readonly status: number; readonly data: unknown } {
  const { statusCode: status = 0 } = response;
  return status === 401
    ? { status: 400, data: { message: 'Authentication to data source failed' } }
    : { status, data: parsed(body) };
}

/** As `BackendSrv` does: text that is no JSON stays text. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      work();
    }
  };
}
