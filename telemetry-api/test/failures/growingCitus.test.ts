import { rmSync } from 'node:fs';
import pg from 'pg';
import { DAY_MS } from '../../durations.ts';
import { openDatabase, type Database } from '../../store/database/database.ts';
import { citusServer } from '../../store/database/placement/citusPlan.ts';
import { applyPlacement } from '../../store/database/placement/placement.ts';
import { changeShards, rebalance } from '../../store/database/placement/rebalance.ts';
import { retryWhileUnreachable } from '../../store/database/retryWhileUnreachable.ts';
import { joinServers, startCitusServers } from '../support/databases/citusServers.ts';
import { hasCitus, type Postgres15 } from '../support/databases/postgres15.ts';
import { makeTestFolder } from '../support/databases/testDatabase.ts';
import { importsInto, PLANT_CSV, type TestImports } from '../support/testImports.ts';

// With TEST_POSTGRES_BIN, a PostgreSQL 15 that has Citus.
const withCitus = hasCitus ? describe : describe.skip;

const T0_S = Date.UTC(2026, 0, 20) / 1000;
const DAY_S = DAY_MS / 1000;
const TAGS = 20;

withCitus('a plant that gets more servers', () => {
  const never = new AbortController().signal;
  let folder: string;
  let servers: Postgres15[];
  let coordinator: Postgres15;
  let worker: Postgres15;
  let added: Postgres15;
  let database: Database;
  let imports: TestImports;

  beforeAll(async () => {
    folder = makeTestFolder();
    servers = await startCitusServers(3);
    [coordinator, worker, added] = servers as [Postgres15, Postgres15, Postgres15];
    await joinServers(coordinator, [worker], 4);
    database = await openDatabase({ databaseUrl: coordinator.url, dataDir: folder, poolSize: 8 });
    imports = importsInto({ ...database, dataDir: folder });
    const tags = Array.from({ length: TAGS }, (_, i) => `ZAZ,UTC,Planta,CMP-2,Compresor,compresor,t${i},T,bar,medida`);
    await imports.devices(`${PLANT_CSV}${tags.join('\n')}\n`);
    await write(0);
    await applyPlacement(database.pool, 'citus');
  }, 120_000);

  afterAll(async () => {
    await database?.close();
    for (const one of servers) {
      await one.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** Imports a reading of each tag for some days from the given one. */
  function write(firstDay: number, through: TestImports = imports) {
    const rows = Array.from(
      { length: TAGS * 3 },
      (_, i) => `CMP-2,t${i % TAGS},${T0_S + (firstDay + Math.floor(i / TAGS)) * DAY_S},${i}`
    );
    return through.readings(`device,tag,ts,value\n${rows.join('\n')}\n`, { timeFormat: 'epoch-s' });
  }

  const readCounts = () =>
    imports.query('SELECT (SELECT count(*) FROM reading) AS readings, (SELECT count(*) FROM bucket_1m) AS minutes');

  /** Shards of readings by the port of their server. */
  async function readShares() {
    const shares = await imports.query<{ port: number; shards: number }>(
      `SELECT nodeport AS port, count(*)::int AS shards FROM citus_shards WHERE table_name = 'reading'::regclass GROUP BY 1`
    );
    return new Map(shares.map(({ port, shards }) => [port, shards]));
  }
  const portOf = ({ url }: Postgres15) => citusServer(url).port;

  test('a new worker gets its share of the shards, and nothing is lost', async () => {
    expect(await readShares()).toEqual(new Map([[portOf(worker), 4]]));
    const plan = await joinServers(coordinator, [added]);
    expect(plan).toMatchObject({ isPlaced: true, shards: 4, changesShards: false, transfer: 'auto' });
    const seen: string[] = [];
    const moves = await rebalance(database.pool, plan.transfer, never, (describe) => seen.push(describe()));
    expect(moves).toBeGreaterThan(0);
    expect(seen.at(-1)).toMatch(/^moving shards, \d of \d steps done/);
    expect((await readShares()).get(portOf(added))).toBeGreaterThan(0);
    expect(await readCounts()).toEqual([{ readings: 3 * TAGS, minutes: 3 * TAGS }]);
    expect(await rebalance(database.pool, plan.transfer, never, () => undefined)).toBe(0);
  }, 120_000);

  test('an import of a new day waits while a shard moves', async () => {
    const [shard] = await imports.query<{ id: string; port: number }>(
      `SELECT shardid AS id, nodeport AS port FROM citus_shards WHERE table_name = 'reading'::regclass LIMIT 1`
    );
    const target = [worker, added].map(portOf).find((port) => port !== shard?.port);
    const mover = new pg.Client({ connectionString: coordinator.url });
    await mover.connect();
    try {
      await mover.query('BEGIN');
      await mover.query(`SELECT citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'block_writes')`, [
        shard?.id,
        shard?.port,
        target,
      ]);
      const outages: unknown[] = [];
      let ended: Promise<unknown> | undefined;
      const retry = retryWhileUnreachable({
        limitMs: 120_000,
        signal: never,
        onOutage: (error) => {
          outages.push((error as Error).message);
          ended = mover.query('ROLLBACK');
        },
        onRecovery: () => undefined,
      });
      const { outcome } = await write(100, imports.through({ pool: database.pool, retry }));
      await ended;
      expect(outcome).toBe('complete');
      expect(outages).toEqual([expect.stringMatching(/^could not acquire the lock required to colocate/)]);
      expect(await readCounts()).toEqual([{ readings: 6 * TAGS, minutes: 6 * TAGS }]);
    } finally {
      await mover.end();
    }
  }, 120_000);

  test('the number of shards can grow, with all rows, indexes and constraints', async () => {
    await changeShards(database.pool, 6, () => undefined);
    expect([...(await readShares()).values()].reduce((sum, shards) => sum + shards)).toBe(6);
    expect(await readCounts()).toEqual([{ readings: 6 * TAGS, minutes: 6 * TAGS }]);
    // Opening rejects a schema that is not complete.
    await (await openDatabase({ databaseUrl: coordinator.url, dataDir: folder })).close();
    expect((await write(200)).outcome).toBe('complete');
    expect((await imports.stored()).wrongBuckets).toBe(0);
  }, 120_000);
});
