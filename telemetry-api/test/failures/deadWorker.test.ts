import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readServerOptions } from '../../config/config.ts';
import { startServer, type RunningServer } from '../../server.ts';
import { openDatabase, type Database } from '../../store/database/database.ts';
import { retryWhileUnreachable } from '../../store/database/retryWhileUnreachable.ts';
import { applyPlacement } from '../../store/database/placement/placement.ts';
import { createKey } from '../../store/keys/keys.ts';
import { FULL_ACCESS } from '../support/fullAccess.ts';
import { joinServers, startCitusServers } from '../support/databases/citusServers.ts';
import { hasCitus, type Postgres15 } from '../support/databases/postgres15.ts';
import { makeTestFolder } from '../support/databases/testDatabase.ts';
import { countWrongBuckets, importsInto, type TestImports } from '../support/testImports.ts';
import { until } from '../support/until.ts';

// With TEST_POSTGRES_BIN, a PostgreSQL 15 that has Citus.
const withCitus = hasCitus ? describe : describe.skip;

const TAGS = 20;
const ROWS = 150_000;
const KILLS = 3;

withCitus('a worker of Citus that dies', () => {
  let folder: string;
  let servers: Postgres15[];
  let worker: Postgres15;
  let database: Database | undefined;
  let imports: TestImports;
  let server: RunningServer | undefined;
  let address: string;
  let secret: string;

  beforeAll(async () => {
    folder = makeTestFolder();
    servers = await startCitusServers(3);
    const [coordinator, ...workers] = servers as [Postgres15, Postgres15, Postgres15];
    worker = workers[0] as Postgres15;
    await joinServers(coordinator, workers, 4);
    database = await openDatabase({ databaseUrl: coordinator.url, dataDir: folder, poolSize: 8 });
    await applyPlacement(database.pool, 'citus');
    imports = importsInto({ ...database, dataDir: folder });
    const tags = Array.from(
      { length: TAGS },
      (_, i) => `ZAZ,UTC,Planta,CMP-1,Compresor,compresor,t${i},T${i},bar,medida`
    );
    await imports.devices(`site,site_zone,area,device,name,type,tag,tag_name,unit,tag_type\n${tags.join('\n')}\n`);
    server = await startServer(database, {
      ...readServerOptions({ API_RATE_PER_S: '0', API_PORT: '1', TELEMETRY_DATA_DIR: folder, API_LOG_LEVEL: 'silent' }),
      port: 0,
    });
    ({ address } = server);
    ({ secret } = await createKey(database.pool, FULL_ACCESS, Date.now()));
  });

  afterAll(async () => {
    await server?.close();
    await database?.close();
    for (const one of servers) {
      await one.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('lets imports wait, and every row is counted and stored once', async () => {
    let outages = 0;
    let isAway = false;
    const retry = retryWhileUnreachable({
      limitMs: 120_000,
      signal: new AbortController().signal,
      onOutage: () => {
        outages++;
        isAway = true;
      },
      onRecovery: () => (isAway = false),
    });
    const rows = Array.from(
      { length: ROWS },
      (_, i) => `CMP-1,t${i % TAGS},${1_767_225_600 + Math.floor(i / TAGS)},${i % 97}`
    );
    const running = imports
      .through({ pool: imports.pool, retry })
      .readings(`device,tag,ts,value\n${rows.join('\n')}\n`, { timeFormat: 'epoch-s' });
    let ended = false;
    const end = running.finally(() => (ended = true));
    end.catch(() => undefined);
    for (let kill = 1; kill <= KILLS && !ended; kill++) {
      // In the middle of the batch that is being written.
      await sleep(300 * kill);
      await worker.kill('SIGKILL');
      await until('the import to notice the dead worker', () => isAway || ended);
      await worker.start();
      await until('the import to continue', () => !isAway || ended);
    }
    const { outcome, report } = await end;
    expect({ outcome, new: report[0], repeated: report[1] }).toEqual({
      outcome: 'complete',
      new: '150,000  new',
      repeated: '0  already stored with the same value',
    });
    expect(outages).toBeGreaterThan(0);
    // Sessions can still have connections to the worker that died last; their first statement fails.
    const query = <T>(sql: string) => retry(() => imports.query<T>(sql));
    await query('SELECT recover_prepared_transactions()');
    expect(await query('SELECT count(*) AS n FROM reading')).toEqual([{ n: ROWS }]);
    expect(await countWrongBuckets(query)).toBe(0);
  }, 240_000);

  it('makes the service not ready until it is back, whether it refuses connections or does not answer them', async () => {
    const isReady = async () => (await fetch(new URL('/health/ready', address))).status;
    const becomes = (status: number) => until(`readiness ${status}`, async () => (await isReady()) === status);
    await becomes(200);
    await worker.kill('SIGKILL');
    await becomes(503);
    await worker.start();
    await becomes(200);
    worker.freeze(true);
    await becomes(503);
    // All checks share one connection, however long it waits.
    for (let i = 0; i < 2; i++) {
      expect(await Promise.all(Array.from({ length: 8 }, isReady))).toEqual(Array.from({ length: 8 }, () => 503));
    }
    const looks = await imports.query<{ n: number }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%run_command_on_all_nodes%'
         AND pid <> pg_backend_pid()`
    );
    expect(looks[0]?.n).toBeLessThanOrEqual(1);
    worker.freeze(false);
    await becomes(200);
  });

  it('makes requests for its tags fail with 503 and Retry-After, also just after its return', async () => {
    const request = async (tag: number) => {
      const path = `/v1/lecturas?dispositivo=CMP-1&tag=t${tag}&intervalo=crudo&desde=2026-01-01T00:00:00Z&hasta=2026-01-02T00:00:00Z`;
      const answer = await fetch(new URL(path, address), { headers: { authorization: `Bearer ${secret}` } });
      await answer.arrayBuffer();
      return `${answer.status} ${answer.headers.get('retry-after') ?? ''}`.trim();
    };
    const list = async () => {
      const answer = await fetch(new URL('/v1/dispositivos', address), {
        headers: { authorization: `Bearer ${secret}` },
      });
      await answer.arrayBuffer();
      return `${answer.status} ${answer.headers.get('retry-after') ?? ''}`.trim();
    };
    // Several at once, so that every connection of the pool has connections to the workers.
    const all = async () => [...(await Promise.all([...Array(TAGS).keys()].map(request))), await list(), await list()];
    const untilAnswered = (onAnswer: (answer: string) => void) =>
      until(
        'every request to be answered',
        async () => {
          const last = await all();
          last.forEach(onAnswer);
          return last.every((answer) => answer === '200');
        },
        { everyMs: 0 }
      );
    await untilAnswered(() => undefined);
    const seen = new Set<string>();
    for (let round = 0; round < 3; round++) {
      await worker.kill('SIGKILL');
      (await all()).forEach((answer) => seen.add(answer));
      const starting = worker.start();
      (await all()).forEach((answer) => seen.add(answer));
      await starting;
      await untilAnswered((answer) => seen.add(answer));
    }
    expect([...seen].sort()).toEqual(['200', '503 2']);
  });
});
