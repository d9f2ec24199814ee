import { readFileSync, writeFileSync } from 'node:fs';
import { openTestDatabase, type TestDatabase } from '../../test/support/databases/testDatabase.ts';
import { readSchemaParts, rejectIncompleteSchema, SCHEMA_PARTS_FILE } from './schemaParts.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase();
});

afterEach(() => database.close());

test('the list is that of a migrated database (to write it anew: empty the file, then WRITE_TABLES=1)', async () => {
  const text = `${(await readSchemaParts(database.pool)).join('\n')}\n`;
  if (process.env.WRITE_TABLES) {
    writeFileSync(SCHEMA_PARTS_FILE, text);
  }
  expect(readFileSync(SCHEMA_PARTS_FILE, 'utf8')).toBe(text);
});

test('what lacks is named, although all migrations are recorded', async () => {
  await rejectIncompleteSchema(database.pool, 'the plant');
  await database.pool.query(
    `DROP INDEX alert_opening; ALTER TABLE reading DROP CONSTRAINT reading_pkey; ALTER TABLE tag DROP CONSTRAINT tag_device_id_fkey; DROP TABLE latest`
  );
  await expect(rejectIncompleteSchema(database.pool, 'the plant')).rejects.toThrow(
    [
      'The schema of the database the plant is not complete, as after a restore that was interrupted. Restore it again. It lacks:',
      '  constraint latest_pkey on latest',
      '  constraint reading_pkey on reading',
      '  constraint tag_device_id_fkey on tag',
      '  index alert_opening on alert',
      '  index latest_pkey on latest',
      '  index reading_pkey on reading',
      '  table latest',
    ].join('\n')
  );
});
