import type { BackendSrv, FetchResponse } from '@grafana/runtime';
import { fromEvent, takeUntil } from 'rxjs';
import { OPERATIONS } from '../core/api/operations';
import type { ApiRequest, ApiResponse, Transport } from '../core/api/transport';
import { createConcurrencyLimit } from '../core/concurrency/concurrencyLimit';
import { PAGES_TYPE, PageStreamReader } from '../core/history/pageStream';
import type { Clock, Stopwatch } from '../core/time/clock';
import { MAX_PAGES_TOGETHER } from '../query/backendResources';
import { readResponse } from './grafanaTransport';

/** How long nothing may arrive: twice as long as the backend waits for the API by default, though pages also wait there for their turn. */
const SILENCE_TIMEOUT_MS = 60_000;

/** How many of the pages that turned out to need requests of their own are requested at a time: an older backend limits nothing. */
const MAX_FALLBACK_REQUESTS = 4;

/** For how long nothing is requested together after a 404, which Grafana also sends while the plugin is being replaced. */
const UNSUPPORTED_MS = 300_000;

/** What Grafana has for responses that are read while they arrive. */
export type StreamingBackend = Pick<BackendSrv, 'chunked'>;

interface PageStreamOptions {
  /** Where the backend of the plugin answers, without a trailing slash. */
  readonly resourcesUrl: string;
  /** Sends a request of its own. */
  readonly single: Transport;
  readonly clock: Clock;
  /** The organization whose data source it is: another tab may have chosen another one. */
  readonly orgId?: number | undefined;
}

interface PageStreams {
  readonly transport: Transport;
  /** False for some minutes after a backend turned out to be older than such requests. */
  readonly isSupported: () => boolean;
}

/** A page that somebody waits for. */
interface WantedPage {
  readonly request: ApiRequest;
  readonly signal: AbortSignal;
  readonly resolve: (response: ApiResponse | Promise<ApiResponse>) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Sends the pages of history that a query wants at the same time as one request. Each page arrives as soon as the backend has it. All
 * other requests are sent one by one, and so are these pages if the request for all of them did not reach the backend.
 */
export function createPageStreams(backend: StreamingBackend, options: PageStreamOptions): PageStreams {
  const { single, clock } = options;
  const limit = createConcurrencyLimit(MAX_FALLBACK_REQUESTS);
  const sendAlone: Transport = (request, signal) =>
    limit(request.group ?? '', (ownSignal) => single(request, ownSignal), signal);
  /** By query; a list is complete once the code that asks for pages has run. */
  const collected = new Map<string, WantedPage[]>();
  let unsupported: Stopwatch | undefined;
  const isSupported = () => unsupported === undefined || unsupported.ageMs() >= UNSUPPORTED_MS;
  const noteUnsupported = () => (unsupported = clock.startStopwatch());

  const send = (pages: readonly WantedPage[]) => {
    const wanted = pages.filter(({ signal }) => !signal.aborted);
    if (wanted.length > 1 && isSupported()) {
      receivePages(backend, { ...options, single: sendAlone }, wanted, noteUnsupported);
    } else {
      const sendOne = wanted.length > 1 ? sendAlone : single;
      wanted.forEach(({ request, signal, resolve }) => resolve(sendOne(request, signal)));
    }
  };

  const transport: Transport = (request, signal) => {
    if (request.path !== OPERATIONS.history.path || request.group === undefined || !isSupported()) {
      return single(request, signal);
    }
    signal.throwIfAborted();
    const key = JSON.stringify([request.group, request.noCache === true]);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const page = { request, signal, resolve, reject };
      const others = collected.get(key);
      if (others !== undefined && others.length < MAX_PAGES_TOGETHER) {
        others.push(page);
        return;
      }
      const pages = [page];
      collected.set(key, pages);
      const sendCollected = () => {
        if (collected.get(key) === pages) {
          collected.delete(key);
        }
        send(pages);
      };
      clock.sleep(0, new AbortController().signal).then(sendCollected, reject);
    });
  };

  return { transport, isSupported };
}

/**
 * Sends one request for several pages, and ends it when nobody waits for any of them any more.
 * @param noteUnsupported called if the backend does not know such requests
 */
function receivePages(
  backend: StreamingBackend,
  { resourcesUrl, single, clock, orgId }: PageStreamOptions,
  wanted: readonly WantedPage[],
  noteUnsupported: () => void
): void {
  const waiting = new Map(wanted.entries());
  const reader = new PageStreamReader();
  const ended = new AbortController();
  let heard = clock.startStopwatch();

  const take = (index: number) => {
    const page = waiting.get(index);
    waiting.delete(index);
    return page;
  };
  const settleRest = (settle: (page: WantedPage) => void) => {
    const rest = [...waiting.values()];
    waiting.clear();
    rest.forEach(settle);
    ended.abort();
  };
  const fail = (error: unknown) => settleRest(({ reject }) => reject(error));

  const next = ({ status, headers, data }: FetchResponse<Uint8Array | undefined>) => {
    heard = clock.startStopwatch();
    if (status !== 200 || headers.get('content-type') !== PAGES_TYPE) {
      if (status === 404) {
        noteUnsupported();
      }
      settleRest(({ request, signal, resolve }) => resolve(single(request, signal)));
      return;
    }
    for (const { page, status: pageStatus, header, body } of data ? reader.push(data) : []) {
      const { resolve, reject } = take(page) ?? {};
      try {
        resolve?.(readResponse(pageStatus, body.buffer, header));
      } catch (error) {
        reject?.(error);
      }
    }
    // A response that has all pages ends by itself: the browser keeps the connection.
  };

  wanted.forEach(({ signal }, index) => {
    const leave = () => {
      if (take(index) !== undefined && waiting.size === 0) {
        ended.abort();
      }
    };
    signal.addEventListener('abort', leave, { once: true });
    ended.signal.addEventListener('abort', () => signal.removeEventListener('abort', leave), { once: true });
  });

  const [{ request }] = wanted as readonly [WantedPage, ...WantedPage[]];
  backend
    .chunked({
      // Relative to the base of the page: Grafana does not do it for these requests.
      url: `${resourcesUrl}/${request.path}`.replace(/^\//, ''),
      method: 'POST',
      data: wanted.map((page) => new URLSearchParams(page.request.params).toString()),
      showErrorAlert: false,
      headers: {
        ...(orgId !== undefined && { 'X-Grafana-Org-Id': String(orgId) }),
        ...(request.noCache && { 'Cache-Control': 'no-cache' }),
      },
    })
    .pipe(takeUntil(fromEvent(ended.signal, 'abort')))
    .subscribe({
      next: (part) => {
        try {
          next(part);
        } catch (error) {
          fail(error);
        }
      },
      error: (error: unknown) => fail(error instanceof Error ? error : new Error('no response')),
      complete: () => fail(new Error('the response ended early')),
    });

  const failWhenSilent = async () => {
    for (;;) {
      const leftMs = SILENCE_TIMEOUT_MS - heard.elapsedMs();
      if (leftMs <= 0) {
        fail(new Error(`nothing received within ${SILENCE_TIMEOUT_MS / 1000} seconds`));
        return;
      }
      await clock.sleep(leftMs, ended.signal);
    }
  };
  failWhenSilent().catch(() => undefined);
}
