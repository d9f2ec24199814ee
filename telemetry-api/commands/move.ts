import { Command } from 'commander';
import { moveDatabase, type MoveRound } from '../backup/moveDatabase.ts';
import { readDataDir } from '../config/config.ts';
import { requireDatabaseUrl } from '../config/databaseUrl.ts';
import { unmarkMoved } from '../store/backup/moving.ts';
import { inTransaction, openDatabase } from '../store/database/database.ts';
import { readInstance } from '../store/database/instance.ts';
import { readSchemaVersion } from '../store/database/migrate.ts';
import { withProgress } from './output/progress.ts';
import { withDatabase } from './withDatabase.ts';

interface MoveCommandOptions {
  readonly to?: string;
  readonly finish?: boolean;
  readonly undo?: boolean;
}

/** `move --to URL`: to another database, while the service and its imports go on. */
export function moveCommand(): Command {
  return new Command('move')
    .description('move the plant to another database, while the service and its imports go on')
    .option('--to <url>', 'an empty database of a PostgreSQL server, as for DATABASE_URL')
    .option('--finish', 'copy the last rows, and make the other database that of the plant')
    .option('--undo', 'after a finished move, use this database again, with the rows that it had then')
    .addHelpText(
      'after',
      `
Without --finish, everything is copied, as often as it is run only what has changed, and the other database is not used yet. With --finish,
writers wait for the last rows, and are then rejected by this database, which is kept. Export files stay where they are: start the service
with the same TELEMETRY_DATA_DIR. To move into TimescaleDB or Citus, run migrate and placement on the empty database first.`
    )
    .action(({ to, finish = false, undo = false }: MoveCommandOptions) => {
      if (undo) {
        if (to !== undefined || finish) {
          throw new Error('--undo has no other options.');
        }
        return undoMove();
      }
      return move(requireDatabaseUrl(to, '--to'), finish);
    });
}

function move(databaseUrl: string, isFinishing: boolean): Promise<void> {
  return withDatabase(
    async (source, signal, env) => {
      const restoredSchemaVersion = await readSchemaVersion(source.pool);
      const target = await openDatabase({
        databaseUrl,
        dataDir: readDataDir(env),
        signal,
        restoredSchemaVersion,
      });
      try {
        const rounds = await withProgress((onProgress) =>
          moveDatabase({ source, target, isFinishing, nowMs: Date.now(), signal, onProgress })
        );
        process.stderr.write(describeMove(rounds, source.location, target.location));
      } finally {
        await target.close();
      }
    },
    { canBeMoved: true }
  );
}

function describeMove(rounds: readonly MoveRound[], from: string, to: string): string {
  const rows = rounds.reduce((sum, round) => sum + round.rows, 0).toLocaleString('en');
  const lastSeconds = ((rounds.at(-1)?.elapsedMs ?? 0) / 1000).toFixed(1);
  return rounds.at(-1)?.isLast === true
    ? `Moved ${from} to ${to}: ${rows} rows copied now, writers waited ${lastSeconds} s. Start the service and the imports with DATABASE_URL of the new database. ` +
        'The old one is kept and rejects writers; delete it when the new one has a backup.\n'
    : `Copied ${rows} rows to ${to}, the last round took ${lastSeconds} s. The plant is still ${from}. To switch, stop the service and the imports, and run the ` +
        'command again with --finish.\n';
}

function undoMove(): Promise<void> {
  return withDatabase(
    async ({ pool, location }) => {
      const { movedTo } = await readInstance(pool);
      if (movedTo === null) {
        throw new Error(`${location} was not moved; there is nothing to undo.`);
      }
      await inTransaction(pool, unmarkMoved);
      process.stderr.write(
        `${location} is the database of the plant again, as it was when it was moved. What was written to ${movedTo} since then is only there.\n`
      );
    },
    { canBeMoved: true }
  );
}
