import { HOUR_MS } from '../../durations.ts';
import { startStopwatch } from '../../stopwatch.ts';
import { NOW_MS, testDevice } from '../../test/support/testService.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/databases/testDatabase.ts';
import type { Queryable } from '../database/queryable.ts';
import { upsertDevices } from './inventory.ts';
import { testStopwatches } from '../../test/support/testStopwatches.ts';
import { TagCache } from './tagCache.ts';

/** Those that connections to a database need: only the clocks stand still. */
const TIMERS: Array<'nextTick' | 'queueMicrotask' | 'setImmediate' | 'setInterval' | 'setTimeout'> = [
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
];

let database: TestDatabase;
const stopwatches = testStopwatches();
let tags: TagCache;

beforeAll(async () => {
  database = await openTestDatabase();
});

beforeEach(async () => {
  await upsertDevices(database.pool, [testDevice('B-1')]);
  tags = new TagCache(stopwatches.start);
});

afterAll(() => database.close());

async function rename(name: string): Promise<void> {
  await database.pool.query('UPDATE tag SET name = $1', [name]);
}

test('a renamed tag is found with its new name after two seconds', async () => {
  expect(await tags.find(database.pool, null, 'B-1', 'presion')).toMatchObject({ name: 'Presión' });
  await rename('Presión de salida');
  stopwatches.letPass(1999);
  expect(await tags.find(database.pool, null, 'B-1', 'presion')).toMatchObject({ name: 'Presión' });
  stopwatches.letPass(1);
  expect(await tags.find(database.pool, null, 'B-1', 'presion')).toMatchObject({ name: 'Presión de salida' });
});

test('a renamed tag is found with its new name after two seconds, although the time of day is set back', async () => {
  jest.useFakeTimers({ now: NOW_MS, doNotFake: TIMERS });
  try {
    tags = new TagCache(startStopwatch);
    expect(await tags.find(database.pool, null, 'B-1', 'presion')).toMatchObject({ name: 'Presión' });
    await rename('Presión de salida');
    jest.setSystemTime(NOW_MS - HOUR_MS);
    jest.advanceTimersByTime(1999);
    expect(await tags.find(database.pool, null, 'B-1', 'presion')).toMatchObject({ name: 'Presión' });
    jest.advanceTimersByTime(1);
    expect(await tags.find(database.pool, null, 'B-1', 'presion')).toMatchObject({ name: 'Presión de salida' });
  } finally {
    jest.useRealTimers();
  }
});

test('the two seconds begin before the statement, which may take long', async () => {
  const query = (...given: unknown[]) => {
    stopwatches.letPass(1500);
    return (database.pool.query as (...all: unknown[]) => unknown).apply(database.pool, given);
  };
  await tags.find({ query } as Queryable, null, 'B-1', 'presion');
  await rename('Presión de salida');
  stopwatches.letPass(500);
  expect(await tags.find(database.pool, null, 'B-1', 'presion')).toMatchObject({ name: 'Presión de salida' });
});

test('a missing tag is found as soon as it is created', async () => {
  expect(await tags.find(database.pool, null, 'B-2', 'presion')).toBe('no device');
  expect(await tags.find(database.pool, null, 'B-1', 'caudal')).toBe('no tag');
  const flow = { key: 'caudal', name: 'Caudal', unit: 'm³/h', kind: 'measurement' };
  await upsertDevices(database.pool, [testDevice('B-1', { tags: [flow] }), testDevice('B-2')]);
  expect(await tags.find(database.pool, null, 'B-2', 'presion')).toMatchObject({ unit: 'bar' });
  expect(await tags.find(database.pool, null, 'B-1', 'caudal')).toMatchObject({ unit: 'm³/h' });
});

test('a tag cached for all sites stays hidden from a key without access to its site', async () => {
  expect(await tags.find(database.pool, null, 'B-1', 'presion')).toMatchObject({ unit: 'bar' });
  expect(await tags.find(database.pool, [-1], 'B-1', 'presion')).toBe('no device');
  expect(await tags.find(database.pool, [], 'B-1', 'presion')).toBe('no device');
});
