import type { FastifyRequest } from 'fastify';
import { keyState, recordUses, type ApiKey, type Permission } from '../store/keys/keys.ts';
import type { Queryable } from '../store/database/queryable.ts';
import type { StartStopwatch } from '../stopwatch.ts';
import { KeyLookup } from './keyLookup.ts';
import { Problem } from './problems/problem.ts';
import { TokenBuckets, type Rate } from './limits/tokenBuckets.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the request; null on paths that need none. Read it with `apiKeyOf`. */
    apiKey: ApiKey | null;
  }
}

const RECORD_USES_EVERY_MS = 10_000;
/** Unknown keys that an address may try: enough for typing errors. */
const UNKNOWN_KEY_RATE: Rate = { perS: 1, burst: 30 };
const CHALLENGE = 'Bearer realm="telemetria"';

/** Finds the key of a request, and records when keys were last used. */
export class Authentication {
  private readonly db: Queryable;
  private readonly now: () => number;
  private readonly keys: KeyLookup;
  private readonly lastUsedMs = new Map<string, number>();
  private readonly unknownKeys: TokenBuckets;
  private readonly timer: NodeJS.Timeout;

  constructor(db: Queryable, now: () => number, startStopwatch: StartStopwatch) {
    this.db = db;
    this.now = now;
    this.keys = new KeyLookup(db, startStopwatch);
    this.unknownKeys = new TokenBuckets(UNKNOWN_KEY_RATE, startStopwatch);
    // If the database is unreachable, a record of use is lost; the server goes on.
    this.timer = setInterval(() => void this.flush().catch(() => undefined), RECORD_USES_EVERY_MS);
    this.timer.unref();
  }

  /**
   * @param isRemembered whether the key as it was last found is enough while the database is away
   * @throws Problem 401 for a key that is not valid, 429 for an address that tried too many unknown keys
   */
  async authenticate(request: FastifyRequest, isRemembered: boolean): Promise<ApiKey> {
    const secret = readBearer(request.headers.authorization);
    const key = await (isRemembered ? this.keys.findOrRemember(secret) : this.keys.find(secret));
    if (key === undefined) {
      throw this.countUnknown(request.ip);
    }
    const nowMs = this.now();
    const state = keyState(key, nowMs);
    if (state === 'revoked') {
      throw unauthorized('clave_revocada', 'La clave de API fue revocada.');
    }
    if (state === 'expired') {
      throw unauthorized(
        'clave_vencida',
        `La clave de API venció el ${new Date(key.expiresMs ?? nowMs).toISOString()}.`
      );
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

  /** Counted after the lookup: a good key is never rejected for the guesses of others behind the same address. */
  private countUnknown(address: string): Problem {
    const { isAllowed, retryAfterS } = this.unknownKeys.take(address);
    return isAllowed
      ? unauthorized('clave_invalida', 'La clave de API no existe.')
      : new Problem(
          'demasiados_intentos',
          'Desde esta dirección llegaron demasiadas claves que no existen. Intente de nuevo en unos segundos.',
          { headers: { 'retry-after': String(retryAfterS) } }
        );
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
