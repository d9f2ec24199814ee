import { citusSteps } from './setUpCitus.ts';

const COORDINATOR = 'postgres://me:secret@db0:5433/plant';

test('the steps enable the extension everywhere, then join the workers and set the number of shards on the coordinator', () => {
  const workerUrls = ['postgres://me@db1/plant', 'postgres://me@db2:5434/plant'];
  const steps = citusSteps({ coordinatorUrl: COORDINATOR, workerUrls, shards: 8 });
  expect(steps).toEqual([
    ...[COORDINATOR, ...workerUrls].map((url) => ({ url, sql: 'CREATE EXTENSION IF NOT EXISTS citus' })),
    { url: COORDINATOR, sql: "SELECT citus_set_coordinator_host('db0', 5433)" },
    { url: COORDINATOR, sql: "SELECT citus_add_node('db1', 5432)" },
    { url: COORDINATOR, sql: "SELECT citus_add_node('db2', 5434)" },
    { url: COORDINATOR, sql: 'ALTER DATABASE "plant" SET citus.shard_count = 8' },
  ]);
});

test('databases of different names are rejected, without passwords', () => {
  const of = (workerUrls: string[]) => () => citusSteps({ coordinatorUrl: COORDINATOR, workerUrls, shards: 4 });
  expect(of(['postgres://me:secret@db1/other'])).toThrow(
    'All servers must have a database of the same name: db1:5432 has "other", the coordinator "plant".'
  );
  expect(of([])).toThrow('Citus needs at least one worker.');
});
