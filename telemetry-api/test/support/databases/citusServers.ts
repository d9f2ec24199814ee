import { citusServer, type CitusRequest } from '../../../store/database/placement/citusPlan.ts';
import { joinCitus, prepareCitus } from '../../../store/database/placement/setUpCitus.ts';
import { type Postgres15, startPostgres15 } from './postgres15.ts';

const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: 50,
  max_connections: 120,
  // What a worker prepared before it died keeps its locks until the coordinator asks.
  'citus.recover_2pc_interval': '1s',
  'citus.background_task_queue_interval': '1s',
};

/** Servers that can become the nodes of a cluster. */
export async function startCitusServers(count: number): Promise<Postgres15[]> {
  const servers: Postgres15[] = [];
  for (let i = 0; i < count; i++) {
    servers.push(await startPostgres15({ settings: SETTINGS }));
  }
  return servers;
}

/** Joins servers to a cluster; the tables are left as they are. */
export async function joinServers(
  coordinator: Postgres15,
  workers: readonly Postgres15[],
  shards?: CitusRequest['shards']
) {
  const plan = await prepareCitus({
    coordinator: citusServer(coordinator.url),
    workers: workers.map(({ url }) => citusServer(url)),
    shards,
  });
  await joinCitus(plan);
  return plan;
}
