import { statSync } from 'node:fs';
import pg from 'pg';
import { exportFile } from '../exports/exportFile.ts';
import { listExports } from '../store/exports/exports.ts';
import { createKey, PERMISSIONS } from '../store/keys/keys.ts';
import { openTestDatabase, type TestDatabase } from '../test/support/databases/testDatabase.ts';
import { demoExports } from './demoExports.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { runLive } from './liveTicks.ts';
import { seedPlant } from './seedPlant.ts';

let database: TestDatabase;
const nowMs = Date.UTC(2026, 10, 21, 9, 30);
const HISTORY_DAYS = 2;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

async function query<T>(sql: string): Promise<T[]> {
  return (await database.pool.query(sql)).rows as T[];
}

async function countReadings(): Promise<number> {
  return (await query<{ n: number }>('SELECT count(*)::int AS n FROM reading'))[0]?.n ?? 0;
}

/** Everything that must be equal in two databases. */
async function digest() {
  return query(
    `SELECT d.code, t.key, count(*)::int AS n, md5(string_agg(r.ts || ' ' || r.value, ',' ORDER BY r.ts)) AS readings
     FROM reading r JOIN tag t ON t.id = r.tag_id JOIN device d ON d.id = t.device_id GROUP BY 1, 2 ORDER BY 1, 2`
  );
}

const empty = () => query('TRUNCATE site, reading, bucket_1m, bucket_1h, bucket_1d, latest, export CASCADE');

// Each test continues from the readings stored by the previous ones.
describe('seedPlant', () => {
  let whole: unknown[];

  it('completes an interrupted history in the next run, without gaps or duplicates', async () => {
    const reference = await seedPlant(database.pool, { nowMs, historyDays: HISTORY_DAYS });
    whole = await digest();
    expect(reference.readings).toBe(await countReadings());
    await empty();

    const interruption = new AbortController();
    const seeding = seedPlant(database.pool, {
      nowMs,
      historyDays: HISTORY_DAYS,
      signal: interruption.signal,
      onProgress: () => interruption.abort(new Error('Interrupted.')),
    });
    await expect(seeding).rejects.toThrow('Interrupted.');
    const partly = await countReadings();
    expect(partly).toBeGreaterThan(0);
    expect(partly).toBeLessThan(reference.readings);

    const completed = await seedPlant(database.pool, { nowMs, historyDays: HISTORY_DAYS });
    expect(completed.isNew).toBe(false);
    expect(completed.readings).toBe(reference.readings - partly);
    expect(await digest()).toEqual(whole);
  });

  it('adds nothing when run again at the same time', async () => {
    const again = await seedPlant(database.pool, { nowMs, historyDays: HISTORY_DAYS });
    expect(again).toMatchObject({ readings: 0, newAlerts: 0, isNew: false });
  });

  it('has only alerts with values of readings', async () => {
    const alerts = await query<{ n: number }>('SELECT count(*)::int AS n FROM alert');
    expect(alerts[0]?.n).toBeGreaterThan(20);
    const wrong = await query(
      `SELECT a.rule, a.start_value, a.peak_value, s.value, x.low, x.high FROM alert a
       LEFT JOIN reading s ON s.tag_id = a.tag_id AND s.ts = a.started_ms
       CROSS JOIN LATERAL (SELECT min(value) AS low, max(value) AS high FROM reading r
         WHERE r.tag_id = a.tag_id AND r.ts >= a.started_ms AND (a.ended_ms IS NULL OR r.ts < a.ended_ms)) x
       WHERE s.value IS DISTINCT FROM a.start_value OR a.peak_value NOT IN (x.low, x.high)
         OR NOT EXISTS (SELECT 1 FROM reading r WHERE r.tag_id = a.tag_id AND r.ts = a.opened_ms)`
    );
    expect(wrong).toEqual([]);
  });

  it('continues from the last readings with the same signals, however often it is run', async () => {
    const laterMs = nowMs + 14 * HOUR_MS + 7 * MINUTE_MS + 300;
    const later = await seedPlant(database.pool, { nowMs: laterMs, historyDays: HISTORY_DAYS });
    expect(later.readings).toBeGreaterThan(50_000);
    const inOneGo = await digest();
    await empty();
    await seedPlant(database.pool, { nowMs, historyDays: HISTORY_DAYS });
    await seedPlant(database.pool, { nowMs: nowMs + 5 * HOUR_MS + 100, historyDays: HISTORY_DAYS });
    await seedPlant(database.pool, { nowMs: laterMs, historyDays: HISTORY_DAYS });
    expect(await digest()).toEqual(inOneGo);
  });

  it('rejects a length of history other than the stored one', async () => {
    await expect(seedPlant(database.pool, { nowMs, historyDays: 45 })).rejects.toThrow('another --days than 45');
  });
});

describe('demoExports', () => {
  it('creates an export in each state for the given key alone, the ready one with its file, and only once', async () => {
    const plant = await seedPlant(database.pool, { nowMs: nowMs + 15 * HOUR_MS, historyDays: HISTORY_DAYS });
    const key = { name: 'k', family: 'integration', siteCodes: null, expiresMs: null } as const;
    const { id } = await createKey(database.pool, { ...key, permissions: PERMISSIONS }, nowMs);
    const { id: foreignId } = await createKey(database.pool, { ...key, permissions: PERMISSIONS }, nowMs);
    const { id: limitedId } = await createKey(database.pool, { ...key, permissions: ['lecturas:leer'] }, nowMs);
    const create = (keyId: string) =>
      demoExports(database.pool, keyId, plant.series, database.dataDir, nowMs + 15 * HOUR_MS);
    expect(await create(id)).toBe(5);
    expect(await create(id)).toBe(0);
    expect(await create(limitedId)).toBe(0);
    expect(await listExports(database.pool, foreignId, 50)).toEqual([]);
    const exports = await listExports(database.pool, id, 50);
    expect(exports.map(({ state }) => state)).toEqual(['pending', 'processing', 'ready', 'failed', 'expired']);
    const ready = exports[2];
    expect(ready?.rows).toBeGreaterThan(100);
    expect(statSync(exportFile(database.dataDir, ready?.id ?? '', 'csv')).size).toBe(ready?.sizeBytes);
  });
});

describe('runLive', () => {
  const quiet = { onOutage: () => undefined, onRecovery: () => undefined, everyMinute: async () => undefined };

  it('writes new readings every tick, and stops when it is aborted', async () => {
    const startMs = nowMs + 16 * HOUR_MS;
    const plant = await seedPlant(database.pool, { nowMs: startMs, historyDays: HISTORY_DAYS });
    const before = await countReadings();
    const stop = new AbortController();
    let ticks = 0;
    const now = () => {
      ticks += 1;
      if (ticks > 8) {
        stop.abort();
      }
      return startMs + ticks * 10_000;
    };
    let written = 0;
    const onWritten = () => (written += 1);
    await runLive(database.pool, plant.series, plant.alerts, { ...quiet, signal: stop.signal, now, onWritten });
    expect(await countReadings()).toBeGreaterThan(before + 40);
    expect(written).toBeGreaterThan(1);
    const reached = plant.series[0]?.fromMs ?? 0;
    const inOneGo = await seedPlant(database.pool, { nowMs: reached, historyDays: HISTORY_DAYS });
    expect(inOneGo.readings).toBe(0);
  });

  it('reports an outage of the database once, and retries until it is aborted', async () => {
    const plant = await seedPlant(database.pool, { nowMs: nowMs + 17 * HOUR_MS, historyDays: HISTORY_DAYS });
    const nowhere = new pg.Pool({ host: '/nonexistent', user: 'nobody' });
    const stop = new AbortController();
    let outages = 0;
    let written = 0;
    let calls = 0;
    await runLive(nowhere, plant.series, plant.alerts, {
      ...quiet,
      signal: stop.signal,
      onOutage: () => (outages += 1),
      onWritten: () => (written += 1),
      now: () => {
        calls += 1;
        if (calls > 3) {
          stop.abort();
        }
        return nowMs + 17 * HOUR_MS + calls * 1000;
      },
    });
    expect(outages).toBe(1);
    expect(written).toBe(0);
    await nowhere.end();
  });
});
