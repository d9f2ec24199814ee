import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { MINUTE_MS } from '../../durations.ts';
import { inTransaction } from '../database/database.ts';
import type { Queryable } from '../database/queryable.ts';

/** Permissions of a key, as named by the API specification. */
export const PERMISSIONS = ['lecturas:leer', 'alertas:leer', 'dispositivos:leer', 'exportaciones:leer'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The prefix shows what a key is for; families do not differ in permissions. */
export const KEY_FAMILIES = { integration: 'tii_live_', dashboard: 'tid_live_', operator: 'tio_live_' } as const;
export type KeyFamily = keyof typeof KEY_FAMILIES;

/** A key without its secret, which is not stored. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly family: KeyFamily;
  readonly permissions: readonly Permission[];
  /** null: all sites */
  readonly siteIds: readonly number[] | null;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly revokedMs: number | null;
  readonly lastUsedMs: number | null;
}

export interface NewKey {
  readonly name: string;
  readonly family: KeyFamily;
  readonly permissions: readonly Permission[];
  /** Site codes; null for all sites, including future ones. */
  readonly siteCodes: readonly string[] | null;
  readonly expiresMs: number | null;
  /** From the creation to `expiresMs`, if the expiry was given as a duration: that of a stored key is then compared, not its expiry. */
  readonly lifetimeMs?: number;
  /** For a key that must be known in advance; 256 random bits by default. Storing the same secret again changes nothing. */
  readonly secret?: string;
}

/** The given secret is stored, and the stored key is not the wanted one. */
export class StoredKeyError extends Error {
  override name = 'StoredKeyError';
  /** What follows the name of the key in a sentence. */
  readonly problem: string;

  constructor(problem: string) {
    super(`The given key ${problem}`);
    this.problem = problem;
  }
}

const COLUMNS = `id, name, family, permissions, site_ids AS "siteIds", created_ms AS "createdMs", expires_ms AS "expiresMs",
  revoked_ms AS "revokedMs", last_used_ms AS "lastUsedMs"`;
const SITE_CODES = `CASE WHEN site_ids IS NOT NULL
  THEN coalesce((SELECT array_agg(code ORDER BY code) FROM site WHERE site.id = ANY (site_ids)), '{}') END AS "siteCodes"`;

/**
 * Stores a new key. This is the only time its secret is returned.
 * @throws StoredKeyError if the given secret is stored with other values, or revoked or expired
 * @throws if a site is unknown or the given secret is invalid
 */
export async function createKey(db: Queryable, key: NewKey, nowMs: number): Promise<{ id: string; secret: string }> {
  const prefix = KEY_FAMILIES[key.family];
  const secret = key.secret ?? prefix + randomBytes(32).toString('base64url');
  if (!secret.startsWith(prefix) || !/^[\w-]{24,200}$/.test(secret)) {
    throw new Error(
      `A key of the family ${key.family} begins with ${prefix} and consists of 24 to 200 letters, digits, hyphens or underscores.`
    );
  }
  const siteIds = key.siteCodes === null ? null : await findSites(db, key.siteCodes);
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO api_key (name, family, hash, permissions, site_ids, created_ms, expires_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (hash) DO NOTHING RETURNING id`,
    [key.name, key.family, hashSecret(secret), key.permissions, siteIds, nowMs, key.expiresMs]
  );
  if (rows[0] !== undefined) {
    return { id: rows[0].id, secret };
  }
  const stored = await findStored(db, secret, nowMs);
  const differences = stored === undefined ? [] : differencesOf(stored, key);
  if (differences.length > 0) {
    throw new StoredKeyError(
      `is stored with other values: ${differences.join('; ')}. Add --replace to replace the stored key, or choose another one.`
    );
  }
  return { id: stored?.id ?? '', secret };
}

export interface ReplacedKey {
  readonly id: string;
  readonly secret: string;
  /** The name of the key that had the same secret and other values; undefined if there was none. */
  readonly replacedName: string | undefined;
  /** How many other keys of the name were revoked. */
  readonly revoked: number;
}

/**
 * Stores a new key and revokes all others of its name. A key with the same secret and other values is revoked, too, under whatever name,
 * and loses the secret: nothing that it was allowed to do, and none of its exports, outlives it.
 * @throws StoredKeyError if the given secret is revoked or expired
 * @throws as `createKey`
 */
export function replaceKey(pool: pg.Pool, key: NewKey, nowMs: number): Promise<ReplacedKey> {
  return inTransaction(pool, async (client) => {
    const stored = key.secret === undefined ? undefined : await findStored(client, key.secret, nowMs);
    const isReplaced = stored !== undefined && differencesOf(stored, key).length > 0;
    if (isReplaced) {
      // The hash of no secret.
      await client.query('UPDATE api_key SET revoked_ms = $2, hash = $3 WHERE id = $1', [
        stored.id,
        nowMs,
        randomBytes(32),
      ]);
    }
    const { id, secret } = await createKey(client, key, nowMs);
    const revoked = await revokeKeysByName(client, key.name, id, nowMs);
    return { id, secret, replacedName: isReplaced ? stored.name : undefined, revoked };
  });
}

type KeyWithSites = ApiKey & { readonly siteCodes: readonly string[] | null };

/** The stored key of a secret. @throws StoredKeyError if it is revoked or expired */
async function findStored(db: Queryable, secret: string, nowMs: number): Promise<KeyWithSites | undefined> {
  const { rows } = await db.query<KeyWithSites>(
    `SELECT ${COLUMNS}, ${SITE_CODES} FROM api_key WHERE hash = $1 FOR UPDATE OF api_key`,
    [hashSecret(secret)]
  );
  const [stored] = rows;
  const state = stored && keyState(stored, nowMs);
  if (state === 'revoked' || state === 'expired') {
    throw new StoredKeyError(`is ${state}, which cannot be undone. Choose another one.`);
  }
  return stored;
}

/** What a stored key has, and what was asked for. Not the family, which the prefix of the secret determines. */
function differencesOf(stored: KeyWithSites, key: NewKey): string[] {
  const sites = (codes: readonly string[] | null) => (codes === null ? 'all' : codes.join(', '));
  const time = (epochMs: number | null) => (epochMs === null ? 'never' : `at ${new Date(epochMs).toISOString()}`);
  const differences: string[] = [];
  if (stored.name !== key.name) {
    differences.push(`its name is "${stored.name}", not "${key.name}"`);
  }
  if (!hasSameItems(stored.siteCodes, key.siteCodes)) {
    differences.push(`its sites are ${sites(stored.siteCodes)}, not ${sites(key.siteCodes)}`);
  }
  if (!hasSameItems(stored.permissions, key.permissions)) {
    differences.push(`its permissions are ${stored.permissions.join(', ')}, not ${key.permissions.join(', ')}`);
  }
  if (!hasSameExpiry(stored, key)) {
    const has = stored.expiresMs === null ? 'it never expires' : `it expires ${time(stored.expiresMs)}`;
    differences.push(`${has}, instead of ${time(key.expiresMs)}`);
  }
  return differences;
}

function hasSameItems(some: readonly string[] | null, others: readonly string[] | null): boolean {
  return some === null || others === null
    ? some === others
    : [...new Set(some)].sort().join() === [...new Set(others)].sort().join();
}

function hasSameExpiry({ createdMs, expiresMs }: ApiKey, { expiresMs: askedMs, lifetimeMs }: NewKey): boolean {
  return expiresMs === null || lifetimeMs === undefined
    ? expiresMs === askedMs
    : // Keys of earlier releases expire a little before.
      Math.abs(expiresMs - createdMs - lifetimeMs) < MINUTE_MS;
}

/** A key with the SHA-256 of its secret. */
export interface FoundKey extends ApiKey {
  readonly hash: Buffer;
}

/** The keys whose secrets have one of the given hashes, even if they are expired or revoked. */
export async function findKeys(db: Queryable, hashes: readonly Buffer[]): Promise<FoundKey[]> {
  const { rows } = await db.query<FoundKey>({
    name: 'find-keys',
    text: `SELECT ${COLUMNS}, hash FROM api_key WHERE hash = ANY ($1::bytea[])`,
    values: [hashes],
  });
  return rows;
}

/** Whether a hash is that of the key's secret; takes the same time in both cases. */
export function isKeyOf(key: FoundKey, hash: Buffer): boolean {
  return timingSafeEqual(key.hash, hash);
}

/** Whether a key can still be used. */
export function keyState({ revokedMs, expiresMs }: ApiKey, nowMs: number): 'valid' | 'revoked' | 'expired' {
  if (revokedMs !== null) {
    return 'revoked';
  }
  return expiresMs !== null && expiresMs <= nowMs ? 'expired' : 'valid';
}

export async function findKeyById(db: Queryable, id: string): Promise<ApiKey | undefined> {
  const { rows } = await db.query<ApiKey>({
    name: 'find-key-by-id',
    text: `SELECT ${COLUMNS} FROM api_key WHERE id = $1`,
    values: [id],
  });
  return rows[0];
}

export async function listKeys(db: Queryable): Promise<KeyWithSites[]> {
  const { rows } = await db.query<KeyWithSites>(
    `SELECT ${COLUMNS}, ${SITE_CODES} FROM api_key ORDER BY created_ms, id`
  );
  return rows;
}

/** Revokes a key permanently. Returns false if it does not exist. Revoking again keeps the first revocation time. */
export async function revokeKey(db: Queryable, id: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE api_key SET revoked_ms = coalesce(revoked_ms, $2) WHERE id = $1', [
    id,
    nowMs,
  ]);
  return rowCount === 1;
}

/** Revokes the keys of a name, except one key. @returns how many were not revoked before */
async function revokeKeysByName(db: Queryable, name: string, exceptId: string, nowMs: number): Promise<number> {
  const { rowCount } = await db.query(
    'UPDATE api_key SET revoked_ms = $3 WHERE name = $1 AND id <> $2 AND revoked_ms IS NULL',
    [name, exceptId, nowMs]
  );
  return rowCount ?? 0;
}

/** Records when keys were last used, in one statement. */
export async function recordUses(db: Queryable, lastUsedMsByKey: ReadonlyMap<string, number>): Promise<void> {
  await db.query(
    `UPDATE api_key k SET last_used_ms = u.ms FROM unnest($1::uuid[], $2::int8[]) AS u (id, ms)
     WHERE k.id = u.id AND k.last_used_ms IS DISTINCT FROM greatest(k.last_used_ms, u.ms)`,
    [[...lastUsedMsByKey.keys()], [...lastUsedMsByKey.values()]]
  );
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

async function findSites(db: Queryable, codes: readonly string[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number; code: string }>('SELECT id, code FROM site ORDER BY code');
  return codes.map((code) => {
    const site = rows.find((row) => row.code === code);
    if (site === undefined) {
      throw new Error(
        `Site ${code} does not exist. Existing sites: ${rows.map((row) => row.code).join(', ') || 'none'}.`
      );
    }
    return site.id;
  });
}
