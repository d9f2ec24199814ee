import { readDatabaseOptions } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { chooseDatabase } from './chooseDatabase.ts';
import { describeError } from './output/describeError.ts';
import { openDatabase, type Database, type DatabaseOptions } from '../store/database/database.ts';
import { type Retry, retryWhileUnreachable } from '../store/database/retryWhileUnreachable.ts';

/** For cleaning up after a signal during the start. A database that does not respond is not waited for. */
const STOP_WITHIN_MS = 2000;
/** How long a service waits for a PostgreSQL that starts beside it. */
const START_LIMIT_MS = 60_000;

/**
 * Opens the database of the environment, or that of a running `npm start` if the user wants it, migrates its schema, runs a command's work, and
 * always closes the database again.
 * @param work gets the environment of that database, too
 * `signal` aborts at the first Ctrl-C or SIGTERM, so that long work can stop after its current batch. The second one exits at once.
 */
export async function withDatabase<T>(
  work: (database: Database, signal: AbortSignal, env: Environment) => Promise<T>,
  options: Pick<
    DatabaseOptions,
    'databaseUrl' | 'poolSize' | 'statementTimeoutMs' | 'restoredSchemaVersion' | 'canBeMoved'
  > & {
    /** A service has the database of its environment, whatever else runs. */
    readonly isService?: boolean;
  } = {}
): Promise<T> {
  const mayChoose = !options.isService && options.databaseUrl === undefined;
  const env = mayChoose ? await chooseDatabase(process.env) : process.env;
  const interruption = new AbortController();
  const interrupt = () => {
    if (interruption.signal.aborted) {
      process.exit(130);
    }
    interruption.abort(new Error('Interrupted.'));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const { signal } = interruption;
    const database = await open(signal, {
      ...readDatabaseOptions(env),
      ...options,
      retry: options.isService ? waitForServer(signal) : undefined,
    });
    try {
      return await work(database, signal, env);
    } finally {
      await database.close();
    }
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function waitForServer(signal: AbortSignal): Retry {
  return retryWhileUnreachable({
    limitMs: START_LIMIT_MS,
    signal,
    onOutage: (error) =>
      process.stderr.write(`Waiting for the database for up to ${START_LIMIT_MS / 1000} s: ${describeError(error)}\n`),
    onRecovery: () => undefined,
  });
}

async function open(signal: AbortSignal, options: DatabaseOptions): Promise<Database> {
  const exitSoon = () => setTimeout(() => process.exit(130), STOP_WITHIN_MS).unref();
  signal.addEventListener('abort', exitSoon);
  try {
    const database = await openDatabase({ ...options, signal });
    if (signal.aborted) {
      await database.close();
    }
    signal.throwIfAborted();
    return database;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', exitSoon);
  }
}
