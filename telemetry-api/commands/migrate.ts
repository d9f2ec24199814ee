import { Command } from 'commander';
import { withDatabase } from './withDatabase.ts';
import { readSchemaVersion } from '../store/database/migrate.ts';

/** `migrate`: every command migrates the schema when it opens the database; this one does only that. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('create the database or migrate its schema to the latest version (every other command does this too)')
    .action(() =>
      withDatabase(async (database) => {
        process.stdout.write(`schema version ${await readSchemaVersion(database.pool)} in ${database.location}\n`);
      })
    );
}
