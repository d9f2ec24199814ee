import { rmSync } from 'node:fs';
import pg from 'pg';
import { openDatabase } from '../../store/database/database.ts';
import { citusServer } from '../../store/database/placement/citusPlan.ts';
import { applyPlacement, PLACEMENTS, type Placement } from '../../store/database/placement/placement.ts';
import { joinCitus, prepareCitus } from '../../store/database/placement/setUpCitus.ts';
import { makeTestFolder, type TestDatabase } from '../support/databases/testDatabase.ts';

export interface EngineDatabase extends TestDatabase {
  /** For display: server and extension with their versions. */
  readonly description: string;
  /** The extension that manages the history tables. */
  readonly placement: Placement | undefined;
  /** Whether it is TimescaleDB's community edition. */
  readonly canCompress: boolean;
  /** Another database of the same kind, without rows. */
  openEmpty(): Promise<EngineDatabase>;
}

/**
 * Creates a database for one run, in which `close` leaves nothing behind. It is a new database with a name of its own on the server, so
 * that existing databases are not touched; on Citus it is created on every node of the given database and joined to a cluster.
 * @param url a database of the server; undefined for the embedded PostgreSQL
 * @param placement undefined: as the extensions of the given database say; `none`: plain tables
 * @param fill writes rows before the extension takes over the tables
 */
export async function openEngineDatabase(
  url: string | undefined,
  placement: Placement | 'none' | undefined,
  fill: (database: TestDatabase) => Promise<void> = async () => undefined
): Promise<EngineDatabase> {
  const dataDir = makeTestFolder();
  const server = url === undefined ? undefined : await createDatabase(url, placement);
  try {
    const database = await openDatabase({ databaseUrl: server?.url, dataDir, isDurable: false, poolSize: 8 });
    await fill({ ...database, dataDir });
    if (server?.placement !== undefined) {
      await applyPlacement(database.pool, server.placement);
    }
    const close = async () => {
      await database.close();
      await server?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    const description = await describe(database.pool, server?.placement);
    const canCompress = server?.placement === 'timescaledb' && (await readLicence(database.pool)) === 'timescale';
    const openEmpty = () => openEngineDatabase(url, placement);
    return { ...database, dataDir, placement: server?.placement, canCompress, description, openEmpty, close };
  } catch (error) {
    await server?.drop();
    throw error;
  }
}

async function createDatabase(url: string, wanted: Placement | 'none' | undefined) {
  const name = `telemetry_engine_test_${process.pid}_${Date.now()}`;
  const [coordinator = { host: '', port: 0 }, ...workers] = await readNodes(url);
  const extensions = await read<{ name: Placement }>(url, 'SELECT extname AS name FROM pg_extension');
  const found = PLACEMENTS.find((one) => extensions.some((extension) => extension.name === one));
  const placement = wanted === 'none' ? undefined : (wanted ?? found);
  if (placement !== undefined && placement !== found) {
    throw new Error(`The database of --database-url does not have the extension ${placement}. See docs/capacity.md.`);
  }
  const own = withPath(url, name);
  const workerUrls = placement === 'citus' ? workers.map((node) => atNode(url, node)) : [];
  const drop = async () => {
    for (const nodeUrl of [url, ...workerUrls]) {
      await read(nodeUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  };
  try {
    for (const nodeUrl of [url, ...workerUrls]) {
      await read(nodeUrl, `CREATE DATABASE ${name}`).catch((cause: unknown) => {
        throw new Error(
          'The checks run in a database of their own, which could not be created. Use a role with CREATEDB, or a superuser.',
          { cause }
        );
      });
    }
    if (placement === 'timescaledb') {
      await read(own, 'CREATE EXTENSION timescaledb');
    } else if (placement === 'citus') {
      const shards = await read<{ shards: string }>(url, `SELECT current_setting('citus.shard_count') AS shards`);
      await joinCitus(
        await prepareCitus({
          coordinator: citusServer(withPath(atNode(url, coordinator), name)),
          workers: workerUrls.map((workerUrl) => citusServer(withPath(workerUrl, name))),
          shards: Number(shards[0]?.shards),
        })
      );
    }
  } catch (error) {
    await drop();
    throw error;
  }
  return { url: own, placement, drop };
}

interface Node {
  readonly host: string;
  readonly port: number;
}

/** The nodes of a Citus cluster, the coordinator first; none for other servers. */
async function readNodes(url: string): Promise<Node[]> {
  const [{ isThere } = { isThere: false }] = await read<{ isThere: boolean }>(
    url,
    `SELECT to_regclass('pg_catalog.pg_dist_node') IS NOT NULL AS "isThere"`
  );
  return isThere ? read<Node>(url, 'SELECT nodename AS host, nodeport AS port FROM pg_dist_node ORDER BY groupid') : [];
}

async function readLicence(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ licence: string }>(`SELECT current_setting('timescaledb.license') AS licence`);
  return rows[0]?.licence;
}

async function describe(pool: pg.Pool, placement: Placement | undefined): Promise<string> {
  const { rows } = await pool.query<{ server: string; extension: string | null }>(
    `SELECT current_setting('server_version') AS server, (SELECT extversion FROM pg_extension WHERE extname = $1) AS extension`,
    [placement ?? '']
  );
  const { server = '', extension } = rows[0] ?? {};
  return `PostgreSQL ${server.split(' ')[0]}${placement === undefined ? '' : `, ${placement} ${extension}`}`;
}

async function read<T>(connectionString: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

function withPath(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

function atNode(url: string, { host, port }: Node): string {
  const changed = new URL(url);
  changed.hostname = host;
  changed.port = String(port);
  return changed.href;
}
