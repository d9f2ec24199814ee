import type { Queryable } from '../store/database/queryable.ts';
import { createKey, PERMISSIONS } from '../store/keys/keys.ts';
import { openTestDatabase, type TestDatabase } from '../test/support/databases/testDatabase.ts';
import { testStopwatches } from '../test/support/testStopwatches.ts';
import { KeyLookup } from './keyLookup.ts';

const KEY = { name: 'x', family: 'dashboard', permissions: PERMISSIONS, siteCodes: null, expiresMs: null } as const;

let database: TestDatabase;
let statements = 0;
const stopwatches = testStopwatches();
const NOW_MS = 1_000_000;
let guessed = 0;
/** How long each statement takes. */
let statementMs = 0;
let lookup: KeyLookup;

beforeAll(async () => {
  database = await openTestDatabase();
  const { pool } = database;
  // Counts the statements and runs them.
  const query = (...given: unknown[]) => {
    statements++;
    stopwatches.letPass(statementMs);
    return (pool.query as (...all: unknown[]) => unknown).apply(pool, given);
  };
  lookup = new KeyLookup({ query } as Queryable, stopwatches.start);
});

beforeEach(() => {
  stopwatches.letPass(10_000);
  statements = 0;
});

afterAll(() => database.close());

const guesses = (count: number) => Array.from({ length: count }, () => `tid_live_${guessed++}`);

test('however many unknown keys are tried, a good key is found, in one more statement than is running', async () => {
  const { secret } = await createKey(database.pool, KEY, NOW_MS);
  const first = lookup.find('tid_live_first');
  await Promise.resolve();
  const all = Promise.all([...guesses(2000), secret, secret].map((one) => lookup.find(one)));
  expect(await first).toBeUndefined();
  const found = await all;
  expect(found.slice(0, 2000).every((one) => one === undefined)).toBe(true);
  expect(found.slice(2000)).toMatchObject([{ name: 'x' }, { name: 'x' }]);
  expect(statements).toBe(2);
});

test('keys, known and unknown, are looked up again after two seconds', async () => {
  const { secret } = await createKey(database.pool, KEY, NOW_MS);
  const lateSecret = `${secret}-late`;
  expect(await lookup.find(secret)).toBeDefined();
  expect(await lookup.find(lateSecret)).toBeUndefined();
  await createKey(database.pool, { ...KEY, secret: lateSecret }, NOW_MS);
  expect(await lookup.find(secret)).toBeDefined();
  expect(await lookup.find(lateSecret)).toBeUndefined();
  expect(statements).toBe(2);
  stopwatches.letPass(1999);
  expect(await lookup.find(secret)).toBeDefined();
  expect(statements).toBe(2);
  stopwatches.letPass(1);
  expect(await lookup.find(secret)).toBeDefined();
  expect(await lookup.find(lateSecret)).toBeDefined();
  expect(statements).toBe(4);
});

test('the two seconds begin before the statement, which may take long', async () => {
  const { secret } = await createKey(database.pool, KEY, NOW_MS);
  statementMs = 1500;
  await lookup.find(secret);
  statementMs = 0;
  stopwatches.letPass(500);
  await lookup.find(secret);
  expect(statements).toBe(2);
});

test('more unknown keys than are cached do not displace a good one', async () => {
  const { secret } = await createKey(database.pool, KEY, NOW_MS);
  await lookup.find(secret);
  await Promise.all(guesses(5000).map((one) => lookup.find(one)));
  expect(statements).toBe(2);
  expect(await lookup.find(secret)).toBeDefined();
  expect(statements).toBe(2);
});

test('a failed statement rejects its lookups and not those after it', async () => {
  await database.pool.query('ALTER TABLE api_key RENAME TO hidden');
  await expect(lookup.find('tid_live_a')).rejects.toThrow('api_key');
  await database.pool.query('ALTER TABLE hidden RENAME TO api_key');
  expect(await lookup.find('tid_live_a')).toBeUndefined();
});
