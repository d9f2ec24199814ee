import { Agent, get, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createGunzip } from 'node:zlib';
import type { BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { Observable } from 'rxjs';

const MAX_REDIRECTS = 5;
const agent = new Agent({ keepAlive: false });

interface Received {
  readonly response: IncomingMessage;
  readonly body: string;
}

type Waiting = {
  readonly number: number;
  readonly address: string;
  readonly rank: number;
  readonly sentEpochMs: number;
  /** Passes the answer on; undefined before it has arrived. */
  passOn?: () => void;
};

/** The number of a request, by which the proxy tells whether it is held. */
export const NUMBER_HEADER = 'x-request-number';

/** By the real clock: far longer than an answer takes on the slowest machine. */
const MAX_ANSWER_MS = 240_000;

let requests = 0;

/**
 * What Grafana does with the requests of a browser, by its data proxy and `BackendSrv`: 502 if the API cannot be reached, 400 for
 * its 401; the browser follows redirects, a broken response is a `TypeError`, and errors have no headers.
 *
 * Answers are passed on one by one, in the order of their requests, once all of them are there and nothing more follows from the last
 * one: which socket is the fastest decides nothing.
 */
export class GrafanaFetch {
  private readonly inFlight = new Map<number, Waiting>();
  private readonly sent = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param isHeld whether a request, by its number, will not be answered: no other waits for it
   * @param rankOf which of the answers that are there comes first, by the parameters of the request: the lowest rank
   */
  constructor(
    private readonly isHeld: (number: number) => boolean,
    private readonly rankOf: (params: URLSearchParams) => number = () => 0
  ) {}

  /** The most requests for one address. */
  get attempts(): number {
    return Math.max(0, ...this.sent.values());
  }

  /** Whether an answer is on its way. */
  readonly isBusy = (): boolean => this.expected().length > 0;

  readonly fetch = <T>({ url, params }: BackendSrvRequest): Observable<FetchResponse<T>> =>
    new Observable((subscriber) => {
      const query = new URLSearchParams(params);
      const address = `${url}?${query.toString()}`;
      const number = ++requests;
      const waiting: Waiting = { number, address, rank: this.rankOf(query), sentEpochMs: Date.now() };
      this.inFlight.set(number, waiting);
      this.sent.set(address, (this.sent.get(address) ?? 0) + 1);
      const controller = new AbortController();
      receive(address, number, controller.signal).then(
        (received) => {
          waiting.passOn = () => {
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
          };
        },
        (error: unknown) => {
          waiting.passOn = () =>
            subscriber.error(
              error instanceof NoResponse
                ? { status: 502, data: {}, config: { url } }
                : new TypeError('Failed to fetch')
            );
        }
      );
      this.timer ??= setTimeout(this.passOnFirst, 1);
      return () => {
        this.inFlight.delete(number);
        controller.abort();
      };
    });

  /** Each in a turn of its own: what follows from one answer, such as another request, comes before the next one. */
  private readonly passOnFirst = (): void => {
    const expected = this.expected();
    const missing = expected.find(({ passOn }) => passOn === undefined);
    if (missing === undefined && expected.length > 0) {
      const [first] = expected.sort((a, b) => a.rank - b.rank || a.number - b.number);
      this.inFlight.delete(first!.number);
      first!.passOn!();
    } else if (missing !== undefined && Date.now() - missing.sentEpochMs > MAX_ANSWER_MS) {
      throw new Error(`waited ${MAX_ANSWER_MS / 1000} s for ${missing.address}, which was neither answered nor held`);
    }
    this.timer = this.inFlight.size > 0 ? setTimeout(this.passOnFirst, 1) : undefined;
  };

  private expected(): Waiting[] {
    return [...this.inFlight.values()].filter(({ number }) => !this.isHeld(number));
  }
}

/** The connection failed before a response. */
class NoResponse extends Error {}

/** No name exists, and no server is asked for one. */
const lookup: LookupFunction = (hostname, _, callback) => {
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
  setTimeout(() => callback(error, []), 0);
};

async function receive(url: string, number: number, signal: AbortSignal, redirects = 0): Promise<Received> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.startsWith('https:') ? getSecure : get;
    const headers = { 'accept-encoding': 'gzip', [NUMBER_HEADER]: number };
    const options = { signal, lookup, ...(send === get && { agent }), headers };
    send(url, options, resolve).on('error', (cause) => reject(new NoResponse('no response', { cause })));
  });
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined && redirects < MAX_REDIRECTS) {
    response.destroy();
    return receive(new URL(headers.location, url).href, number, signal, redirects + 1);
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
