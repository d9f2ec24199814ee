import type { IncomingMessage } from 'node:http';

const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why a request is not served, or undefined when it may be. A page of another site must neither reach this server under
 * a name it controls (DNS rebinding) nor send requests through it: the server holds a key.
 */
export function refusal(request: IncomingMessage): string | undefined {
  if (!isOwn(request.headers.host)) {
    return 'The workbench answers to localhost and 127.0.0.1 only.';
  }
  const { origin } = request.headers;
  const fromElsewhere =
    request.headers['sec-fetch-site'] === 'cross-site' || (origin !== undefined && !isOwn(originHost(origin)));
  if (fromElsewhere && isApi(request.url)) {
    return 'The workbench answers to its own page only.';
  }
  return undefined;
}

function isOwn(host: string | undefined): boolean {
  return host !== undefined && OWN_NAMES.has(host.replace(/:\d+$/, '').toLowerCase());
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function isApi(url: string | undefined): boolean {
  return url?.startsWith('/api/') ?? false;
}
