import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
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
  /** For a key that must be known in advance; 256 random bits by default. Storing the same secret again changes nothing. */
  readonly secret?: string;
}

const COLUMNS = `id, name, family, permissions, site_ids AS "siteIds", created_ms AS "createdMs", expires_ms AS "expiresMs",
  revoked_ms AS "revokedMs", last_used_ms AS "lastUsedMs"`;

/** Stores a new key. This is the only time its secret is returned. @throws if a site is unknown or the given secret is invalid */
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
     ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash RETURNING id`,
    [key.name, key.family, hashSecret(secret), key.permissions, siteIds, nowMs, key.expiresMs]
  );
  return { id: rows[0]?.id ?? '', secret };
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

export async function listKeys(
  db: Queryable
): Promise<Array<ApiKey & { readonly siteCodes: readonly string[] | null }>> {
  const { rows } = await db.query<ApiKey & { siteCodes: string[] | null }>(
    `SELECT ${COLUMNS}, CASE WHEN site_ids IS NOT NULL
       THEN coalesce((SELECT array_agg(code ORDER BY code) FROM site WHERE site.id = ANY (site_ids)), '{}') END AS "siteCodes"
     FROM api_key ORDER BY created_ms, id`
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
export async function revokeKeysByName(db: Queryable, name: string, exceptId: string, nowMs: number): Promise<number> {
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
