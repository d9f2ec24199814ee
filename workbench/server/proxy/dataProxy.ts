import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { DataSourceRecord } from '../dataSourceRecord.ts';
import { respondJson } from '../respond.ts';
import { cleanProxyPath } from './cleanProxyPath.ts';
import { matchRoute } from './matchRoute.ts';
import type { PluginRoute } from './pluginRoute.ts';
import { upstreamAgent } from './upstreamAgent.ts';
import { upstreamRequest, type UpstreamRequest } from './upstreamRequest.ts';

/** Time limit for the response headers of a data source; Grafana's default. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** Hop-by-hop response headers, and `set-cookie`, which would let a data source set cookies of this page. */
const DROPPED_RESPONSE_HEADERS = ['connection', 'keep-alive', 'set-cookie', 'proxy-authenticate', 'upgrade', 'trailer'];

/**
 * Handles `/api/datasources/proxy/uid/<uid>/<rawPath>` with the plugin's routes. A path without a route is a 404; Grafana
 * forwards it to the data source's own URL without the route's headers.
 * @param log called with one line per failure, without secrets and query parameters
 */
export function dataProxy(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: { record: DataSourceRecord; routes: readonly PluginRoute[]; rawPath: string; search: string },
  log: (line: string) => void
) {
  // As in Grafana: the data source's own URL is checked first, even if a route has another one.
  if (!/^https?:\/\//i.test(target.record.url)) {
    respondJson(response, 400, { message: `Invalid data source URL: "${target.record.url}"` });
    return;
  }
  const path = cleanProxyPath(target.rawPath);
  const match = path === undefined ? undefined : matchRoute(target.routes, incoming.method ?? 'GET', path);
  if (!match) {
    respondJson(response, 404, { message: 'No route of plugin.json matches this method and path.' });
    return;
  }
  try {
    const upstream = upstreamRequest(target.record, match, target.search, incoming.headers);
    forward(incoming, response, upstream, target.record, log);
  } catch (error) {
    respondJson(response, 500, { message: (error as Error).message });
  }
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { url, headers }: UpstreamRequest,
  record: DataSourceRecord,
  log: (line: string) => void
) {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(url, { method: incoming.method, headers, agent: upstreamAgent(record, url.protocol) });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    outgoing.destroy();
  }, RESPONSE_TIMEOUT_MS);

  outgoing.on('response', (reply) => {
    clearTimeout(timer);
    relayResponse(reply, response);
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer);
    if (response.destroyed) {
      return;
    }
    log(`${record.uid}: no response from ${url.host} (${error.code ?? error.message})`);
    if (response.headersSent) {
      response.destroy();
    } else {
      response.writeHead(timedOut ? 504 : 502, { 'content-type': 'text/plain' });
      response.end(timedOut ? 'Gateway Timeout' : 'Bad Gateway');
    }
  });
  response.on('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) {
      outgoing.destroy();
    }
  });
  incoming.pipe(outgoing);
}

function relayResponse(reply: IncomingMessage, response: ServerResponse) {
  if (reply.statusCode === 401) {
    // As in Grafana: a 401 from the data source must not look like an expired session of the page.
    reply.resume();
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('Authentication to data source failed');
    return;
  }
  const headers = { ...reply.headers, 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' };
  for (const name of DROPPED_RESPONSE_HEADERS) {
    delete headers[name as keyof typeof headers];
  }
  response.writeHead(reply.statusCode ?? 502, headers);
  reply.on('error', () => response.destroy());
  reply.pipe(response);
}
