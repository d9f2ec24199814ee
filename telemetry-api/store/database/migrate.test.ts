import { openTestDatabase, type TestDatabase } from '../../test/support/databases/testDatabase.ts';
import { migrate, readSchemaVersion } from './migrate.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase();
});

afterEach(() => database.close());

test('migrating repeatedly and from several processes at once changes nothing', async () => {
  const version = await readSchemaVersion(database.pool);
  await Promise.all([migrate(database.pool), migrate(database.pool), migrate(database.pool)]);
  expect(await readSchemaVersion(database.pool)).toBe(version);
  expect(version).toBeGreaterThan(1);
});

test('a database of a newer version is not migrated', async () => {
  await database.pool.query(
    "INSERT INTO schema_migration (version, name, checksum) VALUES (999, '0999_future.sql', 'x')"
  );
  await expect(migrate(database.pool)).rejects.toThrow(
    'migrated by a newer version of this service: it has migration 0999_future.sql'
  );
});

test('a migration that was edited after it ran is rejected', async () => {
  await database.pool.query("UPDATE schema_migration SET checksum = 'other' WHERE version = 1");
  await expect(migrate(database.pool)).rejects.toThrow('was changed after it ran');
});

test.each([
  ['0001_plant_and_history.sql', '373fb591409e'],
  ['0002_keys_and_exports.sql', '0fca5dc32e6e'],
  ['0004_retention.sql', '98891aae4822'],
  ['0005_compressed_exports.sql', '57a9d3208af3'],
  ['0006_instance.sql', 'ad32cd5085aa'],
])('%s, which has run in plants, is as it was', async (name, checksum) => {
  const { rows } = await database.pool.query(
    'SELECT left(checksum, 12) AS checksum FROM schema_migration WHERE name = $1',
    [name]
  );
  expect(rows).toEqual([{ checksum }]);
});

test('a migration with a lower number than those that already ran still runs', async () => {
  await database.pool.query('DROP TABLE retention; DELETE FROM schema_migration WHERE version = 4');
  await migrate(database.pool);
  expect((await database.pool.query('SELECT * FROM retention')).rows).toEqual([]);
});
