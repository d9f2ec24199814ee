import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { exportFile } from '../../exports/exportFile.ts';
import { openDatabase, type Database } from '../../store/database/database.ts';
import { listExports, queueExport, type ExportFormat } from '../../store/exports/exports.ts';
import { readTagIds, upsertDevices } from '../../store/inventory/inventory.ts';
import { createKey, listKeys, revokeKey } from '../../store/keys/keys.ts';
import { FULL_ACCESS } from '../support/fullAccess.ts';
import { batchOf, BATCHES_FROM_MS, batchValueAt } from '../support/batches.ts';
import { startKillable, type Killable } from '../support/processes/killing.ts';
import { hasPostgres15, startPostgres15, type Postgres15 } from '../support/databases/postgres15.ts';
import { makeTestFolder } from '../support/databases/testDatabase.ts';
import { countWrongBuckets } from '../support/testImports.ts';
import { testDevice } from '../support/testService.ts';
import { DAY_MS } from '../../durations.ts';
import { until } from '../support/until.ts';

/** Each round kills every process once. TEST_KILL_ROUNDS=20 runs more rounds. */
const ROUNDS = Number(process.env.TEST_KILL_ROUNDS ?? 1);
const IS_SHORT = ROUNDS === 1;
const EXPORTS_AT_A_TIME = 4;
const FORMATS: readonly ExportFormat[] = ['csv', 'ndjson', 'csv.gz'];

/** `npm run crash` kills the processes of the embedded database. */
const IS_EMBEDDED = !hasPostgres15;
const CAN_KILL = hasPostgres15 || process.platform === 'linux';

(CAN_KILL ? describe : describe.skip)('two servers on one database', () => {
  let folder: string;
  let postgres: Postgres15 | undefined;
  let database: Database;
  let killable: Killable | undefined;
  let tagIds: number[];
  let key: { readonly id: string; readonly secret: string };

  beforeAll(async () => {
    folder = makeTestFolder();
    postgres = IS_EMBEDDED ? undefined : await startPostgres15({ isDurable: true });
    database = await openDatabase({ databaseUrl: postgres?.url, dataDir: folder });
    const { pool } = database;
    await upsertDevices(pool, [testDevice('COMP-01'), testDevice('COMP-02')]);
    tagIds = [...(await readTagIds(pool)).values()].flatMap((tags) => [...tags.values()]);
    const { secret } = await createKey(pool, FULL_ACCESS, Date.now());
    key = { id: (await listKeys(pool))[0]?.id ?? '', secret };
    const env = { TELEMETRY_DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '', API_RATE_PER_S: '0' };
    killable = await startKillable(env, tagIds, postgres ?? { dataDir: folder });
  });

  afterAll(async () => {
    await killable?.stop();
    await database?.close();
    await postgres?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Retries while the database restarts. */
  async function withRetries<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (tries > 100) {
          throw error;
        }
        await sleep(100);
      }
    }
  }

  async function get(address: string, url: string): Promise<Response> {
    return fetch(new URL(url, address), { headers: { authorization: `Bearer ${key.secret}` } });
  }

  /** Requests pages from both servers until `isOver`; every page must be complete, in order and without duplicates. */
  async function requestPages(isOver: () => boolean): Promise<number> {
    let pages = 0;
    for (let turn = 0; !isOver(); turn++) {
      const address = killable?.addresses()[turn % 2] ?? '';
      const url = `/v1/lecturas?dispositivo=COMP-01&tag=presion&desde=${new Date(BATCHES_FROM_MS).toISOString()}&intervalo=crudo`;
      // A killed server does not answer; one whose database is unreachable answers 503. Nothing else is allowed.
      const answer = await get(address, url).catch(() => undefined);
      const body: unknown = await answer?.json().catch(() => undefined);
      if (answer === undefined || body === undefined || answer.status === 503) {
        await sleep(20);
        continue;
      }
      expect(answer.status).toBe(200);
      const { datos } = body as { datos: Array<{ ts: string; valor: number }> };
      const times = datos.map(({ ts }) => Date.parse(ts));
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      pages += 1;
    }
    return pages;
  }

  async function queueExports(): Promise<void> {
    for (let i = 0; i < EXPORTS_AT_A_TIME; i++) {
      const request = {
        ...{
          keyId: key.id,
          description: 'kill',
          format: FORMATS[i % FORMATS.length] ?? 'csv',
          tagIds,
          level: 'raw' as const,
        },
        ...{ fromMs: BATCHES_FROM_MS, toMs: BATCHES_FROM_MS + DAY_MS },
      };
      await withRetries(() => queueExport(database.pool, request, Date.now()));
    }
  }

  test(
    'whichever process is killed, acknowledged readings are stored and no export is stuck',
    async () => {
      if (killable === undefined) {
        throw new Error('Nothing was started.');
      }
      let isOver = false;
      const reading = requestPages(() => isOver);
      for (let round = 0; round < ROUNDS; round++) {
        for (const kill of Object.values(killable.targets)) {
          await queueExports();
          await sleep(IS_SHORT ? 200 : 1000);
          await kill();
          await killable.settle();
        }
      }
      isOver = true;
      expect(await reading).toBeGreaterThan(1);

      const acknowledged = [...killable.acknowledged()];
      const { rows } = await withRetries(() =>
        database.pool.query<{ tagId: number; ts: number; value: number }>(
          'SELECT tag_id AS "tagId", ts, value FROM reading'
        )
      );
      const stored = new Map(rows.map(({ tagId, ts, value }) => [`${tagId} ${ts}`, value]));
      const lost = acknowledged.flatMap((index) => {
        const batch = batchOf(tagIds, index);
        return Array.from(batch.tsEpochMs).filter((ts, i) => stored.get(`${batch.tagIds[i]} ${ts}`) === undefined);
      });
      expect(lost).toEqual([]);
      expect(rows.filter(({ tagId, ts, value }) => value !== batchValueAt(tagId, ts))).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(10);

      await expectFinishedExports();
      await killable.targets.writer?.();
      await killable.settle();
    },
    ROUNDS * 120_000
  );

  async function expectFinishedExports(): Promise<void> {
    if (IS_SHORT) {
      // As if the half minute had passed after which another worker may claim the job of a dead one.
      await database.pool.query(`UPDATE export SET lease_until_ms = 0 WHERE state = 'processing'`);
    }
    let jobs = await listExports(database.pool, key.id, 10_000);
    for (
      const untilMs = Date.now() + 90_000;
      jobs.some(({ state }) => state !== 'ready' && state !== 'failed');
      await sleep(200)
    ) {
      expect(Date.now()).toBeLessThan(untilMs);
      jobs = await listExports(database.pool, key.id, 10_000);
    }
    for (const job of jobs) {
      const file = exportFile(folder, job.id, job.format);
      if (job.state === 'failed') {
        expect(job.error).toBe('Se interrumpió 3 veces.');
        expect(existsSync(file)).toBe(false);
      } else {
        const bytes = job.format.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file);
        const lines = bytes.toString().trimEnd().split('\n').length;
        expect(lines - (job.format.startsWith('csv') ? 1 : 0)).toBe(job.rows);
      }
    }
    expect(jobs.filter(({ state }) => state === 'ready').length).toBeGreaterThan(0);
  }

  test('after the crashes every bucket matches its readings', async () => {
    await killable?.targets.writer?.();
    await killable?.settle();
    // The statement sees a consistent snapshot: writers need not stop.
    const query = async <T>(sql: string) => (await database.pool.query(sql)).rows as T[];
    expect(await countWrongBuckets(query)).toBe(0);
  });

  test('a revoked key is rejected by every server', async () => {
    expect(await statuses()).toEqual([200, 200]);
    await revokeKey(database.pool, key.id, Date.now());
    const isRejected = async () => (await statuses()).join() === '401,401';
    await until('both servers to reject the key', isRejected, { everyMs: 100 });
  });

  function statuses(): Promise<number[]> {
    return Promise.all((killable?.addresses() ?? []).map(async (it) => (await get(it, '/v1/dispositivos')).status));
  }
});
