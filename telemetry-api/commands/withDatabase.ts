import { readDatabaseOptions } from '../config.ts';
import { openDatabase, type Database, type DatabaseOptions } from '../store/database.ts';

/**
 * Runs a command's work on the database that the environment names, its schema up to date, and closes it whatever happens.
 * `signal` aborts at the first Ctrl-C or SIGTERM: work that takes long ends after what it has begun. A second one ends the process.
 */
export async function withDatabase<T>(
  work: (database: Database, signal: AbortSignal) => Promise<T>,
  options: Pick<DatabaseOptions, 'poolSize' | 'statementTimeoutMs'> = {}
): Promise<T> {
  const interruption = new AbortController();
  const interrupt = () => {
    if (interruption.signal.aborted) {
      process.exit(130);
    }
    interruption.abort(new Error('Interrupted.'));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const database = await openDatabase({ ...readDatabaseOptions(process.env), ...options });
    try {
      return await work(database, interruption.signal);
    } finally {
      await database.close();
    }
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
