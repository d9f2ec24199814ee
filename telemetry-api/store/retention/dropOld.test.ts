import { openTestImports, PLANT_CSV, type TestImports } from '../../test/support/testImports.ts';
import { clearPartitionCache } from '../readings/partitions.ts';
import { dropOld, findOld, type OldPart } from './dropOld.ts';
import { readHistoryPage } from '../readings/pages/historyPage.ts';
import { readTagIds } from '../inventory/inventory.ts';
import { readRetentionCutoff } from '../readings/retentionCutoff.ts';
import type { Level } from '../readings/levels.ts';
import { writeReadings } from '../readings/readings.ts';
import { DAY_MS } from '../../durations.ts';
import { until } from '../../test/support/until.ts';

const T0 = Date.UTC(2026, 0, 20);
const DAYS = 30;
const LAYOUT = { before: '', labels: [',', ',', ',', ','], after: '\n' };

let imports: TestImports;
let tagId: number;

beforeEach(async () => {
  imports = await openTestImports();
  await imports.devices(PLANT_CSV);
  tagId = (await readTagIds(imports.pool)).get('CMP-1')?.get('presion') ?? 0;
  // Every 15 minutes for 30 days.
  const tsEpochMs = Array.from({ length: DAYS * 96 }, (_, i) => T0 + i * 900_000);
  await write(
    tsEpochMs,
    tsEpochMs.map((_, i) => i)
  );
});

afterEach(() => imports.close());

function write(tsEpochMs: readonly number[], values: readonly number[], onConflict: 'keep' | 'replace' = 'keep') {
  return writeReadings(imports.pool, { tagIds: tsEpochMs.map(() => tagId), tsEpochMs, values }, { onConflict });
}

async function drop(cutoffsMs: ReadonlyMap<Level, number>): Promise<OldPart[]> {
  const parts: OldPart[] = [];
  expect(await dropOld(imports.pool, cutoffsMs, new AbortController().signal, (part) => parts.push(part))).toBe(true);
  return parts;
}

function keepRaw(fromMs: number) {
  return drop(new Map([['raw', fromMs]]));
}

async function read(level: Level, fromMs = 0, limit = 5000) {
  const page = await readHistoryPage(imports.pool, { tagId, level, fromMs, toMs: T0 + 365 * DAY_MS, limit }, LAYOUT);
  return { count: page.count, hasMore: page.hasMore, text: Buffer.from(page.bytes).toString() };
}

test('findOld lists whole days of readings without dropping them', async () => {
  const cutoffsMs = new Map<Level, number>([['raw', T0 + 3 * DAY_MS]]);
  const found = await findOld(imports.pool, cutoffsMs);
  expect(found.map(({ name }) => name)).toEqual(['reading_2026_01_20', 'reading_2026_01_21', 'reading_2026_01_22']);
  expect((await read('raw')).count).toBe(DAYS * 96);
  expect((await drop(cutoffsMs)).map(({ name }) => name)).toEqual(found.map(({ name }) => name));
  expect((await read('raw')).count).toBe((DAYS - 3) * 96);
  expect(await drop(cutoffsMs)).toEqual([]);
});

test('findOld estimates the rows of days that PostgreSQL has not analyzed', async () => {
  for (const day of ['20', '21']) {
    await imports.query(`ALTER TABLE reading_2026_01_${day} SET (autovacuum_enabled = false)`);
  }
  const rowsOf = async () => (await findOld(imports.pool, new Map([['raw', T0 + 2 * DAY_MS]]))).map(({ rows }) => rows);
  // A session reports its counts up to a second later.
  await until('the counts of the session', async () => (await rowsOf()).every((rows) => rows !== 0), { everyMs: 100 });
  expect(await rowsOf()).toEqual([96, 96]);
});

test('dropping readings leaves buckets and latest values unchanged', async () => {
  const before = { hours: await read('1h'), days: await read('1d'), minutes: await read('1m') };
  const latest = await imports.query('SELECT * FROM latest');
  await keepRaw(T0 + 60 * DAY_MS);
  expect((await read('raw')).count).toBe(0);
  expect({ hours: await read('1h'), days: await read('1d'), minutes: await read('1m') }).toEqual(before);
  expect(await imports.query('SELECT * FROM latest')).toEqual(latest);
});

test('a page of readings that starts long before the retention cutoff is full', async () => {
  await keepRaw(T0 + 20 * DAY_MS);
  expect(await read('raw', 0, 10)).toMatchObject({ count: 10, hasMore: true });
  expect((await read('raw', 0, 10)).text).toContain(`${20 * 96}\n`);
});

test.each(['keep', 'replace'] as const)(
  'with %s, a reading before the retention cutoff is rejected and its buckets stay unchanged',
  async (onConflict) => {
    const before = await read('1d');
    await keepRaw(T0 + 3 * DAY_MS);
    await expect(write([T0 + DAY_MS], [1e9], onConflict)).rejects.toThrow('Readings before 2026-01-23T00:00:00.000Z');
    clearPartitionCache(imports.pool);
    await expect(write([T0 + 2 * DAY_MS, T0 + 4 * DAY_MS + 1], [1e9, 1e9], onConflict)).rejects.toThrow(
      'dropped by retention'
    );
    expect(await read('1d')).toEqual(before);
    expect(await imports.query(`SELECT 1 FROM pg_class WHERE relname = 'reading_2026_01_21'`)).toEqual([]);
  }
);

test('a correction of the first retained day leaves exact buckets', async () => {
  await keepRaw(T0 + 3 * DAY_MS);
  expect(await write([T0 + 3 * DAY_MS], [-5], 'replace')).toMatchObject({ conflicting: 1 });
  const days = (await read('1d')).text.trimEnd().split('\n');
  expect(days).toHaveLength(DAYS);
  const values = Array.from({ length: 96 }, (_, i) => (i === 0 ? -5 : 3 * 96 + i));
  const avg = values.reduce((sum, value) => sum + value, 0) / 96;
  expect(days[3]).toBe(`2026-01-23T00:00:00.000Z,${avg},-5,${4 * 96 - 1},96`);
});

test('each level has its own cutoff: 1m buckets are dropped by month, 1h and 1d buckets by day', async () => {
  const parts = await drop(
    new Map<Level, number>([
      ['raw', T0 + 25 * DAY_MS],
      ['1m', Date.UTC(2026, 1)],
      ['1h', T0 + 10 * DAY_MS],
      ['1d', T0 + 5 * DAY_MS],
    ])
  );
  expect(parts.slice(25)).toEqual([
    expect.objectContaining({
      level: '1m',
      name: 'bucket_1m_2026_01',
      fromMs: Date.UTC(2026, 0),
      toMs: Date.UTC(2026, 1),
    }),
    { level: '1h', name: 'bucket_1h', fromMs: null, toMs: T0 + 10 * DAY_MS, rows: 240, bytes: null },
    { level: '1d', name: 'bucket_1d', fromMs: null, toMs: T0 + 5 * DAY_MS, rows: 5, bytes: null },
  ]);
  expect((await read('1h')).text.slice(0, 24)).toBe(new Date(T0 + 10 * DAY_MS).toISOString());
  expect((await read('1d')).count).toBe(DAYS - 5);
  expect((await read('1m')).text.slice(0, 24)).toBe('2026-02-01T00:00:00.000Z');
});

test('a cutoff does not move back when the retention time is increased', async () => {
  await keepRaw(T0 + 10 * DAY_MS);
  await keepRaw(T0 + 2 * DAY_MS);
  expect(await readRetentionCutoff(imports.pool, 'raw')).toBe(T0 + 10 * DAY_MS);
});

test('a run that was killed between its steps is completed by the next run', async () => {
  await imports.query('ALTER TABLE reading DETACH PARTITION reading_2026_01_20');
  expect((await keepRaw(T0 + DAY_MS)).map(({ name }) => name)).toEqual(['reading_2026_01_20']);
  expect(await imports.query(`SELECT 1 FROM pg_class WHERE relname = 'reading_2026_01_20'`)).toEqual([]);
});

test('two processes do not drop at the same time', async () => {
  const never = new AbortController().signal;
  const cutoffsMs = new Map<Level, number>([['raw', T0 + 20 * DAY_MS]]);
  const dropped: OldPart[] = [];
  const drop = () => dropOld(imports.pool, cutoffsMs, never, (part) => dropped.push(part));
  const reader = await imports.pool.connect();
  await reader.query('BEGIN; SELECT count(*) FROM reading');
  const first = drop();
  await until('the first process to wait for the reader', async () => {
    const waiting =
      await imports.query(`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%DETACH%' AND wait_event_type = 'Lock'
      AND datname = current_database() AND pid <> pg_backend_pid()`);
    return waiting.length > 0;
  });
  expect(await drop()).toBe(false);
  expect(dropped).toEqual([]);
  await reader.query('COMMIT');
  reader.release();
  expect(await first).toBe(true);
  expect(dropped).toHaveLength(20);
});

test('reads and writes continue while a reader holds a partition, which is dropped when the reader is done', async () => {
  const reader = await imports.pool.connect();
  await reader.query('BEGIN; SELECT count(*) FROM reading');
  const dropping = keepRaw(T0 + 2 * DAY_MS);
  for (let i = 0; i < 20; i++) {
    expect((await read('raw', T0 + 20 * DAY_MS)).count).toBe(10 * 96 + i);
    expect(await write([T0 + 29 * DAY_MS + 1 + i], [1])).toMatchObject({ inserted: 1 });
  }
  await reader.query('COMMIT');
  reader.release();
  expect(await dropping).toHaveLength(2);
});

test('a table managed by an extension loses its old rows and gets no partitions', async () => {
  // Like a hypertable, which looks like a plain table.
  await imports.query(`
    ALTER TABLE reading RENAME TO old_reading;
    CREATE TABLE reading (LIKE old_reading INCLUDING ALL);
    INSERT INTO reading SELECT * FROM old_reading;
    DROP TABLE old_reading`);
  clearPartitionCache(imports.pool);
  expect(await keepRaw(T0 + 3 * DAY_MS)).toEqual([
    { level: 'raw', name: 'reading', fromMs: null, toMs: T0 + 3 * DAY_MS, rows: 3 * 96, bytes: null },
  ]);
  expect(await write([T0 + 400 * DAY_MS], [1])).toMatchObject({ inserted: 1 });
  await expect(write([T0], [1])).rejects.toThrow('dropped by retention');
});

test('a writer that knows a day does not write it again after its drop, also without an error of the table', async () => {
  await imports.query(`
    ALTER TABLE reading RENAME TO old_reading;
    CREATE TABLE reading (LIKE old_reading INCLUDING ALL);
    INSERT INTO reading SELECT * FROM old_reading;
    DROP TABLE old_reading`);
  await write([T0 + 1], [1]);
  await keepRaw(T0 + 3 * DAY_MS);
  const days = await read('1d');
  await expect(write([T0], [1])).rejects.toThrow('dropped by retention');
  await expect(write([T0], [1], 'replace')).rejects.toThrow('dropped by retention');
  expect(await imports.query('SELECT count(*)::int AS n FROM reading WHERE ts < ' + (T0 + DAY_MS))).toEqual([{ n: 0 }]);
  expect(await read('1d')).toEqual(days);
});
