import { Command } from 'commander';
import { withDatabase } from './withDatabase.ts';
import { readSchemaVersion } from '../store/migrate.ts';

/** `migrate`: every command brings the schema up to date when it opens the database; this one does only that. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('make the database, or bring its schema up to date (every other command does so too)')
    .action(() =>
      withDatabase(async (database) => {
        process.stdout.write(`schema version ${await readSchemaVersion(database.pool)} in ${database.location}\n`);
      })
    );
}
