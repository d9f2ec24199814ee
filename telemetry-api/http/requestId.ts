import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a request may be called by its client: enough for any trace id, nothing that could forge a line of a log, and no key by mistake. */
const SANE = /^(?!.*_live_)[\w.:/+=-]{1,128}$/i;

/** The id of a request: the client's X-Request-Id where it is fit for a log, one of our own otherwise. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}
