import type { FastifyReply, FastifyRequest } from 'fastify';
import { maskKeys } from './logging.ts';
import { totalMs, type SpentMs } from './requestTimes.ts';

const SLOW_MS = 2000;
const GATEWAY_TIMEOUT = 504;

/**
 * Logs one line for a request that is slow, or whose statement took too long: of which device and tag, whose key, and where its time went. What is in no
 * part of the duration, the service has spent computing.
 */
export function logIfSlow(request: FastifyRequest, reply: FastifyReply, spent: SpentMs): void {
  const { statusCode, writableFinished } = reply.raw;
  const durationMs = totalMs(spent);
  // A download takes as long as its file is large.
  const countedMs = request.routeOptions.config.scope === 'downloads' ? durationMs - spent.sending : durationMs;
  if (countedMs <= SLOW_MS && statusCode !== GATEWAY_TIMEOUT) {
    return;
  }
  request.log.warn(
    {
      route: request.routeOptions.url,
      ...plantOf(request.query),
      keyId: request.apiKey?.id,
      status: writableFinished ? statusCode : 'aborted',
      durationMs: Math.round(durationMs),
      keyMs: Math.round(spent.key),
      waitingMs: Math.round(spent.waiting),
      statementMs: Math.round(spent.statement),
      sendingMs: Math.round(spent.sending),
    },
    'slow request'
  );
}

/** The device and the tag that a request names. */
function plantOf(query: unknown): { readonly device?: string; readonly tag?: string } {
  const { dispositivo, tag } = query as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? maskKeys(value) : undefined);
  return { device: text(dispositivo), tag: text(tag) };
}
