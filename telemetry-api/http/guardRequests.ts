import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Services } from '../services.ts';
import { acceptsJson } from './body/acceptsJson.ts';
import { Authentication, requireOperator, requirePermission } from './authentication.ts';
import type { RouteProblems } from './openapi/routeProblems.ts';
import { ConcurrencyLimit } from './limits/concurrencyLimit.ts';
import { Problem } from './problems/problem.ts';
import { RateLimit } from './limits/rateLimit.ts';
import type { Rate } from './limits/tokenBuckets.ts';
import { rejectInvalidHost } from './requestedHost.ts';

declare module 'fastify' {
  // The `config` of a route.
  interface FastifyContextConfig extends RouteProblems {}
}

export interface RequestLimits {
  /** For each key; undefined for no limit. */
  readonly rate: Rate | undefined;
  readonly maxConcurrentRequests: number;
  readonly maxConcurrentDownloads: number;
}

/** Path and query together. The longest useful query takes a tenth of it. */
export const MAX_URL_LENGTH = 8192;

/** The checks before a handler, cheapest first. Returns the count of requests in flight. */
export function guardRequests(
  app: App,
  { db, now }: Services,
  limits: RequestLimits,
  isStopping: () => boolean
): { readonly requestsInFlight: () => number } {
  const authentication = new Authentication(db, now);
  const rateLimit = new RateLimit(limits.rate, now);
  const operations = new ConcurrencyLimit(limits.maxConcurrentRequests);
  const downloads = new ConcurrencyLimit(limits.maxConcurrentDownloads);
  app.addHook('onClose', () => authentication.close());
  app.decorateRequest('apiKey', null);

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    const { permission, isForOperators = false, isDownload = false, anyFormat = false } = request.routeOptions.config;
    const isGuarded = permission !== undefined || isForOperators;
    if (isStopping() && (isGuarded || isDownload)) {
      throw new Problem('servidor_deteniendose', 'El servidor se está deteniendo. Intente de nuevo en unos segundos.', {
        headers: { 'retry-after': '2', connection: 'close' },
      });
    }
    rejectInvalidHost(request);
    rejectLongUrl(request);
    if (isDownload) {
      downloads.acquire(reply);
    }
    if (permission !== undefined) {
      operations.acquire(reply);
    }
    if (isGuarded) {
      await admit(request, reply);
    }
    if (!anyFormat && !request.is404 && !acceptsJson(request.headers.accept)) {
      throw new Problem(
        'formato_no_aceptable',
        'Las respuestas son application/json; la cabecera Accept no lo admite.'
      );
    }
  });

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { permission, isForOperators = false } = request.routeOptions.config;
    const key = await authentication.authenticate(request);
    rateLimit.count(key.id, reply);
    if (permission !== undefined) {
      requirePermission(key, permission);
    }
    if (isForOperators) {
      requireOperator(key);
    }
    request.apiKey = key;
  }

  return { requestsInFlight: () => operations.inFlight + downloads.inFlight };
}

function rejectLongUrl({ raw }: FastifyRequest): void {
  const { length } = raw.url ?? '';
  if (length > MAX_URL_LENGTH) {
    throw new Problem('direccion_larga', `La dirección tiene ${length} caracteres; se admiten ${MAX_URL_LENGTH}.`);
  }
}
