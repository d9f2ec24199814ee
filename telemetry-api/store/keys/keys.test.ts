import { DAY_MS } from '../../durations.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/databases/testDatabase.ts';
import {
  createKey,
  findKeyById,
  findKeys,
  hashSecret,
  KEY_FAMILIES,
  keyState,
  listKeys,
  PERMISSIONS,
  recordUses,
  replaceKey,
  revokeKey,
  type KeyFamily,
  type NewKey,
} from './keys.ts';

const NEW = { name: 'x', family: 'integration', permissions: PERMISSIONS, siteCodes: null, expiresMs: null } as const;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

test.each(Object.keys(KEY_FAMILIES) as KeyFamily[])(
  'a key of the family %s has its prefix and 256 random bits',
  async (family) => {
    const { secret } = await createKey(database.pool, { ...NEW, family }, 0);
    expect(secret.startsWith(KEY_FAMILIES[family])).toBe(true);
    expect(secret).toMatch(/^t[ido][ido]_live_[\w-]{43}$/);
  }
);

test('only the hash of a key is stored', async () => {
  const { secret } = await createKey(database.pool, NEW, 0);
  const { rows } = await database.pool.query('SELECT api_key::text AS row FROM api_key');
  expect(JSON.stringify(rows)).not.toContain(secret.slice(9));
  expect(await findKeys(database.pool, [hashSecret(secret)])).toMatchObject([{ name: 'x', siteIds: null }]);
});

test('storing a given secret repeatedly creates one key', async () => {
  const known = { ...NEW, family: 'dashboard', secret: 'tid_live_documented-demo-key' } as const;
  const first = await createKey(database.pool, known, 0);
  expect(await createKey(database.pool, known, 1)).toEqual(first);
  const reordered = { ...known, permissions: [...PERMISSIONS].reverse() };
  expect(await createKey(database.pool, reordered, 1)).toEqual(first);
});

test.each(['tii_live_short', 'tid_live_documented-demo-key', 'tii_live_con espacios y tildes áé', ''])(
  'the secret "%s" is rejected for an integration',
  async (secret) => {
    await expect(createKey(database.pool, { ...NEW, secret }, 0)).rejects.toThrow('begins with tii_live_');
  }
);

test('a key for a site that does not exist is rejected with a list of the existing sites', async () => {
  await database.pool.query("INSERT INTO site (code, name, zone) VALUES ('norte', 'Norte', 'UTC')");
  await expect(createKey(database.pool, { ...NEW, siteCodes: ['sur'] }, 0)).rejects.toThrow(
    'Site sur does not exist. Existing sites: norte.'
  );
});

test('the last use is the latest recorded time, in any order', async () => {
  const { id } = await createKey(database.pool, { ...NEW, name: 'used' }, 0);
  await recordUses(database.pool, new Map([[id, 5000]]));
  await recordUses(database.pool, new Map([[id, 3000]]));
  expect((await listKeys(database.pool)).find((key) => key.id === id)?.lastUsedMs).toBe(5000);
});

describe('a secret that is stored with other values', () => {
  const [MARCH_MS, APRIL_MS] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1)];
  let stored: NewKey & { readonly secret: string };
  let count = 0;

  beforeEach(async () => {
    stored = { ...NEW, name: 'known', secret: `tii_live_stored-with-other-values-${count++}` };
    await database.pool.query(
      "INSERT INTO site (code, name, zone) VALUES ('A', 'A', 'UTC'), ('B', 'B', 'UTC') ON CONFLICT DO NOTHING"
    );
  });

  async function valid(name: string) {
    return (await listKeys(database.pool)).filter((key) => key.name === name && keyState(key, MARCH_MS) === 'valid');
  }

  test.each<[string, Partial<NewKey>, Partial<NewKey>, string]>([
    ['name', {}, { name: 'other' }, 'its name is "known", not "other"'],
    ['sites', {}, { siteCodes: ['A'] }, 'its sites are all, not A'],
    ['sites', { siteCodes: ['A', 'B'] }, { siteCodes: ['B'] }, 'its sites are A, B, not B'],
    [
      'permissions',
      { permissions: ['lecturas:leer', 'alertas:leer'] },
      { permissions: ['lecturas:leer'] },
      'its permissions are lecturas:leer, alertas:leer, not lecturas:leer',
    ],
    ['expiry', {}, { expiresMs: APRIL_MS }, 'it never expires, instead of at 2026-04-01T00:00:00.000Z'],
    ['expiry', { expiresMs: APRIL_MS }, {}, 'it expires at 2026-04-01T00:00:00.000Z, instead of never'],
    [
      'lifetime',
      { expiresMs: MARCH_MS + 90 * DAY_MS, lifetimeMs: 90 * DAY_MS },
      { expiresMs: MARCH_MS + 30 * DAY_MS, lifetimeMs: 30 * DAY_MS },
      'it expires at 2026-05-30T00:00:00.000Z, instead of at 2026-03-31T00:00:00.000Z',
    ],
  ])('is an error that names the %s, unless the key is replaced', async (_, first, second, difference) => {
    const before = await createKey(database.pool, { ...stored, ...first }, MARCH_MS);
    const asked = { ...stored, ...first, siteCodes: null, expiresMs: null, lifetimeMs: undefined, ...second };
    await expect(createKey(database.pool, asked, MARCH_MS)).rejects.toThrow(
      `is stored with other values: ${difference}.`
    );
    expect(await valid('known')).toMatchObject([{ id: before.id }]);

    const after = await replaceKey(database.pool, asked, MARCH_MS);
    expect(after).toMatchObject({ replacedName: 'known', secret: stored.secret });
    const [found] = await findKeys(database.pool, [hashSecret(stored.secret)]);
    const siteCodes = asked.siteCodes ?? null;
    expect(found).toMatchObject({ id: after.id, name: asked.name, expiresMs: asked.expiresMs, revokedMs: null });
    expect(await valid(asked.name)).toMatchObject([{ id: after.id, siteCodes, permissions: asked.permissions }]);
    // The stored key is revoked with all that it has, such as its exports.
    expect(await findKeyById(database.pool, before.id)).toMatchObject({ revokedMs: MARCH_MS });
    // Again with the same values, nothing changes.
    expect(await replaceKey(database.pool, asked, MARCH_MS)).toEqual({ ...after, replacedName: undefined });
    await revokeKey(database.pool, after.id, MARCH_MS);
  });

  test('a lifetime counts from the creation of the key, so that the same command changes nothing a day later', async () => {
    const ofNinetyDays = (nowMs: number) => ({ ...stored, expiresMs: nowMs + 90 * DAY_MS, lifetimeMs: 90 * DAY_MS });
    const first = await createKey(database.pool, ofNinetyDays(MARCH_MS), MARCH_MS);
    expect(await createKey(database.pool, ofNinetyDays(MARCH_MS + DAY_MS), MARCH_MS + DAY_MS)).toEqual(first);
    expect(await findKeyById(database.pool, first.id)).toMatchObject({ expiresMs: MARCH_MS + 90 * DAY_MS });
  });

  test('a key that replaces those of its name takes over one of another name, and leaves the others of that name', async () => {
    const own = await createKey(database.pool, { ...NEW, name: 'taking over' }, MARCH_MS);
    const other = await createKey(database.pool, { ...NEW, name: 'former' }, MARCH_MS);
    await createKey(database.pool, { ...stored, name: 'former' }, MARCH_MS);
    const { id, revoked } = await replaceKey(database.pool, { ...stored, name: 'taking over' }, MARCH_MS);
    expect(revoked).toBe(1);
    expect((await valid('taking over')).map((key) => key.id)).toEqual([id]);
    expect((await valid('former')).map((key) => key.id)).toEqual([other.id]);
    expect(await findKeyById(database.pool, own.id)).toMatchObject({ revokedMs: MARCH_MS });
  });

  test.each([
    ['revoked', {}],
    ['expired', { expiresMs: MARCH_MS }],
  ])('a %s key is neither stored again nor replaced', async (state, values) => {
    const { id } = await createKey(database.pool, { ...stored, ...values }, 0);
    if (state === 'revoked') {
      await revokeKey(database.pool, id, 1);
    }
    for (const store of [createKey, replaceKey]) {
      await expect(store(database.pool, stored, MARCH_MS)).rejects.toThrow(
        `is ${state}, which cannot be undone. Choose another one.`
      );
    }
  });
});
