import type { FastifyReply, FastifyRequest } from 'fastify';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSourceRecord } from '../dataSourceRecord.ts';
import { cleanProxyPath } from './cleanProxyPath.ts';
import { matchRoute } from './matchRoute.ts';
import type { PluginRoute } from './pluginRoute.ts';
import { emptied, failureOf, SCENARIO_HEADER, scenarioOf, scenarioSearch, SLOW_MS } from './scenario.ts';
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
export async function dataProxy(
  request: FastifyRequest,
  reply: FastifyReply,
  target: { record: DataSourceRecord; routes: readonly PluginRoute[]; rawPath: string; search: string },
  log: (line: string) => void
) {
  const { record, routes } = target;
  // As in Grafana: the data source's own URL is checked first, even if a route has another one.
  if (!/^https?:\/\//i.test(record.url)) {
    return reply.code(400).send({ message: `Invalid data source URL: "${record.url}"` });
  }
  const path = cleanProxyPath(target.rawPath);
  const match = path === undefined ? undefined : matchRoute(routes, request.method, path);
  if (!match) {
    return reply.code(404).send({ message: 'No route of plugin.json matches this method and path.' });
  }
  const scenario = scenarioOf(request.raw);
  const failure = failureOf(scenario);
  if (failure) {
    return reply.code(failure.status).type('application/problem+json').send(failure);
  }
  const upstream = upstreamRequest(record, match, scenarioSearch(scenario, target.search), request.headers);
  delete upstream.headers[SCENARIO_HEADER];
  if (scenario === 'slow') {
    await delay(SLOW_MS);
  }
  if (scenario === 'empty') {
    // A body is needed, and as text: no compression, and no "not modified" for what the browser has seen without the scenario.
    delete upstream.headers['accept-encoding'];
    delete upstream.headers['if-none-match'];
  }
  const { response, error, isTimeout } = await forward(request.raw, reply, upstream, record);
  if (!response) {
    if (!reply.raw.destroyed) {
      log(`${record.uid}: no response from ${upstream.url.host} (${error?.code ?? error?.message})`);
    }
    return reply.code(isTimeout ? 504 : 502).send(isTimeout ? 'Gateway Timeout' : 'Bad Gateway');
  }
  if (response.statusCode === 401) {
    // As in Grafana: a 401 from the data source must not look like an expired session of the page.
    response.resume();
    return reply.code(400).send('Authentication to data source failed');
  }
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined && !DROPPED_RESPONSE_HEADERS.includes(name)) {
      void reply.header(name, value);
    }
  }
  void reply
    .code(response.statusCode ?? 502)
    .headers({ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' });
  return scenario === 'empty' && response.statusCode === 200
    ? reply.removeHeader('content-length').send(emptied(await text(response)))
    : reply.send(response);
}

interface Outcome {
  readonly response?: IncomingMessage;
  readonly error?: NodeJS.ErrnoException;
  readonly isTimeout: boolean;
}

/** Resolves to the response of the data source or to the error. Ends with the request of the browser. */
function forward(
  incoming: IncomingMessage,
  reply: FastifyReply,
  { url, headers }: UpstreamRequest,
  record: DataSourceRecord
): Promise<Outcome> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(url, { method: incoming.method, headers, agent: upstreamAgent(record, url.protocol) });
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    outgoing.destroy();
  }, RESPONSE_TIMEOUT_MS);
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) {
      outgoing.destroy();
    }
  });
  incoming.pipe(outgoing);
  return new Promise<Outcome>((resolve) => {
    outgoing
      .on('response', (response) => resolve({ response, isTimeout }))
      .on('error', (error) => resolve({ error, isTimeout }));
  }).finally(() => clearTimeout(timer));
}
