import { testDevice } from '../../test/support/testService.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/databases/testDatabase.ts';
import { upsertDevices } from './inventory.ts';
import { testStopwatches } from '../../test/support/testStopwatches.ts';
import { TagCache } from './tagCache.ts';

let database: TestDatabase;
const stopwatches = testStopwatches();
let tags: TagCache;

beforeAll(async () => {
  database = await openTestDatabase();
});

beforeEach(async () => {
  await upsertDevices(database.pool, [testDevice('B-1')]);
  tags = new TagCache(database.pool, stopwatches.start);
});

afterAll(() => database.close());

async function rename(name: string): Promise<void> {
  await database.pool.query('UPDATE tag SET name = $1', [name]);
}

test('a renamed tag is found with its new name after two seconds', async () => {
  expect(await tags.find(null, 'B-1', 'presion')).toMatchObject({ name: 'Presión' });
  await rename('Presión de salida');
  stopwatches.letPass(1999);
  expect(await tags.find(null, 'B-1', 'presion')).toMatchObject({ name: 'Presión' });
  stopwatches.letPass(1);
  expect(await tags.find(null, 'B-1', 'presion')).toMatchObject({ name: 'Presión de salida' });
});

test('a missing tag is found as soon as it is created', async () => {
  expect(await tags.find(null, 'B-2', 'presion')).toBe('no device');
  expect(await tags.find(null, 'B-1', 'caudal')).toBe('no tag');
  const flow = { key: 'caudal', name: 'Caudal', unit: 'm³/h', kind: 'measurement' };
  await upsertDevices(database.pool, [testDevice('B-1', { tags: [flow] }), testDevice('B-2')]);
  expect(await tags.find(null, 'B-2', 'presion')).toMatchObject({ unit: 'bar' });
  expect(await tags.find(null, 'B-1', 'caudal')).toMatchObject({ unit: 'm³/h' });
});

test('a tag cached for all sites stays hidden from a key without access to its site', async () => {
  expect(await tags.find(null, 'B-1', 'presion')).toMatchObject({ unit: 'bar' });
  expect(await tags.find([-1], 'B-1', 'presion')).toBe('no device');
  expect(await tags.find([], 'B-1', 'presion')).toBe('no device');
});
