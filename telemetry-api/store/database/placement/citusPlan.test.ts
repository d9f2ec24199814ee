import {
  citusServer,
  type CitusRequest,
  type ClusterFacts,
  describeCitusPlan,
  planCitus,
  type ServerFacts,
} from './citusPlan.ts';

const COORDINATOR = citusServer('postgres://me:secret@db0:5433/plant');
const [DB1, DB2, DB3] = ['db1', 'db2:5434', 'db3'].map((host) => citusServer(`postgres://me:secret@${host}/plant`)) as [
  ReturnType<typeof citusServer>,
  ReturnType<typeof citusServer>,
  ReturnType<typeof citusServer>,
];
const EMPTY: ServerFacts = {
  isSuperuser: true,
  isLoaded: true,
  hasExtension: false,
  hasTables: false,
  hasLogicalWal: true,
};
const NO_CLUSTER: ClusterFacts = { workers: [], shards: undefined, hasLogicalWal: true };
const TWO_WORKERS: ClusterFacts = { workers: ['db1:5432', 'db2:5434'], shards: 4, hasLogicalWal: true };

/** @param changed facts that differ from those of an empty server, by address */
function plan(
  request: Partial<CitusRequest>,
  cluster: ClusterFacts = NO_CLUSTER,
  changed: Readonly<Record<string, Partial<ServerFacts>>> = {}
) {
  const whole = { coordinator: COORDINATOR, workers: [DB1, DB2], shards: undefined, ...request };
  const facts = new Map(
    [whole.coordinator, ...whole.workers].map(({ address }) => [address, { ...EMPTY, ...changed[address] }])
  );
  return planCitus(whole, facts, cluster);
}

const sqlOf = ({ steps }: ReturnType<typeof plan>) => steps.map(({ server, sql }) => `${server.address} ${sql}`);

test('empty servers get the extension, the coordinator then its address, the workers and two shards for each', () => {
  const planned = plan({});
  expect(sqlOf(planned)).toEqual([
    'db0:5433 CREATE EXTENSION IF NOT EXISTS citus',
    'db1:5432 CREATE EXTENSION IF NOT EXISTS citus',
    'db2:5434 CREATE EXTENSION IF NOT EXISTS citus',
    "db0:5433 SELECT citus_set_coordinator_host('db0', 5433)",
    "db0:5433 SELECT citus_add_node('db1', 5432)",
    "db0:5433 SELECT citus_add_node('db2', 5434)",
    'db0:5433 ALTER DATABASE "plant" SET citus.shard_count = 4',
  ]);
  expect(describeCitusPlan(planned)).toEqual([
    'The history is moved into 4 shards on 2 workers (db1:5432, db2:5434); inventory and alerts go to every server, keys and exports stay on the coordinator.',
    'Each batch is written once per shard. Another number of shards rewrites the history later.',
    'The way back to one server is backup and restore into another database.',
  ]);
});

test('a worker that is added to a placed history is joined, and shards move to it', () => {
  const planned = plan({ workers: [DB1, DB3] }, TWO_WORKERS, {
    'db0:5433': { hasExtension: true, hasTables: true },
    'db1:5432': { hasExtension: true, hasTables: true },
  });
  expect(sqlOf(planned)).toEqual([
    'db3:5432 CREATE EXTENSION IF NOT EXISTS citus',
    "db0:5433 SELECT citus_add_node('db3', 5432)",
  ]);
  expect(planned).toMatchObject({ isPlaced: true, shards: 4, changesShards: false, transfer: 'auto' });
  expect(describeCitusPlan(planned)).toEqual([
    'The history is kept in 4 shards on 3 workers (db1:5432, db2:5434, db3:5432).',
    'Shards move while reads and writes go on; only the first readings of a new day wait.',
  ]);
});

test('without logical WAL on every server, writes wait while shards move, which is said before', () => {
  const planned = plan({ workers: [DB3] }, TWO_WORKERS, { 'db3:5432': { hasLogicalWal: false } });
  expect(planned.transfer).toBe('block_writes');
  expect(plan({ workers: [DB3] }, { ...TWO_WORKERS, hasLogicalWal: false }).transfer).toBe('block_writes');
  expect(describeCitusPlan(planned).at(-1)).toMatch(/^Writes wait .* set wal_level = logical/);
});

test('another number of shards rewrites a placed history, which is said before', () => {
  const planned = plan({ workers: [], shards: 8 }, TWO_WORKERS, { 'db0:5433': { hasExtension: true } });
  expect(planned).toMatchObject({ steps: [], shards: 8, changesShards: true });
  expect(describeCitusPlan(planned)).toContain(
    'It is rewritten for the new number of shards: reads and writes wait until that has ended.'
  );
});

test.each<[string, RegExp, () => unknown]>([
  ['no worker', /^Citus needs at least one worker: add --worker URL/, () => plan({ workers: [] })],
  [
    'databases of different names',
    /^All servers must have a database of the same name: db9:5432 has "other", the coordinator "plant"\.$/,
    () => plan({ workers: [citusServer('postgres://me:secret@db9/other')] }),
  ],
  ['a worker given twice', /^db1:5432 is given twice/, () => plan({ workers: [DB1, DB1] })],
  ['the coordinator as a worker', /^db0:5433 is given twice/, () => plan({ workers: [COORDINATOR] })],
  [
    'a server without Citus',
    /^db2:5434 does not load Citus\. .*shared_preload_libraries = 'citus'/,
    () => plan({}, NO_CLUSTER, { 'db2:5434': { isLoaded: false } }),
  ],
  [
    'a new worker with a plant',
    /^db2:5434 has tables of a plant/,
    () => plan({}, NO_CLUSTER, { 'db2:5434': { hasTables: true } }),
  ],
  [
    'a user who is no superuser',
    /^The user of db1:5432 must be a superuser for: CREATE EXTENSION/,
    () => plan({}, NO_CLUSTER, { 'db1:5432': { isSuperuser: false } }),
  ],
  ['fewer shards than workers', /^1 shard for 2 workers is too few.* Add --shards 4\.$/, () => plan({ shards: 1 })],
  [
    'a placed history with fewer shards than workers',
    /^2 shards for 3 workers are too few.* Add --shards 6, which rewrites the history once/,
    () => plan({ workers: [DB3] }, { ...TWO_WORKERS, shards: 2 }),
  ],
])('%s is refused before anything is changed, without passwords', (_what, message, planning) => {
  expect(planning).toThrow(message);
  expect(planning).not.toThrow('secret');
});
