import { openTestDatabase, type TestDatabase } from '../../test/support/databases/testDatabase.ts';
import {
  createKey,
  findKeys,
  hashSecret,
  KEY_FAMILIES,
  listKeys,
  PERMISSIONS,
  recordUses,
  type KeyFamily,
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
