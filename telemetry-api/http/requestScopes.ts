import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './appType.ts';
import type { StartStopwatch } from '../stopwatch.ts';
import type { Queryable } from '../store/database/queryable.ts';
import type { Permission } from '../store/keys/keys.ts';
import { acceptsJson } from './body/acceptsJson.ts';
import { apiKeyOf, Authentication, requireOperator, requirePermission } from './authentication.ts';
import { ConcurrencyLimit } from './limits/concurrencyLimit.ts';
import { FairQueue } from './limits/fairQueue.ts';
import { Problem } from './problems/problem.ts';
import { RateLimit } from './limits/rateLimit.ts';
import type { Rate } from './limits/tokenBuckets.ts';
import { rejectInvalidHost } from './requestedHost.ts';
import { type RouteConfig, type Scope, type ScopeName, SCOPES } from './scopes/scopes.ts';
import { whenClosed } from './whenClosed.ts';

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}
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

export interface RequestScopes {
  /** Registers routes in a scope, whose checks run before their handlers, below an optional path prefix. */
  register(name: ScopeName, addRoutes: (scope: App) => void, prefix?: string): void;
  /** Of operations and downloads. */
  requestsInFlight(): number;
}

/** Path and query together. The longest useful query takes a tenth of it. */
export const MAX_URL_LENGTH = 8192;

/** For its turn, an operation waits as long as for a database connection: much less than the clients' connections may be idle. */
const MAX_WAIT_MS = 10_000;

export interface ScopeServices {
  /** Where the keys are. */
  readonly db: Queryable;
  readonly now: () => number;
  readonly startStopwatch: StartStopwatch;
}

/** Adds what all requests have in common to the service, and returns its scopes. */
export function requestScopes(
  app: App,
  { db, now, startStopwatch }: ScopeServices,
  limits: RequestLimits,
  isStopping: () => boolean
): RequestScopes {
  const authentication = new Authentication(db, now, startStopwatch);
  const rateLimit = new RateLimit(limits.rate, startStopwatch);
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
    if (request.is404) {
      // Not in any scope.
      await rejectInvalidAddress(request);
    }
  });
  app.addHook('onSend', async (_request, reply) => void reply.raw.setTimeout(limits.stallTimeoutMs));

  /** The checks run in this order, cheapest first. */
  function addChecks(scope: App, { key, isKeyRemembered, slots, takesTurns, isJson, isUntilClosed }: Scope): void {
    if (!isUntilClosed) {
      scope.addHook('onRequest', rejectWhileStopping);
    }
    scope.addHook('onRequest', rejectInvalidAddress);
    if (key === 'permission') {
      scope.addHook('onRoute', (route) => void permissionFor(route.config));
    }
    if (takesTurns) {
      addTurns(scope);
    }
    if (key !== undefined) {
      scope.addHook('onRequest', (request, reply) => admit(request, reply, key, isKeyRemembered));
    }
    if (slots !== undefined) {
      scope.addHook('onRequest', async (request, reply) => holdSlot[slots](request, reply));
    }
    if (isJson) {
      scope.addHook('onRequest', rejectOtherFormats);
    }
  }

  async function rejectWhileStopping(): Promise<void> {
    if (isStopping()) {
      throw new Problem('servidor_deteniendose', 'El servidor se está deteniendo. Intente de nuevo en unos segundos.', {
        headers: { 'retry-after': '2', connection: 'close' },
      });
    }
  }

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    needed: NonNullable<Scope['key']>,
    isRemembered = false
  ): Promise<void> {
    request.times?.enter('key');
    const key = await authentication.authenticate(request, isRemembered);
    request.times?.enter('own');
    rateLimit.count(key.id, reply);
    if (needed === 'operator') {
      requireOperator(key);
    } else {
      requirePermission(key, permissionFor(request.routeOptions.config));
    }
    request.apiKey = key;
  }

  /** The handlers of a scope wait for their turn, except those whose clients have gone meanwhile. */
  function addTurns(scope: App): void {
    scope.addHook('onRoute', (route) => {
      const { handler } = route;
      route.handler = function (request, reply) {
        request.times?.enter('waiting');
        return running.run(
          apiKeyOf(request).id,
          async () => {
            request.times?.enter('own');
            return request.raw.socket.destroyed ? reply.hijack() : handler.call(this, request, reply);
          },
          () => request.releaseSlot?.()
        );
      };
    });
  }

  const holdSlot = { operations: holdOperationSlot, downloads: holdDownloadSlot };

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

  return {
    register: (name, addRoutes, prefix = '') =>
      void app.register(
        async (scope: App) => {
          // For the OpenAPI document.
          scope.addHook('onRoute', (route) => void (route.config = { ...route.config, scope: name }));
          addChecks(scope, SCOPES[name]);
          addRoutes(scope);
        },
        { prefix }
      ),
    requestsInFlight: () => operations.inFlight + downloads.inFlight,
  };
}

/** @throws if there is none, when the route is added: a route that reads data must not be open by mistake */
function permissionFor(config: RouteConfig | undefined): Permission {
  if (config?.permission === undefined) {
    throw new Error('A route in a scope that needs one has no permission.');
  }
  return config.permission;
}

async function rejectInvalidAddress(request: FastifyRequest): Promise<void> {
  rejectInvalidHost(request);
  const { length } = request.raw.url ?? '';
  if (length > MAX_URL_LENGTH) {
    throw new Problem('direccion_larga', `La dirección tiene ${length} caracteres; se admiten ${MAX_URL_LENGTH}.`);
  }
}

async function rejectOtherFormats({ headers }: FastifyRequest): Promise<void> {
  if (!acceptsJson(headers.accept)) {
    throw new Problem('formato_no_aceptable', 'Las respuestas son application/json; la cabecera Accept no lo admite.');
  }
}
