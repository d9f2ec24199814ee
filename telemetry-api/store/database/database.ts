import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from '../embedded/embeddedPostgres.ts';
import { errorCode } from '../../errorCode.ts';
import { isConnectionError, UncertainCommitError } from './databaseErrors.ts';
import { rejectOtherThanWhole } from './instance.ts';
import { migrate } from './migrate.ts';
import type { Retry } from './retryWhileUnreachable.ts';
import { rejectIncompleteSchema } from './schemaParts.ts';

export interface DatabaseOptions {
  /** PostgreSQL 15 or later; if undefined, the embedded PostgreSQL in `dataDir` is used. */
  readonly databaseUrl?: string;
  readonly dataDir: string;
  /** Used for the embedded PostgreSQL when the server's account cannot access `dataDir`. */
  readonly fallbackDataDir?: string;
  /** Ends the start of the embedded PostgreSQL. */
  readonly signal?: AbortSignal;
  /** Waits for a server that is not up yet. */
  readonly retry?: Retry;
  readonly poolSize?: number;
  /** False only for disposable databases. */
  readonly isDurable?: boolean;
  /** Statements that take longer are cancelled. No limit by default. */
  readonly statementTimeoutMs?: number;
  /** Only for a restore: the schema of the backup. The database may then hold what an interrupted restore has left. */
  readonly restoredSchemaVersion?: number;
  /** Only for a move: its source can be marked as moved, after one that was interrupted. */
  readonly canBeMoved?: boolean;
}

export interface Database {
  readonly pool: pg.Pool;
  /** Which database this is, for messages; without its password. */
  readonly location: string;
  /** Why it stays unreachable, as far as that is known: why the embedded server could not be started again. */
  outageReason(): unknown;
  close(): Promise<void>;
}

const MIN_VERSION_NUM = 150_000;
const INT8_OID = 20;
/** SQLSTATE: invalid_password. */
const WRONG_PASSWORD = '28P01';

/**
 * Opens the database and brings its schema up to date.
 * @throws if the database is unreachable, too old, or was migrated by a newer version of this service; the message says what to do
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const server = await openServer(options);
  const pool = openPool(server.connection, options);
  const close = async () => {
    await pool.end();
    await server.close();
  };
  try {
    await rejectOldServer(pool, server.location, options.retry);
    await migrate(pool, options.restoredSchemaVersion);
    if (options.restoredSchemaVersion === undefined) {
      await rejectIncompleteSchema(pool, server.location);
      if (!options.canBeMoved) {
        await rejectOtherThanWhole(pool, server.location);
      }
    }
    return { pool, location: server.location, outageReason: server.outageReason, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A pool with the session settings that the statements of the store rely on. */
export function openPool(
  connection: pg.PoolConfig,
  { poolSize, statementTimeoutMs }: Pick<DatabaseOptions, 'poolSize' | 'statementTimeoutMs'>
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    ...connection,
    max: poolSize ?? 4,
    application_name: 'telemetry-api',
    // Custom plans prune partitions by the actual times; see narrowRawWindow in store/readings/pages/historyPage.ts for the cost of planning over all.
    options: '-c plan_cache_mode=force_custom_plan -c timezone=UTC -c extra_float_digits=1',
    types: { getTypeParser },
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
  });
  // The pool replaces an idle connection that the server closes. Inside a transaction, the next statement fails.
  // Without error listeners, either case would crash the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * A connection without a time limit for statements. When it is closed, or when the signal aborts, its locks are released and what still runs on it
 * ends with an error.
 */
export async function openSession(
  pool: pg.Pool,
  signal: AbortSignal
): Promise<{ readonly client: pg.PoolClient; readonly close: () => void }> {
  signal.throwIfAborted();
  const client = await pool.connect();
  let isClosed = false;
  const close = () => {
    if (!isClosed) {
      isClosed = true;
      signal.removeEventListener('abort', close);
      client.release(true);
    }
  };
  signal.addEventListener('abort', close);
  try {
    await client.query('SET statement_timeout = 0');
    return { client, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Runs `work` in a transaction that any error rolls back. @throws UncertainCommitError if the connection is lost during COMMIT */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT').catch((cause: unknown) => {
      throw isConnectionError(cause) ? new UncertainCommitError(result, cause) : cause;
    });
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((error: Error) => (failure = error));
    throw error;
  } finally {
    client.release(failure);
  }
}

async function openServer(options: DatabaseOptions) {
  if (options.databaseUrl !== undefined) {
    return {
      connection: { connectionString: options.databaseUrl },
      location: withoutPassword(options.databaseUrl),
      outageReason: () => undefined,
      close: async () => undefined,
    };
  }
  const candidates = [options.dataDir, ...(options.fallbackDataDir === undefined ? [] : [options.fallbackDataDir])];
  const embedded = await openEmbeddedPostgres({
    candidates: candidates.map((folder) => path.resolve(folder, 'postgres')),
    isDurable: options.isDurable,
    signal: options.signal,
  });
  return {
    connection: embedded.connection,
    location: embedded.root,
    outageReason: embedded.restartError,
    close: embedded.close,
  };
}

/** The URL without user, password and parameters. Up to the last `@`, because a password can have one, too. */
function withoutPassword(databaseUrl: string): string {
  return databaseUrl.replace(/\/\/.*@/s, '//').replace(/\?.*/s, '');
}

async function rejectOldServer(pool: pg.Pool, location: string, retry: Retry = (work) => work()): Promise<void> {
  const readVersion = () =>
    pool.query<{ version: number }>("SELECT current_setting('server_version_num')::int AS version");
  const { rows } = await retry(readVersion).catch((cause: unknown) => {
    const hint =
      errorCode(cause) === WRONG_PASSWORD
        ? ' If the password in DATABASE_URL has a % that is meant as such, write %25.'
        : '';
    throw new Error(`Cannot connect to the database ${location}.${hint}`, { cause });
  });
  const version = rows[0]?.version ?? 0;
  if (version < MIN_VERSION_NUM) {
    throw new Error(
      `The database ${location} runs PostgreSQL ${Math.floor(version / 10_000)}; version 15 or later is required.`
    );
  }
}

/** Parses int8 as a number; `pg` would return a string. Times and counts stay below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8_OID && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format);
}
