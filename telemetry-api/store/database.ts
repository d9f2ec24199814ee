import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from './embedded/embeddedPostgres.ts';
import { migrate } from './migrate.ts';

export interface DatabaseOptions {
  /** A PostgreSQL of version 15 or later; without it the embedded one of `dataDir` is used. */
  readonly databaseUrl?: string;
  readonly dataDir: string;
  /** Where else the embedded one may live when the server's account cannot reach `dataDir`. */
  readonly fallbackDataDir?: string;
  readonly poolSize?: number;
  /** False only for throw-away databases. */
  readonly isDurable?: boolean;
  /** Ends any statement that takes longer; none by default. */
  readonly statementTimeoutMs?: number;
}

export interface Database {
  readonly pool: pg.Pool;
  /** For people: which database this is, without its password. */
  readonly location: string;
  close(): Promise<void>;
}

const MIN_VERSION_NUM = 150_000;
const INT8_OID = 20;

/**
 * Opens the database and brings its schema up to date.
 * @throws with what to do, when it cannot be reached, is too old, or was made by a newer version of this service.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const server = await openServer(options);
  const pool = openPool(server.connection, options);
  const close = async () => {
    await pool.end();
    await server.close();
  };
  try {
    await rejectOldServer(pool, server.location);
    await migrate(pool);
    return { pool, location: server.location, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Connections as every statement of the store wants them. */
export function openPool(
  connection: pg.PoolConfig,
  { poolSize, statementTimeoutMs }: Pick<DatabaseOptions, 'poolSize' | 'statementTimeoutMs'>
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    ...connection,
    max: poolSize ?? 4,
    application_name: 'telemetry-api',
    // Plans of named statements stay right as partitions come; see store/historyPage.ts for why not generic ones.
    options: '-c plan_cache_mode=force_custom_plan -c timezone=UTC -c extra_float_digits=1',
    types: { getTypeParser },
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
  });
  // A connection that the server ends is replaced by the pool when it is idle, and fails the next statement when it is between
  // two statements of a transaction; without listeners either would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Runs `work` in one transaction; any error rolls it back. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
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
      close: async () => undefined,
    };
  }
  const candidates = [options.dataDir, ...(options.fallbackDataDir === undefined ? [] : [options.fallbackDataDir])];
  const embedded = await openEmbeddedPostgres({
    candidates: candidates.map((folder) => path.resolve(folder, 'postgres')),
    isDurable: options.isDurable,
  });
  return { connection: embedded.connection, location: embedded.root, close: embedded.close };
}

/** The address without user, password and parameters. @throws when it is none */
function withoutPassword(databaseUrl: string): string {
  if (!/^(postgres|postgresql|socket):/.test(databaseUrl)) {
    throw new Error('DATABASE_URL is not an address. It looks like postgres://user:password@host:5432/database.');
  }
  return databaseUrl.replace(/\/\/[^@/]*@/, '//').replace(/\?.*/, '');
}

async function rejectOldServer(pool: pg.Pool, location: string): Promise<void> {
  const { rows } = await pool
    .query<{ version: number }>("SELECT current_setting('server_version_num')::int AS version")
    .catch((cause: unknown) => {
      throw new Error(`The database ${location} cannot be used.`, { cause });
    });
  const version = rows[0]?.version ?? 0;
  if (version < MIN_VERSION_NUM) {
    throw new Error(`The database ${location} is PostgreSQL ${Math.floor(version / 10_000)}; 15 or later is needed.`);
  }
}

/** Times and counts are int8 in the database and stay below 2^53: plain numbers, where `pg` would hand out strings. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8_OID && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format);
}
