import { openTestDatabase, type TestDatabase } from '../../test/support/databases/testDatabase.ts';
import { testDevice } from '../../test/support/testService.ts';
import { readDevicePage } from './devicePage.ts';
import { readTagIds, upsertDevices } from './inventory.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

test('an empty list of devices changes nothing', async () => {
  await upsertDevices(database.pool, []);
  expect(await readTagIds(database.pool)).toEqual(new Map());
});

test('writing a device again updates it and keeps its ids and the tags that are not listed', async () => {
  await upsertDevices(database.pool, [testDevice('COMP-01')]);
  const before = (await readTagIds(database.pool)).get('COMP-01');
  const moved = testDevice('COMP-01', {
    siteCode: 'sur',
    area: 'Calderas',
    name: 'Compresor nuevo',
    tags: [{ key: 'presion', name: 'Presión de descarga', unit: 'kPa', kind: 'setpoint' }],
  });
  await upsertDevices(database.pool, [moved]);

  expect((await readTagIds(database.pool)).get('COMP-01')).toEqual(before);
  expect(await readDevicePage(database.pool, null, undefined, 10)).toMatchObject([
    {
      name: 'Compresor nuevo',
      site: 'Planta sur',
      area: 'Calderas',
      tags: [
        ['presion', 'Presión de descarga', 'kPa', 'setpoint'],
        ['temperatura', 'Temperatura', '°C', 'measurement'],
      ],
    },
  ]);
});

test('the last entry of a device listed twice in one call wins', async () => {
  await upsertDevices(database.pool, [testDevice('X', { name: 'first' }), testDevice('X', { name: 'second' })]);
  expect(await readDevicePage(database.pool, null, 'COMP-01', 10)).toMatchObject([{ code: 'X', name: 'second' }]);
});

test('a device that cannot be stored rolls back the whole call', async () => {
  await expect(upsertDevices(database.pool, [testDevice('GOOD'), testDevice('')])).rejects.toThrow('violates check');
  expect((await readTagIds(database.pool)).has('GOOD')).toBe(false);
});
