import type { Queryable } from '../store/database/queryable.ts';
import { createKey, PERMISSIONS, revokeKey } from '../store/keys/keys.ts';
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
/** What each statement fails with; undefined if it is answered, and a promise if it waits. */
let outage: Error | Promise<never> | undefined;
let lookup: KeyLookup;

beforeAll(async () => {
  database = await openTestDatabase();
  const { pool } = database;
  // Counts the statements and runs them.
  const query = (...given: unknown[]) => {
    statements++;
    stopwatches.letPass(statementMs);
    if (outage !== undefined) {
      return outage instanceof Promise ? outage : Promise.reject(outage);
    }
    return (pool.query as (...all: unknown[]) => unknown).apply(pool, given);
  };
  lookup = new KeyLookup({ query } as Queryable, stopwatches.start);
});

beforeEach(() => {
  stopwatches.letPass(10_000);
  statements = 0;
  outage = undefined;
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

describe('while the database is away', () => {
  const AWAY = new Error('Connection terminated unexpectedly');
  const MINUTES_10 = 600_000;
  let id: string;
  let secret: string;

  beforeEach(async () => {
    ({ id, secret } = await createKey(database.pool, KEY, NOW_MS));
  });

  test('a key is remembered for ten minutes from its last check, where that is asked for', async () => {
    await lookup.findOrRemember(secret);
    stopwatches.letPass(5000);
    await lookup.find(secret);
    outage = AWAY;
    stopwatches.letPass(MINUTES_10 - 1);
    expect(await lookup.findOrRemember(secret)).toMatchObject({ id });
    await expect(lookup.find(secret)).rejects.toThrow(AWAY);
    stopwatches.letPass(1);
    await expect(lookup.findOrRemember(secret)).rejects.toThrow(AWAY);
  });

  test('a key is remembered also if the database does not answer', async () => {
    await lookup.find(secret);
    stopwatches.letPass(5000);
    let fail: (error: Error) => void = () => undefined;
    outage = new Promise((_, reject) => (fail = reject));
    expect(await lookup.findOrRemember(secret)).toMatchObject({ id });
    fail(AWAY);
  });

  test('a key that was not checked before is not remembered', async () => {
    outage = AWAY;
    await expect(lookup.findOrRemember(secret)).rejects.toThrow(AWAY);
  });

  test('a key that was found to be revoked stays so', async () => {
    await lookup.find(secret);
    await revokeKey(database.pool, id, NOW_MS);
    stopwatches.letPass(2000);
    expect(await lookup.findOrRemember(secret)).toMatchObject({ id, revokedMs: NOW_MS });
    outage = AWAY;
    stopwatches.letPass(2000);
    expect(await lookup.findOrRemember(secret)).toMatchObject({ id, revokedMs: NOW_MS });
  });

  test('a key that was found to be gone is not remembered', async () => {
    await lookup.find(secret);
    await database.pool.query('DELETE FROM api_key WHERE id = $1', [id]);
    stopwatches.letPass(2000);
    expect(await lookup.findOrRemember(secret)).toBeUndefined();
    outage = AWAY;
    stopwatches.letPass(2000);
    await expect(lookup.findOrRemember(secret)).rejects.toThrow(AWAY);
  });

  test('an error of the statement itself is none of an outage', async () => {
    await lookup.find(secret);
    stopwatches.letPass(2000);
    outage = new Error('syntax error');
    await expect(lookup.findOrRemember(secret)).rejects.toThrow('syntax error');
  });
});
