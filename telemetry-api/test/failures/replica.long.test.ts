import pg from 'pg';
import { buildApp } from '../../app.ts';
import { DownloadLinks } from '../../exports/downloadLinks.ts';
import { CursorCodec } from '../../http/parameters/cursor.ts';
import type { App } from '../../http/appType.ts';
import { readTagIds, upsertDevices } from '../../store/inventory/inventory.ts';
import { createKey } from '../../store/keys/keys.ts';
import { FULL_ACCESS } from '../support/fullAccess.ts';
import { openReplica, type Replica } from '../../store/database/replica.ts';
import { writeReadings } from '../../store/readings/readings.ts';
import { hasPostgres15, startPostgres15, type Postgres15 } from '../support/databases/postgres15.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/testDatabase.ts';
import { NOW_MS, testDevice } from '../support/testService.ts';
import { until } from '../support/until.ts';
import { startStopwatch } from '../../stopwatch.ts';

// Streaming replication needs pg_basebackup, which the embedded PostgreSQL does not include.
const withPostgres15 = hasPostgres15 ? describe : describe.skip;
const MAX_LAG_MS = 5000;

withPostgres15('a replica on PostgreSQL 15 of the system', () => {
  let primary: Postgres15;
  let standby: Postgres15;
  let database: TestDatabase;
  let replica: Replica;
  let onStandby: pg.Pool;
  let app: App;
  let address: string;
  let secret: string;
  let tagId: number;
  const given = process.env.TEST_DATABASE_URL;

  beforeAll(async () => {
    primary = await startPostgres15();
    process.env.TEST_DATABASE_URL = primary.url;
    database = await openTestDatabase();
    const { pool } = database;
    await upsertDevices(pool, [testDevice('COMP-01')]);
    tagId = (await readTagIds(pool)).get('COMP-01')?.get('presion') ?? 0;
    await write(NOW_MS - 60_000, 1);
    secret = await makeKey();
    standby = await primary.makeStandby();
    const url = new URL(standby.url);
    url.pathname = (await pool.query<{ name: string }>('SELECT current_database() AS name')).rows[0]?.name ?? '';
    replica = openReplica(pool, { url: url.href, maxLagMs: MAX_LAG_MS });
    onStandby = new pg.Pool({ connectionString: url.href });
    onStandby.on('error', () => undefined);
    app = buildApp({
      db: pool,
      readDb: replica.db,
      pool,
      cursors: new CursorCodec(Buffer.alloc(32)),
      downloads: new DownloadLinks(Buffer.alloc(32)),
      dataDir: database.dataDir,
      publicUrl: undefined,
      onlineWithinMs: 900_000,
      now: () => NOW_MS,
      startStopwatch,
    });
    address = await app.listen({ host: '127.0.0.1', port: 0 });
  });

  afterAll(async () => {
    await app?.close();
    await replica?.close();
    await onStandby?.end();
    await database?.close();
    await standby?.close();
    await primary?.close();
    if (given === undefined) {
      delete process.env.TEST_DATABASE_URL;
    } else {
      process.env.TEST_DATABASE_URL = given;
    }
  });

  async function makeKey(): Promise<string> {
    return (await createKey(database.pool, FULL_ACCESS, NOW_MS)).secret;
  }

  function write(ts: number, value: number) {
    return writeReadings(database.pool, { tagIds: [tagId], tsEpochMs: [ts], values: [value] }, { onConflict: 'keep' });
  }

  async function latest(): Promise<number> {
    const answer = await get('/v1/valores?dispositivo=COMP-01', secret);
    expect(answer.status).toBe(200);
    const { valores } = (await answer.json()) as { valores: Array<{ valor: number }> };
    return valores[0]?.valor ?? Number.NaN;
  }

  function get(url: string, key: string) {
    return fetch(new URL(url, address), { headers: { authorization: `Bearer ${key}` } });
  }

  test('queries use the replica, and the primary while the replica lags too far behind', async () => {
    await until('the replica to be used', () => replica.isUsed());
    expect(await latest()).toBe(1);
    await onStandby.query('SELECT pg_wal_replay_pause()');
    await write(NOW_MS - 50_000, 2);
    expect(await latest()).toBe(1);
    await until('the value on the replica', async () => (await latest()) === 2);
    expect(replica.isUsed()).toBe(false);
    await onStandby.query('SELECT pg_wal_replay_resume()');
    await until('the replica to be used', () => replica.isUsed());
    expect(await latest()).toBe(2);
  });

  test('keys are looked up in the primary: a new key is valid immediately, even if the replica lags', async () => {
    await until('the replica to be used', () => replica.isUsed());
    await onStandby.query('SELECT pg_wal_replay_pause()');
    const another = await makeKey();
    expect((await get('/v1/dispositivos', another)).status).toBe(200);
    await onStandby.query('SELECT pg_wal_replay_resume()');
  });

  test('requests get their answer from the primary while the replica is frozen', async () => {
    await until('the replica to be used', () => replica.isUsed());
    standby.freeze(true);
    const answers = Promise.all(Array.from({ length: 5 }, () => latest()));
    await until('the primary to be used', () => !replica.isUsed());
    expect(await answers).toEqual([2, 2, 2, 2, 2]);
    standby.freeze(false);
    await until('the replica to be used', () => replica.isUsed());
    expect(await latest()).toBe(2);
  });

  test('no request fails when the replica crashes, and it is used again after its restart', async () => {
    await until('the replica to be used', () => replica.isUsed());
    let isOver = false;
    const reading = (async () => {
      let reads = 0;
      for (; !isOver; reads++) {
        expect(await latest()).toBe(2);
      }
      return reads;
    })();
    await standby.kill('SIGKILL');
    await until('the primary to be used', () => !replica.isUsed());
    await standby.start();
    await until('the replica to be used', () => replica.isUsed());
    isOver = true;
    expect(await reading).toBeGreaterThan(1);
  });
});
