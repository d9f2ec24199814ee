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

test('a migration with a lower number than those that already ran still runs', async () => {
  await database.pool.query('DROP TABLE retention; DELETE FROM schema_migration WHERE version = 4');
  await migrate(database.pool);
  expect((await database.pool.query('SELECT * FROM retention')).rows).toEqual([]);
});
