import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Accepted request ids: long enough for any trace id, no characters that could forge a log line, and no API key sent by mistake. */
const ACCEPTED_ID = /^(?!.*_live_)[\w.:/+=-]{1,128}$/i;

/** The id of a request: the client's X-Request-Id if it is safe to log, otherwise a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();
}
