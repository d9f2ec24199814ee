import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { DataSourceRecord } from '../dataSources/dataSourceRecord.ts';
import { fillTemplate } from './fillTemplate.ts';
import type { RouteMatch } from './matchRoute.ts';

export interface UpstreamRequest {
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
}

/** Hop-by-hop headers and headers between the browser and this page. They are not forwarded to the data source. */
const DROPPED_HEADERS = new Set([
  'authorization',
  'connection',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Builds the request to the data source: the URL and headers of the route, the custom headers of the data source, and the
 * headers of the browser except DROPPED_HEADERS.
 * @param search query string of the browser's request, including `?`, or empty
 * @throws Error that names a missing setting or an invalid URL
 */
export function upstreamRequest(
  record: DataSourceRecord,
  { route, rest }: RouteMatch,
  search: string,
  browserHeaders: IncomingHttpHeaders
): UpstreamRequest {
  const base = route.url === undefined ? joinPath(record.url, route.path) : fillTemplate(route.url, record);
  const url = parseHttpUrl(rest === '' ? base : joinPath(base, rest));
  for (const [name, value] of new URLSearchParams(search)) {
    url.searchParams.append(name, value);
  }
  for (const { name, content } of route.urlParams) {
    url.searchParams.set(fillTemplate(name, record), fillTemplate(content, record));
  }
  const headers: OutgoingHttpHeaders = {
    ...forwardedHeaders(browserHeaders),
    'user-agent': 'workbench',
    ...customHeaders(record),
  };
  for (const { name, content } of route.headers) {
    headers[name.toLowerCase()] = fillTemplate(content, record);
  }
  return { url, headers };
}

function joinPath(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}

function parseHttpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error(`The data source URL is not an http or https URL: "${text}".`);
  }
  return url;
}

function forwardedHeaders(browserHeaders: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(browserHeaders).filter(([name]) => !DROPPED_HEADERS.has(name) && !name.startsWith('sec-'))
  );
}

/** Grafana's custom headers: `jsonData.httpHeaderName1` with `secureJsonData.httpHeaderValue1`, and so on. */
function customHeaders({ jsonData, secureJsonData }: DataSourceRecord): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [member, name] of Object.entries(jsonData)) {
    const number = /^httpHeaderName(\d+)$/.exec(member)?.[1];
    if (number !== undefined && typeof name === 'string' && name !== '') {
      headers[name.toLowerCase()] = secureJsonData[`httpHeaderValue${number}`] ?? '';
    }
  }
  return headers;
}
