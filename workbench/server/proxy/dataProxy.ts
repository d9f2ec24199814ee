import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionOptions, SecureContextOptions } from 'node:tls';
import type { DataSourceRecord } from '../dataSources/dataSourceRecord.ts';
import { cleanProxyPath } from './cleanProxyPath.ts';
import { matchRoute } from './matchRoute.ts';
import type { PluginRoute } from './pluginRoute.ts';
import { SCENARIO_HEADER } from '../../scenarios.ts';
import { emptied, failureOf, scenarioOf, scenarioSearch, SLOW_MS } from './scenario.ts';
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
  let response: IncomingMessage;
  try {
    response = await forward(request.raw, reply, upstream, record);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!reply.raw.destroyed) {
      log(`${record.uid}: no response from ${upstream.url.host} (${code ?? message})`);
    }
    return code === 'ABORT_ERR' ? reply.code(504).send('Gateway Timeout') : reply.code(502).send('Bad Gateway');
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

/** Resolves to the response of the data source. Ends with the request of the browser, or if there is no response in time. */
async function forward(
  incoming: IncomingMessage,
  reply: FastifyReply,
  { url, headers }: UpstreamRequest,
  record: DataSourceRecord
): Promise<IncomingMessage> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), RESPONSE_TIMEOUT_MS);
  reply.raw.on('close', () => reply.raw.writableFinished || abort.abort());
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(url, { method: incoming.method, headers, signal: abort.signal, ...tlsOptions(record) });
  // Without a listener, an error after the response would end the process.
  outgoing.on('error', () => {});
  try {
    const [response] = (await once(incoming.pipe(outgoing), 'response')) as [IncomingMessage];
    return response;
  } finally {
    clearTimeout(timer);
  }
}

/** The TLS options of Grafana's data source settings. Node's connection pool keeps connections with other options apart. */
function tlsOptions({ jsonData, secureJsonData }: DataSourceRecord): SecureContextOptions & ConnectionOptions {
  return {
    rejectUnauthorized: jsonData.tlsSkipVerify !== true,
    ...(typeof jsonData.serverName === 'string' && jsonData.serverName !== '' && { servername: jsonData.serverName }),
    ...(jsonData.tlsAuthWithCACert === true && { ca: secureJsonData.tlsCACert }),
    ...(jsonData.tlsAuth === true && { cert: secureJsonData.tlsClientCert, key: secureJsonData.tlsClientKey }),
  };
}
