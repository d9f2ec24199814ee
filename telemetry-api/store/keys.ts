import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queryable } from './queryable.ts';

/** What a key may do, in the specification's own words. */
export const PERMISSIONS = ['lecturas:leer', 'alertas:leer', 'dispositivos:leer', 'exportaciones:leer'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Families tell what a key is for by its prefix; they do not differ in what they may do. */
export const KEY_FAMILIES = { integration: 'tii_live_', dashboard: 'tid_live_', operator: 'tio_live_' } as const;
export type KeyFamily = keyof typeof KEY_FAMILIES;

/** A key as far as it may be shown: without its secret, which is not stored. */
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
  /** Codes of sites; null for all, those that come later included. */
  readonly siteCodes: readonly string[] | null;
  readonly expiresMs: number | null;
  /** Only for a key that must be known beforehand; by default 256 random bits. Taking the same one again changes nothing. */
  readonly secret?: string;
}

const COLUMNS = `id, name, family, permissions, site_ids AS "siteIds", created_ms AS "createdMs", expires_ms AS "expiresMs",
  revoked_ms AS "revokedMs", last_used_ms AS "lastUsedMs"`;

/** Stores a new key. `secret` is shown to the caller this once. @throws when a site is unknown or a given secret is unfit. */
export async function createKey(db: Queryable, key: NewKey, nowMs: number): Promise<{ id: string; secret: string }> {
  const prefix = KEY_FAMILIES[key.family];
  const secret = key.secret ?? prefix + randomBytes(32).toString('base64url');
  if (!secret.startsWith(prefix) || !/^[\w-]{24,200}$/.test(secret)) {
    throw new Error(
      `A key of the family ${key.family} begins with ${prefix} and has 24 to 200 letters, digits, - and _.`
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

/** The key with that hash of its secret, whether it is still good or not; undefined when there is none. */
export async function findKey(db: Queryable, hash: Buffer): Promise<ApiKey | undefined> {
  const { rows } = await db.query<ApiKey & { hash: Buffer }>({
    name: 'find-key',
    text: `SELECT ${COLUMNS}, hash FROM api_key WHERE hash = $1`,
    values: [hash],
  });
  const found = rows[0];
  return found !== undefined && timingSafeEqual(found.hash, hash) ? found : undefined;
}

export async function listKeys(
  db: Queryable
): Promise<Array<ApiKey & { readonly siteCodes: readonly string[] | null }>> {
  const { rows } = await db.query<ApiKey & { siteCodes: string[] | null }>(
    `SELECT ${COLUMNS}, (SELECT array_agg(code ORDER BY code) FROM site WHERE site.id = ANY (site_ids)) AS "siteCodes"
     FROM api_key ORDER BY created_ms, id`
  );
  return rows;
}

/** Ends a key for good. False when there is no such key; revoking twice keeps the first time. */
export async function revokeKey(db: Queryable, id: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE api_key SET revoked_ms = coalesce(revoked_ms, $2) WHERE id = $1', [
    id,
    nowMs,
  ]);
  return rowCount === 1;
}

/** Records when keys were last used; many uses become one write. */
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
        `There is no site ${code}. The sites are: ${rows.map((row) => row.code).join(', ') || 'none yet'}.`
      );
    }
    return site.id;
  });
}
