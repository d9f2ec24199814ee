import type { FastifyRequest } from 'fastify';
import { findKey, hashSecret, recordUses, type ApiKey, type Permission } from '../store/keys.ts';
import type { Queryable } from '../store/database.ts';
import { Problem } from './problem.ts';
import { TokenBuckets, type Rate } from './tokenBuckets.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the request; null on paths that need none. Use `apiKeyOf`. */
    apiKey: ApiKey | null;
  }
}

/** A revoked key is refused this long after, at the latest. */
const REMEMBER_MS = 2000;
const REMEMBER_KEYS = 1000;
const RECORD_USES_EVERY_MS = 10_000;
/** Unknown keys an address may try: each costs a look-up. More than a person who mistypes, far less than would be felt. */
const UNKNOWN_KEYS: Rate = { perS: 1, burst: 30 };
const CHALLENGE = 'Bearer realm="telemetria"';

/** Tells keys from their secrets, and remembers for a moment what the database said. */
export class Authentication {
  private readonly db: Queryable;
  private readonly now: () => number;
  private readonly remembered = new Map<string, { readonly key: ApiKey; readonly untilMs: number }>();
  private readonly lastUsedMs = new Map<string, number>();
  private readonly unknownKeys: TokenBuckets;
  private readonly timer: NodeJS.Timeout;

  constructor(db: Queryable, now: () => number) {
    this.db = db;
    this.now = now;
    this.unknownKeys = new TokenBuckets(UNKNOWN_KEYS, now);
    // A database that is away for a moment costs one record of use, not the server.
    this.timer = setInterval(() => void this.flush().catch(() => undefined), RECORD_USES_EVERY_MS);
    this.timer.unref();
  }

  /** The key of a request, if it is good. @throws Problem 401, or 429 for an address that tried too many unknown ones */
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

  /** Writes down when keys were last used. */
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
    // Looked up by hash, so that the time a look-up takes tells nothing of the secret.
    const hash = hashSecret(secret);
    const name = hash.toString('base64');
    const remembered = this.remembered.get(name);
    if (remembered !== undefined && remembered.untilMs > this.now()) {
      return remembered.key;
    }
    // A key that was good a while ago is asked for in any case: others at its address, behind the same proxy, do not shut it out.
    if (remembered === undefined) {
      this.refuseGuesses(address);
    }
    const key = await findKey(this.db, hash);
    if (key === undefined) {
      this.remembered.delete(name);
      this.unknownKeys.take(address);
      throw unauthorized('clave_invalida', 'La clave de API no existe.');
    }
    if (this.remembered.size >= REMEMBER_KEYS) {
      this.remembered.clear();
    }
    this.remembered.set(name, { key, untilMs: this.now() + REMEMBER_MS });
    return key;
  }

  private refuseGuesses(address: string): void {
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

/** What tells of the whole plant is for the keys of its operators: of the family `tio_live_`, and not limited to sites. @throws Problem 403 */
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

/** The key of a request on a path that needs one. */
export function apiKeyOf(request: FastifyRequest): ApiKey {
  if (request.apiKey === null) {
    throw new Error('This path asks for no permission, so it has no key.');
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
