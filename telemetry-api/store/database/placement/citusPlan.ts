import pg from 'pg';

/** A PostgreSQL server that is, or becomes, a node of a Citus cluster. */
export interface CitusServer {
  readonly url: string;
  /** At which the other servers reach it. */
  readonly host: string;
  readonly port: number;
  /** Host and port, for display. */
  readonly address: string;
  readonly database: string;
}

/** What a server says of itself. */
export interface ServerFacts {
  readonly isSuperuser: boolean;
  /** Whether the server loads Citus at its start. */
  readonly isLoaded: boolean;
  readonly hasExtension: boolean;
  /** Whether its database has tables of this service. */
  readonly hasTables: boolean;
  /** Whether shards can move from it while rows are written to them. */
  readonly hasLogicalWal: boolean;
}

/** What the coordinator says of the cluster; without Citus, nothing is placed and nothing known. */
export interface ClusterFacts {
  /** Addresses of the workers that it has. */
  readonly workers: readonly string[];
  /** Shards of the history; undefined if it is not distributed yet. */
  readonly shards: number | undefined;
  /** Of all these workers. */
  readonly hasLogicalWal: boolean;
}

/** What the operator asks for. */
export interface CitusRequest {
  readonly coordinator: CitusServer;
  /** Workers to add; those that are already there can be left out or repeated. */
  readonly workers: readonly CitusServer[];
  /** Parts of the history. Every batch is written once per shard, and a shard is the smallest part that moves to another worker. */
  readonly shards: number | undefined;
}

/** A statement and the server on which it runs. */
export interface CitusStep {
  readonly server: CitusServer;
  readonly sql: string;
}

export interface CitusPlan {
  /** Make the servers a cluster. Each can be repeated. */
  readonly steps: readonly CitusStep[];
  readonly workers: readonly string[];
  readonly shards: number;
  /** Whether the history is distributed already. */
  readonly isPlaced: boolean;
  /** Whether the history is rewritten in another number of shards. */
  readonly changesShards: boolean;
  /** How shards move to workers that are added. */
  readonly transfer: 'auto' | 'block_writes';
}

/** @param url with a host and a database */
export function citusServer(url: string): CitusServer {
  const { hostname: host, port, pathname } = new URL(url);
  const address = `${host}:${port || '5432'}`;
  return { url, host, port: Number(port || 5432), address, database: decodeURIComponent(pathname.slice(1)) };
}

const SHARDS_PER_WORKER = 2;

/**
 * What a request changes.
 * @param facts of each server by address
 * @throws if it cannot be done, before anything was changed
 */
export function planCitus(
  { coordinator, workers, shards: wanted }: CitusRequest,
  facts: ReadonlyMap<string, ServerFacts>,
  cluster: ClusterFacts
): CitusPlan {
  const servers = [coordinator, ...workers];
  rejectConfusion(coordinator, workers);
  const added = workers.filter(({ address }) => !cluster.workers.includes(address));
  const all = [...cluster.workers, ...added.map(({ address }) => address)];
  if (all.length === 0) {
    throw new Error(
      'Citus needs at least one worker: add --worker URL for each. On one server alone, the history stays as it is.'
    );
  }
  const factsOf = ({ address }: CitusServer) => facts.get(address);
  const notLoaded = servers.find((server) => factsOf(server)?.isLoaded !== true);
  if (notLoaded !== undefined) {
    throw new Error(
      `${notLoaded.address} does not load Citus. Install it, set shared_preload_libraries = 'citus' (first in the list), and restart PostgreSQL.`
    );
  }
  const filled = added.find((server) => factsOf(server)?.hasTables === true);
  if (filled !== undefined) {
    throw new Error(`${filled.address} has tables of a plant. A new worker starts with an empty database.`);
  }
  const shards = wanted ?? cluster.shards ?? SHARDS_PER_WORKER * all.length;
  if (shards < all.length) {
    throw new Error(
      `${shards === 1 ? '1 shard' : `${shards} shards`} for ${all.length} workers ${shards === 1 ? 'is' : 'are'} too few, as each needs one. Add --shards ${SHARDS_PER_WORKER * all.length}` +
        (cluster.shards === undefined
          ? '.'
          : ', which rewrites the history once; nothing can be read or written meanwhile.')
    );
  }
  const steps = stepsOf(coordinator, added, shards, cluster, (server) => factsOf(server)?.hasExtension === true);
  const other = steps.find(({ server }) => factsOf(server)?.isSuperuser !== true);
  if (other !== undefined) {
    throw new Error(`The user of ${other.server.address} must be a superuser for: ${other.sql}`);
  }
  return {
    steps,
    workers: all,
    shards,
    isPlaced: cluster.shards !== undefined,
    changesShards: cluster.shards !== undefined && cluster.shards !== shards,
    transfer:
      cluster.hasLogicalWal && servers.every((server) => factsOf(server)?.hasLogicalWal) ? 'auto' : 'block_writes',
  };
}

function rejectConfusion(coordinator: CitusServer, workers: readonly CitusServer[]): void {
  const other = workers.find(({ database }) => database !== coordinator.database);
  if (other !== undefined) {
    throw new Error(
      `All servers must have a database of the same name: ${other.address} has "${other.database}", the coordinator "${coordinator.database}".`
    );
  }
  const addresses = [coordinator, ...workers].map(({ address }) => address);
  const twice = addresses.find((address, i) => addresses.indexOf(address) < i);
  if (twice !== undefined) {
    throw new Error(`${twice} is given twice. The coordinator and each worker are servers of their own.`);
  }
}

function stepsOf(
  coordinator: CitusServer,
  added: readonly CitusServer[],
  shards: number,
  cluster: ClusterFacts,
  hasExtension: (server: CitusServer) => boolean
): CitusStep[] {
  const onCoordinator = (sql: string) => ({ server: coordinator, sql });
  return [
    ...[coordinator, ...added]
      .filter((server) => !hasExtension(server))
      .map((server) => ({ server, sql: 'CREATE EXTENSION IF NOT EXISTS citus' })),
    ...(cluster.workers.length === 0
      ? [onCoordinator(`SELECT citus_set_coordinator_host(${hostAndPort(coordinator)})`)]
      : []),
    ...added.map((server) => onCoordinator(`SELECT citus_add_node(${hostAndPort(server)})`)),
    ...(cluster.shards === undefined
      ? [onCoordinator(`ALTER DATABASE ${pg.escapeIdentifier(coordinator.database)} SET citus.shard_count = ${shards}`)]
      : []),
  ];
}

function hostAndPort({ host, port }: CitusServer): string {
  return `${pg.escapeLiteral(host)}, ${port}`;
}

/** The plan in sentences, with what cannot be changed later. */
export function describeCitusPlan({ workers, shards, isPlaced, changesShards, transfer }: CitusPlan): string[] {
  const where = `${shards} shards on ${workers.length === 1 ? 'one worker' : `${workers.length} workers`} (${workers.join(', ')})`;
  if (!isPlaced) {
    return [
      `The history is moved into ${where}; inventory and alerts go to every server, keys and exports stay on the coordinator.`,
      'Each batch is written once per shard. Another number of shards rewrites the history later.',
      'The way back to one server is backup and restore into another database.',
    ];
  }
  return [
    `The history is kept in ${where}.`,
    ...(changesShards
      ? ['It is rewritten for the new number of shards: reads and writes wait until that has ended.']
      : []),
    transfer === 'auto'
      ? 'Shards move while reads and writes go on; only the first readings of a new day wait.'
      : 'Writes wait while a shard moves. To avoid that, set wal_level = logical on all servers first.',
  ];
}
