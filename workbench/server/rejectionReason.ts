import type { IncomingMessage } from 'node:http';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns why a request is rejected, or undefined if it is allowed. The server holds an API key, so a page of another site
 * must not reach it through a host name of its own (DNS rebinding) and must not send requests through it.
 */
export function rejectionReason(request: IncomingMessage): string | undefined {
  if (!isLocalHost(request.headers.host)) {
    return 'The workbench answers to localhost and 127.0.0.1 only.';
  }
  const { origin } = request.headers;
  const isCrossSite =
    request.headers['sec-fetch-site'] === 'cross-site' || (origin !== undefined && !isLocalHost(originHost(origin)));
  if (isCrossSite && isApi(request.url)) {
    return 'The workbench answers to its own page only.';
  }
  return undefined;
}

function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && LOCAL_HOSTS.has(host.replace(/:\d+$/, '').toLowerCase());
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function isApi(url: string | undefined): boolean {
  return url?.startsWith('/api/') ?? false;
}
