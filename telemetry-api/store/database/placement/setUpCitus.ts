import pg from 'pg';
import { openDatabase } from '../database.ts';
import { applyPlacement } from './placement.ts';

export interface CitusServers {
  /** The database on the coordinator; the service's DATABASE_URL. */
  readonly coordinatorUrl: string;
  /** A database of the same name on each worker. Its host and port are those at which the servers reach each other. */
  readonly workerUrls: readonly string[];
  /** Parts of the history. Every batch is written once per shard, and a shard is the smallest part that moves to another worker. */
  readonly shards: number;
}

/** A statement of the set-up and the server on which it runs. */
export interface SetUpStep {
  readonly url: string;
  readonly sql: string;
}

/** The statements that make the servers a Citus cluster. Each can be repeated. @throws if there is no worker or the names differ */
export function citusSteps({ coordinatorUrl, workerUrls, shards }: CitusServers): SetUpStep[] {
  const name = databaseOf(coordinatorUrl);
  const other = workerUrls.find((url) => databaseOf(url) !== name);
  if (workerUrls.length === 0 || other !== undefined) {
    throw new Error(
      other === undefined
        ? 'Citus needs at least one worker.'
        : `All servers must have a database of the same name: ${addressOf(other)} has "${databaseOf(other)}", the coordinator "${name}".`
    );
  }
  const onCoordinator = (sql: string) => ({ url: coordinatorUrl, sql });
  return [
    ...[coordinatorUrl, ...workerUrls].map((url) => ({ url, sql: 'CREATE EXTENSION IF NOT EXISTS citus' })),
    onCoordinator(`SELECT citus_set_coordinator_host(${hostAndPort(coordinatorUrl)})`),
    ...workerUrls.map((url) => onCoordinator(`SELECT citus_add_node(${hostAndPort(url)})`)),
    onCoordinator(`ALTER DATABASE ${pg.escapeIdentifier(name)} SET citus.shard_count = ${shards}`),
  ];
}

/**
 * Runs the steps, and places the history tables.
 * @param onStep called before each step
 * @returns false if the tables were already placed
 */
export async function setUpCitus(servers: CitusServers, onStep: (step: SetUpStep) => void): Promise<boolean> {
  for (const step of citusSteps(servers)) {
    onStep(step);
    await run(step);
  }
  const database = await openDatabase({ databaseUrl: servers.coordinatorUrl, dataDir: '' });
  try {
    return await applyPlacement(database.pool, 'citus');
  } finally {
    await database.close();
  }
}

/** Host and port, for display. */
export function addressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '5432'}`;
}

async function run({ url, sql }: SetUpStep): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } catch (cause) {
    throw new Error(`${addressOf(url)}: ${sql} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  } finally {
    await client.end();
  }
}

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url);
  return `${pg.escapeLiteral(hostname)}, ${port || '5432'}`;
}
