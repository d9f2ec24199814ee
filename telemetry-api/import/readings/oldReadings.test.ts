import { countWrongBuckets, openTestImports, PLANT_CSV, type TestImports } from '../../test/support/testImports.ts';
import { dropOld } from '../../store/retention/dropOld.ts';
import { readTagIds } from '../../store/inventory/inventory.ts';
import { writeReadings } from '../../store/readings/readings.ts';
import { DAY_MS } from '../../durations.ts';

let imports: TestImports;

beforeEach(async () => {
  imports = await openTestImports();
  await imports.devices(PLANT_CSV);
});

afterEach(() => imports.close());

/** Hourly readings of the compressor's pressure. */
function hours(from: string, count: number): string {
  const rows = Array.from(
    { length: count },
    (_, i) => `CMP-1,presion,${new Date(Date.parse(from) + i * 3_600_000).toISOString()},${i}`
  );
  return ['device,tag,timestamp,value', ...rows].join('\n');
}

test('rows older than the retention are counted and reported; the other rows are imported', async () => {
  await imports.readings(hours('2026-05-01T00:00:00Z', 72));
  const cutoffs = new Map([['raw', Date.UTC(2026, 4, 3)] as const]);
  await dropOld(imports.pool, cutoffs, new AbortController().signal, () => undefined);
  const buckets = await imports.query('SELECT * FROM bucket_1d ORDER BY ts');

  const { outcome, report } = await imports.readings(hours('2026-05-02T22:00:00Z', 4), { createMissing: true });
  expect(outcome).toBe('rejections');
  expect(report.slice(0, 7)).toEqual([
    '0  new',
    '0  already stored with the same value',
    '2  already stored with ANOTHER value, which was kept (--on-conflict replace overwrites it)',
    '2  rejected',
    'from 2026-05-03T00:00:00.000Z to 2026-05-03T01:00:00.000Z',
    'file:2: 2026-05-02T22:00:00.000Z is before 2026-05-03T00:00:00.000Z, the start of the retention of readings (RETENTION_RAW_DAYS); older data has been deleted permanently',
    expect.stringContaining('file:3: 2026-05-02T23:00:00.000Z is before'),
  ]);
  expect(report.at(-1)).toBe('2  older than the retention');
  expect((await imports.readings(hours('2026-05-01T00:00:00Z', 5), { dryRun: true })).report).toContain('5  rejected');
  expect(await imports.query('SELECT * FROM bucket_1d ORDER BY ts')).toEqual(buckets);
  expect(await imports.query(`SELECT 1 FROM pg_class WHERE relname = 'reading_2026_05_02'`)).toEqual([]);
});

test('an old month is imported with exact buckets while another transaction is reading all tables', async () => {
  await imports.readings(hours('2026-05-01T00:00:00Z', 48));
  const reader = await imports.pool.connect();
  // It holds locks on all partitions and tables until it commits.
  await reader.query('BEGIN; SELECT count(*) FROM reading; SELECT count(*) FROM bucket_1m');
  const { outcome } = await imports.readings(hours('2019-01-01T00:00:00Z', 31 * 24));
  expect(outcome).toBe('complete');
  expect((await reader.query('SELECT count(*) AS n FROM reading')).rows).toEqual([{ n: 48 + 31 * 24 }]);
  await reader.query('COMMIT');
  reader.release();
  expect(await countWrongBuckets(imports.query)).toBe(0);
});

test('queries do not wait while partitions are created', async () => {
  await imports.readings(hours('2026-05-01T00:00:00Z', 48));
  const tagId = (await readTagIds(imports.pool)).get('CMP-1')?.get('presion') ?? 0;
  const days = Array.from({ length: 40 }, (_, i) => Date.UTC(2018, 0, 1) + i * DAY_MS);
  const writing = writeReadings(
    imports.pool,
    { tagIds: days.map(() => tagId), tsEpochMs: days, values: days.map((_, i) => i) },
    { onConflict: 'keep' }
  );
  const reader = await imports.pool.connect();
  // Any wait for a lock is an immediate error.
  await reader.query(`SET lock_timeout = '1ms'`);
  let isDone = false;
  void writing.then(() => (isDone = true));
  let reads = 0;
  for (; !isDone; reads++) {
    await reader.query('SELECT count(*) FROM reading WHERE tag_id = $1 AND ts >= $2', [tagId, Date.UTC(2026, 4, 1)]);
    await reader.query('SELECT count(*) FROM bucket_1m WHERE tag_id = $1', [tagId]);
  }
  reader.release(true);
  expect(await writing).toMatchObject({ inserted: 40 });
  expect(reads).toBeGreaterThan(1);
});
