import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { DataSourceRecord } from '../dataSourceRecord.ts';
import { respondJson } from '../respond.ts';
import { cleanProxyPath } from './cleanProxyPath.ts';
import { matchRoute } from './matchRoute.ts';
import type { PluginRoute } from './pluginRoute.ts';
import { upstreamAgent } from './upstreamAgents.ts';
import { upstreamRequest, type UpstreamRequest } from './upstreamRequest.ts';

/** How long a data source may take until its first byte, as long as Grafana waits by default. */
const ANSWER_WITHIN_MS = 30_000;

/** Headers that belong to one connection or would let a data source act on this page. */
const KEPT_FROM_BROWSER = ['connection', 'keep-alive', 'set-cookie', 'proxy-authenticate', 'upgrade', 'trailer'];

/**
 * Answers `/api/datasources/proxy/uid/<uid>/<rawPath>` by the plugin's routes. A path without a route is a 404, which is
 * stricter than Grafana: there it goes to the data source's own address without the route's headers.
 * @param log gets one line per failure, free of secrets and of query parameters
 */
export function dataProxy(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: { record: DataSourceRecord; routes: readonly PluginRoute[]; rawPath: string; search: string },
  log: (line: string) => void
) {
  const path = cleanProxyPath(target.rawPath);
  const match = path === undefined ? undefined : matchRoute(target.routes, incoming.method ?? 'GET', path);
  if (!match) {
    respondJson(response, 404, { message: 'No route of plugin.json covers this method and path.' });
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
  }, ANSWER_WITHIN_MS);

  outgoing.on('response', (answer) => {
    clearTimeout(timer);
    passBack(answer, response);
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer);
    if (response.destroyed) {
      return;
    }
    log(`${record.uid}: no answer from ${url.host} (${error.code ?? error.message})`);
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

function passBack(answer: IncomingMessage, response: ServerResponse) {
  if (answer.statusCode === 401) {
    // Grafana does the same: a 401 of the data source must not look like a lost session of the page.
    answer.resume();
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('Authentication to data source failed');
    return;
  }
  const headers = { ...answer.headers, 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' };
  for (const name of KEPT_FROM_BROWSER) {
    delete headers[name as keyof typeof headers];
  }
  response.writeHead(answer.statusCode ?? 502, headers);
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}
