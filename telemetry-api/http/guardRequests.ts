import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Services } from '../services.ts';
import { acceptsJson } from './body/acceptsJson.ts';
import { apiKeyOf, Authentication, requireOperator, requirePermission } from './authentication.ts';
import type { RouteProblems } from './openapi/routeProblems.ts';
import { ConcurrencyLimit } from './limits/concurrencyLimit.ts';
import { FairQueue } from './limits/fairQueue.ts';
import { Problem } from './problems/problem.ts';
import { RateLimit } from './limits/rateLimit.ts';
import type { Rate } from './limits/tokenBuckets.ts';
import { rejectInvalidHost } from './requestedHost.ts';
import { whenClosed } from './whenClosed.ts';

declare module 'fastify' {
  // The `config` of a route.
  interface FastifyContextConfig extends RouteProblems {}
  interface FastifyRequest {
    /** Releases the slot of an operation before its answer is sent. */
    releaseSlot: (() => void) | null;
  }
}

export interface RequestLimits {
  /** For each key; undefined for no limit. */
  readonly rate: Rate | undefined;
  /** Operations from their key's check until the client has read the answer: in total, and for each key. */
  readonly maxConcurrentRequests: number;
  readonly maxConcurrentRequestsPerKey: number;
  /** Operations that compute their answer, which takes a database connection: in total, and for each key. The others wait. */
  readonly maxRunning: number;
  readonly maxRunningPerKey: number;
  /** Downloads: in total, for each export, and for each client address. */
  readonly maxConcurrentDownloads: number;
  readonly maxDownloadsPerExport: number;
  readonly maxDownloadsPerAddress: number;
  /** A client that reads nothing of its answer for this long is disconnected, within this time again. */
  readonly stallTimeoutMs: number;
}

/** Path and query together. The longest useful query takes a tenth of it. */
export const MAX_URL_LENGTH = 8192;

/** For its turn, an operation waits as long as for a database connection: much less than the clients' connections may be idle. */
const MAX_WAIT_MS = 10_000;

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
  const running = new FairQueue(limits.maxRunning, limits.maxRunningPerKey, MAX_WAIT_MS);
  app.addHook('onClose', () => authentication.close());
  app.decorateRequest('apiKey', null);
  app.decorateRequest('releaseSlot', null);

  app.addHook('onRequest', async (request, reply) => {
    // A connection is idle while its answer is computed, which takes longer than a client may stall.
    reply.raw.setTimeout(app.server.timeout);
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
      holdDownloadSlot(request, reply);
    }
    if (isGuarded) {
      await admit(request, reply);
    }
    if (permission !== undefined) {
      holdOperationSlot(request, reply);
    }
    if (!anyFormat && !request.is404 && !acceptsJson(request.headers.accept)) {
      throw new Problem(
        'formato_no_aceptable',
        'Las respuestas son application/json; la cabecera Accept no lo admite.'
      );
    }
  });

  // The handlers of operations wait for their turn, except those whose clients have gone meanwhile.
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    if (route.config?.permission !== undefined) {
      route.handler = function (request, reply) {
        return running.run(
          apiKeyOf(request).id,
          async () => (request.raw.socket.destroyed ? reply.hijack() : handler.call(this, request, reply)),
          () => request.releaseSlot?.()
        );
      };
    }
  });

  app.addHook('onSend', async (_request, reply) => void reply.raw.setTimeout(limits.stallTimeoutMs));

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

  function holdOperationSlot(request: FastifyRequest, reply: FastifyReply): void {
    const { id: name } = apiKeyOf(request);
    if (operations.isFull) {
      // Slots go to who comes first. Without this, keys that hold them would keep them from those that wait for a retry. A key that has
      // only one more would just change places.
      running.dropNewest((owner) => operations.usedBy(owner), operations.usedBy(name) + 2);
    }
    const maxSlots = limits.maxConcurrentRequestsPerKey;
    request.releaseSlot = operations.acquire([{ name, maxSlots, label: 'La clave de API' }]);
    whenClosed(reply, request.releaseSlot);
  }

  function holdDownloadSlot({ params, ip }: FastifyRequest, reply: FastifyReply): void {
    const { id } = params as { readonly id: string };
    const release = downloads.acquire([
      { name: `export ${id.toLowerCase()}`, maxSlots: limits.maxDownloadsPerExport, label: 'La exportación' },
      { name: `address ${ip}`, maxSlots: limits.maxDownloadsPerAddress, label: 'La dirección del cliente' },
    ]);
    whenClosed(reply, release);
  }

  return { requestsInFlight: () => operations.inFlight + downloads.inFlight };
}

function rejectLongUrl({ raw }: FastifyRequest): void {
  const { length } = raw.url ?? '';
  if (length > MAX_URL_LENGTH) {
    throw new Problem('direccion_larga', `La dirección tiene ${length} caracteres; se admiten ${MAX_URL_LENGTH}.`);
  }
}
