import type { FastifyRequest } from 'fastify';
import { findKey, hashSecret, recordUses, type ApiKey, type Permission } from '../store/keys/keys.ts';
import type { Queryable } from '../store/database/queryable.ts';
import { Problem } from './problems/problem.ts';
import { TokenBuckets, type Rate } from './limits/tokenBuckets.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the request; null on paths that need none. Read it with `apiKeyOf`. */
    apiKey: ApiKey | null;
  }
}

/** A revoked key is rejected after at most this long. */
const CACHE_MAX_AGE_MS = 2000;
const MAX_CACHED_KEYS = 1000;
const RECORD_USES_EVERY_MS = 10_000;
/** Unknown keys that an address may try. Each costs a database query: the limit allows for typing errors and keeps the load negligible. */
const UNKNOWN_KEY_RATE: Rate = { perS: 1, burst: 30 };
const CHALLENGE = 'Bearer realm="telemetria"';

/** Finds the key of a request by its secret. Keys are cached for a short time. */
export class Authentication {
  private readonly db: Queryable;
  private readonly now: () => number;
  private readonly cache = new Map<string, { readonly key: ApiKey; readonly expiresMs: number }>();
  private readonly lastUsedMs = new Map<string, number>();
  private readonly unknownKeys: TokenBuckets;
  private readonly timer: NodeJS.Timeout;

  constructor(db: Queryable, now: () => number) {
    this.db = db;
    this.now = now;
    this.unknownKeys = new TokenBuckets(UNKNOWN_KEY_RATE, now);
    // If the database is unreachable, a record of use is lost; the server goes on.
    this.timer = setInterval(() => void this.flush().catch(() => undefined), RECORD_USES_EVERY_MS);
    this.timer.unref();
  }

  /** @throws Problem 401 for a key that is not valid, 429 for an address that tried too many unknown keys */
  async authenticate(request: FastifyRequest): Promise<ApiKey> {
    const key = await this.find(readBearer(request.headers.authorization), request.ip);
    const nowMs = this.now();
    if (key.revokedMs !== null) {
      throw unauthorized('clave_revocada', 'La clave de API fue revocada.');
    }
    if (key.expiresMs !== null && key.expiresMs <= nowMs) {
      throw unauthorized('clave_vencida', `La clave de API venció el ${new Date(key.expiresMs).toISOString()}.`);
    }
    this.lastUsedMs.set(key.id, nowMs);
    return key;
  }

  /** Stores when keys were last used. */
  async flush(): Promise<void> {
    if (this.lastUsedMs.size > 0) {
      const uses = new Map(this.lastUsedMs);
      this.lastUsedMs.clear();
      await recordUses(this.db, uses);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush().catch(() => undefined);
  }

  private async find(secret: string, address: string): Promise<ApiKey> {
    // Looked up by hash, so that the duration of the lookup reveals nothing about the secret.
    const hash = hashSecret(secret);
    const name = hash.toString('base64');
    const cached = this.cache.get(name);
    if (cached !== undefined && cached.expiresMs > this.now()) {
      return cached.key;
    }
    // A key that is in the cache, even if expired there, is always looked up: it must not be blocked by other clients behind the same proxy.
    if (cached === undefined) {
      this.rejectGuesses(address);
    }
    const key = await findKey(this.db, hash);
    if (key === undefined) {
      this.cache.delete(name);
      this.unknownKeys.take(address);
      throw unauthorized('clave_invalida', 'La clave de API no existe.');
    }
    if (this.cache.size >= MAX_CACHED_KEYS) {
      this.cache.clear();
    }
    this.cache.set(name, { key, expiresMs: this.now() + CACHE_MAX_AGE_MS });
    return key;
  }

  private rejectGuesses(address: string): void {
    const { isAllowed, retryAfterS } = this.unknownKeys.peek(address);
    if (!isAllowed) {
      throw new Problem(
        'demasiados_intentos',
        'Desde esta dirección llegaron demasiadas claves que no existen. Intente de nuevo en unos segundos.',
        { headers: { 'retry-after': String(retryAfterS) } }
      );
    }
  }
}

/** @throws Problem 403 */
export function requirePermission(key: ApiKey, permission: Permission): void {
  if (!key.permissions.includes(permission)) {
    throw forbidden(`La clave de API no tiene el permiso ${permission}.`, permission);
  }
}

/** Data about the whole plant requires an operator's key: of the family `tio_live_`, not limited to sites. @throws Problem 403 */
export function requireOperator(key: ApiKey): void {
  if (key.family !== 'operator' || key.siteIds !== null) {
    throw forbidden('Solo para claves de operador (tio_live_) de todas las sedes.', 'operador');
  }
}

function forbidden(detail: string, scope: string): Problem {
  return new Problem('permiso_insuficiente', detail, {
    headers: { 'www-authenticate': `${CHALLENGE}, error="insufficient_scope", scope="${scope}"` },
  });
}

/** The key of a request. Only for paths that require one. */
export function apiKeyOf(request: FastifyRequest): ApiKey {
  if (request.apiKey === null) {
    throw new Error('This path requires no key, so the request has none.');
  }
  return request.apiKey;
}

function readBearer(header: string | undefined): string {
  if (header === undefined) {
    throw unauthorized('clave_requerida', 'Envíe la cabecera Authorization: Bearer <clave de API>.');
  }
  const secret = /^Bearer +([\w.~+/=-]+)$/i.exec(header)?.[1];
  if (secret === undefined) {
    throw unauthorized('clave_invalida', 'La cabecera Authorization no tiene la forma Bearer <clave de API>.');
  }
  return secret;
}

function unauthorized(code: 'clave_requerida' | 'clave_invalida' | 'clave_vencida' | 'clave_revocada', detail: string) {
  const challenge = code === 'clave_requerida' ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`;
  return new Problem(code, detail, { headers: { 'www-authenticate': challenge } });
}
