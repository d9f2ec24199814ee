import pg from 'pg';
import {
  type CitusPlan,
  type CitusRequest,
  type CitusServer,
  type CitusStep,
  type ClusterFacts,
  planCitus,
  type ServerFacts,
} from './citusPlan.ts';

/** Asks all servers, and plans. @throws if one does not answer, or the request cannot be carried out; nothing is changed */
export async function prepareCitus(request: CitusRequest): Promise<CitusPlan> {
  const facts = new Map<string, ServerFacts>();
  for (const server of [request.coordinator, ...request.workers]) {
    facts.set(server.address, await onServer(server, readServerFacts));
  }
  const cluster = await onServer(request.coordinator, readClusterFacts);
  return planCitus(request, facts, cluster);
}

/** Makes the servers a cluster. @param onStep called before each step */
export async function joinCitus(
  { steps }: CitusPlan,
  onStep: (step: CitusStep) => void = () => undefined
): Promise<void> {
  for (const step of steps) {
    onStep(step);
    await onServer(step.server, async (client) => {
      await client.query(step.sql).catch((cause: Error) => {
        throw new Error(`${step.sql} failed: ${cause.message}`, { cause });
      });
    });
  }
}

async function readServerFacts(client: pg.Client): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
       current_setting('citus.shard_count', true) IS NOT NULL AS "isLoaded",
       EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "hasExtension",
       to_regclass('reading') IS NOT NULL AS "hasTables",
       current_setting('wal_level') = 'logical' AS "hasLogicalWal"`
  );
  return rows[0] as ServerFacts;
}

async function readClusterFacts(client: pg.Client): Promise<ClusterFacts> {
  if (!(await readServerFacts(client)).hasExtension) {
    return { workers: [], shards: undefined, hasLogicalWal: true };
  }
  const { rows: nodes } = await client.query<{ address: string }>(
    `SELECT nodename || ':' || nodeport AS address FROM pg_dist_node WHERE noderole = 'primary' AND groupid <> 0 ORDER BY nodeid`
  );
  const { rows: tables } = await client.query<{ shards: number }>(
    `SELECT count(*)::int AS shards FROM pg_dist_shard WHERE logicalrelid = to_regclass('reading') HAVING count(*) > 0`
  );
  const { rows: levels } = await client.query<{ level: string }>(
    `SELECT result AS level FROM run_command_on_workers('SHOW wal_level')`
  );
  return {
    workers: nodes.map(({ address }) => address),
    shards: tables[0]?.shards,
    hasLogicalWal: levels.every(({ level }) => level === 'logical'),
  };
}

/** @throws with the address of the server */
async function onServer<T>(server: CitusServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: 10_000 });
  // A connection that is lost ends the statement, or is noticed by the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (cause) {
    throw new Error(`${server.address}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    await client.end();
  }
}
