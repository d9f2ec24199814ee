import { gzipSync } from 'node:zlib';
import type { Exchange, Fault } from './faultProxy';

export interface NamedFault extends Fault {
  /** The URL of the data source, if it is not the proxy. */
  readonly url?: (proxyUrl: string) => string;
  /** How far the clock of the browser is ahead. */
  readonly clockAheadMs?: number;
  /** Every request, or the first for each page, ends by the time limit of the client. */
  readonly holds?: 'always' | 'once';
  /** In place of the order of the requests, the order in which browsers receive answers: by the parameters, the lowest rank first. */
  readonly rankOf?: (params: URLSearchParams) => number;
  /** The most requests of a query for one page. Absent: no retry. */
  readonly maxAttempts?: number;
  /** The longest that a query waits for retries and time limits, by the clock of the browser. Absent: not at all. */
  readonly maxWaitMs?: number;
  /** How long the server wants each retry to wait. */
  readonly retryAfterMs?: number;
  /** On a busy machine, it takes longer than a health check. */
  readonly isHuge?: true;
}

type Answer = Fault['answer'];

const MINUTE_MS = 60_000;
/** More than the backend reads of one response. */
const HUGE_BYTES = 66 * 2 ** 20;
/** A part of a name has at most 63 letters, so that Go says "no such host" without asking a server for it. */
const UNKNOWN_HOST = `http://${'telemetry'.repeat(8)}.invalid`;
const LOGIN_PAGE = `<!doctype html><html><head><title>Sign in</title></head><body><form>${'Sign in '.repeat(20)}</form></body></html>`;

const pass: Answer = async (exchange) => {
  exchange.response.end(await exchange.forward());
};

/** The fault for the first attempts, then the answer of the service. */
function firstAttempts(count: number, fault: Answer): Answer {
  return (exchange) => (exchange.attempt <= count ? fault(exchange) : pass(exchange));
}

/** The fault for one page of two: the one that the newest data is on. */
function newestPage(fault: Answer): Answer {
  return (exchange) => (exchange.params.get('hasta') === exchange.newestEnd ? fault(exchange) : pass(exchange));
}

function status(code: number, headers: Readonly<Record<string, string>> = {}, body = problem(code)): Answer {
  return ({ response }) => {
    response.writeHead(code, { 'content-type': 'application/problem+json', ...headers }).end(body);
  };
}

function problem(code: number): string {
  return JSON.stringify({ title: `Status ${code}`, status: code });
}

/** The connection ends after half of the body. */
const cut: Answer = async ({ forward, response }) => {
  const body = await forward();
  response.setHeader('content-length', body.length);
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
};

/** Half of the body comes, and then nothing. */
const stall: Answer = async ({ forward, response, hold }) => {
  const body = await forward();
  response.setHeader('content-length', body.length);
  response.write(body.subarray(0, body.length / 2));
  hold();
};

const hang: Answer = ({ hold }) => hold();

/** The body of the service as JSON, changed. */
function changed(change: (body: Record<string, unknown>, exchange: Exchange) => unknown): Answer {
  return async (exchange) => {
    const body = JSON.parse((await exchange.forward()).toString()) as Record<string, unknown>;
    exchange.response.end(JSON.stringify(change(body, exchange)));
  };
}

/** The item in the middle of the list, changed. */
function changedItem(change: (item: Record<string, unknown>) => unknown): Answer {
  return changed((body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        Array.isArray(value)
          ? value.map((item, index) =>
              index === Math.floor(value.length / 2) ? change(item as Record<string, unknown>) : (item as unknown)
            )
          : value,
      ])
    )
  );
}

function numbersAsTexts(item: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])
  );
}

/** A page whose next cursor is `cursorOf` it, whatever the cursor of the request. */
function withCursor(cursorOf: (exchange: Exchange) => string, items: 'same' | 'none'): Answer {
  return async (exchange) => {
    const params = new URLSearchParams(exchange.params);
    params.delete('siguiente');
    const body = JSON.parse((await exchange.forward(params)).toString()) as Record<string, unknown>;
    const empty = items === 'none' ? Object.fromEntries(listsOf(body).map((name) => [name, []])) : {};
    exchange.response.end(
      JSON.stringify({ ...body, ...empty, ...('siguiente' in body && { siguiente: cursorOf(exchange) }) })
    );
  };
}

function listsOf(body: Record<string, unknown>): string[] {
  return Object.keys(body).filter((name) => Array.isArray(body[name]) && 'siguiente' in body);
}

/** A list of empty objects in the place of that of the service. */
function emptyRows(bytes: number): Answer {
  return async ({ path, forward, response }) => {
    const body = JSON.parse((await forward()).toString()) as Record<string, unknown>;
    const list = Object.keys(body).find((name) => Array.isArray(body[name]));
    if (path === 'v1/dispositivos' || list === undefined) {
      // Names that come late are left out, which depends on the machine.
      response.end(JSON.stringify(body));
      return;
    }
    const rows = '{},'.repeat(bytes / 3);
    response.end(JSON.stringify({ ...body, [list]: ['ROWS'] }).replace('["ROWS"]', () => `[${rows}{}]`));
  };
}

/** By the request, so that the order of the answers is mixed and always the same. */
function jitterMs(params: URLSearchParams): number {
  return [...params.toString()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 200, 0);
}

/** A query that is retried until it fails: five requests and their delays, in each of the three stages that it may have. */
const RETRIED = { maxAttempts: 5, maxWaitMs: 18_000 } satisfies Partial<NamedFault>;
/** A query whose first requests fail. */
const RETRIED_ONCE = { maxAttempts: 2, maxWaitMs: 3000 } satisfies Partial<NamedFault>;
const RETRIED_TWICE = { maxAttempts: 3, maxWaitMs: 6000 } satisfies Partial<NamedFault>;
/** A query that waits until nothing has answered for two minutes. */
const HELD = { holds: 'always', maxAttempts: 6, maxWaitMs: 121_000 } satisfies Partial<NamedFault>;

let cursors = 0;

/** An empty page before the first one. */
const emptyPageFirst: Answer = async (exchange) => {
  const cursor = exchange.params.get('siguiente');
  if (exchange.path.startsWith('v1/exportaciones') || (cursor !== null && cursor !== 'first')) {
    return pass(exchange);
  }
  const params = new URLSearchParams(exchange.params);
  params.delete('siguiente');
  const body = JSON.parse((await exchange.forward(params)).toString()) as Record<string, unknown>;
  const page =
    cursor === 'first' ? {} : { ...Object.fromEntries(listsOf(body).map((name) => [name, []])), siguiente: 'first' };
  exchange.response.end(JSON.stringify({ ...body, ...page }));
};

export const NO_FAULT: NamedFault = { name: 'none', answer: pass };

/** In the order of the table. */
export const FAULTS: readonly NamedFault[] = [
  {
    name: 'delay of 20 ms to 220 ms',
    rankOf: jitterMs,
    answer: async (exchange) => {
      await new Promise((resolve) => setTimeout(resolve, 20 + jitterMs(exchange.params)));
      await pass(exchange);
    },
  },
  { name: '429 twice, without `Retry-After`', answer: firstAttempts(2, status(429)), ...RETRIED_TWICE },
  {
    name: '429 twice, `Retry-After: 2`',
    answer: firstAttempts(2, status(429, { 'retry-after': '2' }, JSON.stringify({ reintentarEnSegundos: 2 }))),
    ...RETRIED_TWICE,
    maxWaitMs: 18_000,
    retryAfterMs: 2000,
  },
  { name: '429 always', answer: status(429), ...RETRIED },
  {
    name: '429 always, `Retry-After: 2`',
    answer: status(429, { 'retry-after': '2' }, JSON.stringify({ reintentarEnSegundos: 2 })),
    ...RETRIED,
    maxWaitMs: 45_000,
    retryAfterMs: 2000,
  },
  {
    name: '429 always, `Retry-After: 3600`',
    answer: status(429, { 'retry-after': '3600' }, JSON.stringify({ reintentarEnSegundos: 3600 })),
  },
  { name: '500 always', answer: status(500) },
  { name: '500 for the newest page', answer: newestPage(status(500)) },
  { name: '503 twice', answer: firstAttempts(2, status(503)), ...RETRIED_TWICE },
  { name: '503 always', answer: status(503), ...RETRIED },
  {
    name: 'HTML error page, status 502',
    answer: status(
      502,
      { 'content-type': 'text/html' },
      '<html><head><title>502</title></head><body><h1>Bad Gateway</h1><script>alert(1)</script></body></html>'
    ),
    ...RETRIED,
  },
  { name: 'log-in page, status 200', answer: status(200, { 'content-type': 'text/html' }, LOGIN_PAGE) },
  {
    name: 'redirect to a log-in page',
    answer: ({ path, response }) => {
      if (path === 'login') {
        response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN_PAGE);
      } else {
        response.writeHead(302, { location: '../login' }).end();
      }
    },
  },
  { name: 'wrong key (401)', answer: status(401) },
  { name: 'missing permission (403)', answer: status(403) },
  { name: 'not found (404)', answer: status(404) },
  { name: 'body cut once', answer: firstAttempts(1, cut), ...RETRIED_ONCE },
  { name: 'body always cut', answer: cut, ...RETRIED },
  { name: 'body of the newest page always cut', answer: newestPage(cut), ...RETRIED },
  // Each stage of a query waits for a time limit, and may send its requests once more for each.
  { name: 'body stalls once', answer: firstAttempts(1, stall), holds: 'once', maxAttempts: 6, maxWaitMs: 300_000 },
  { name: 'body always stalls', answer: stall, ...HELD },
  { name: 'no response', answer: hang, ...HELD },
  {
    name: 'truncated gzip',
    ...RETRIED,
    answer: async ({ forward, response }) => {
      const zipped = gzipSync(await forward());
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped.subarray(0, zipped.length - 12));
    },
  },
  {
    name: 'JSON without its end',
    answer: async ({ forward, response }) => {
      const body = await forward();
      response.end(body.subarray(0, body.length - 10));
    },
  },
  {
    name: 'JSON of 66 MB',
    isHuge: true,
    answer: async ({ path, forward, response }) => {
      const body = await forward();
      if (path === 'v1/dispositivos') {
        // Names that come late are left out, which depends on the machine.
        response.end(body);
        return;
      }
      response.write(body.subarray(0, body.length - 1));
      response.write(Buffer.alloc(HUGE_BYTES, ' '));
      response.end(body.subarray(body.length - 1));
    },
  },
  { name: 'JSON of 3 MB of brackets', answer: ({ response }) => void response.end('['.repeat(3 * 2 ** 20)) },
  {
    name: 'an object nested 100,000 deep',
    answer: ({ response }) => void response.end(`${'{"detail":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  },
  { name: '3 MB of empty rows', answer: emptyRows(3 * 2 ** 20) },
  { name: 'another JSON', answer: ({ response }) => void response.end('{"resultado":[]}') },
  { name: 'numbers of one item as texts', answer: changedItem(numbersAsTexts) },
  { name: 'one item is a text', answer: changedItem(() => 'item') },
  { name: 'one item is null', answer: changedItem(() => null) },
  { name: 'empty page before the first', answer: emptyPageFirst },
  { name: 'the cursor repeats', answer: withCursor(() => 'same', 'same') },
  { name: 'a new cursor on every page, same items', answer: withCursor(() => `c${cursors++}`, 'same') },
  { name: 'a new cursor on every page, no items', answer: withCursor(() => `c${cursors++}`, 'none') },
  { name: "browser's clock 10 min ahead", answer: pass, clockAheadMs: 10 * MINUTE_MS },
  { name: "browser's clock 10 min behind", answer: pass, clockAheadMs: -10 * MINUTE_MS },
  { name: 'unknown host (DNS)', answer: pass, url: () => UNKNOWN_HOST, ...RETRIED },
  { name: 'TLS handshake fails', answer: pass, url: (proxyUrl) => proxyUrl.replace('http:', 'https:'), ...RETRIED },
  { name: 'connection refused', answer: pass, url: () => 'http://127.0.0.1:9', ...RETRIED },
  { name: "time limit of Grafana's proxy (504)", answer: status(504, {}, ''), ...RETRIED },
  { name: "size limit of Grafana's proxy", answer: cut, ...RETRIED },
];
