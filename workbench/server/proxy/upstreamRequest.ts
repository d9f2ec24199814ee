import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { DataSourceRecord } from '../dataSourceRecord.ts';
import { fillTemplate } from './fillTemplate.ts';
import type { RouteMatch } from './matchRoute.ts';

export interface UpstreamRequest {
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
}

/** Between two machines only, or the browser's own business with this page: none of it is for the data source. */
const HELD_BACK = new Set([
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
 * The request that a data source gets for one of the browser: the route's address and headers, the data source's own
 * custom headers, and of the browser's headers those that are not held back.
 * @param search the query of the browser's request, with `?`, or empty
 * @throws Error saying which setting is missing or no address
 */
export function upstreamRequest(
  record: DataSourceRecord,
  { route, rest }: RouteMatch,
  search: string,
  browserHeaders: IncomingHttpHeaders
): UpstreamRequest {
  const base = fillTemplate(route.url, record);
  const url = parseAddress(rest === '' ? base : `${base.replace(/\/+$/, '')}/${rest}`);
  for (const [name, value] of new URLSearchParams(search)) {
    url.searchParams.append(name, value);
  }
  for (const { name, content } of route.urlParams) {
    url.searchParams.set(fillTemplate(name, record), fillTemplate(content, record));
  }
  const headers: OutgoingHttpHeaders = {
    ...passedOn(browserHeaders),
    'user-agent': 'workbench',
    ...customHeaders(record),
  };
  for (const { name, content } of route.headers) {
    headers[name.toLowerCase()] = fillTemplate(content, record);
  }
  return { url, headers };
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error(`The data source's address is not an http or https address: "${text}".`);
  }
  return url;
}

function passedOn(browserHeaders: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(browserHeaders).filter(([name]) => !HELD_BACK.has(name) && !name.startsWith('sec-'))
  );
}

/** `jsonData.httpHeaderName1` with `secureJsonData.httpHeaderValue1`, and so on: Grafana's custom headers. */
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
