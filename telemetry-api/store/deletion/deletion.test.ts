import { countWrongBuckets, openTestImports, PLANT_CSV, type TestImports } from '../../test/support/testImports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { until } from '../../test/support/until.ts';
import { findDevice } from '../inventory/findDevice.ts';
import { readTagIds } from '../inventory/inventory.ts';
import type { Level } from '../readings/levels.ts';
import { writeReadings } from '../readings/readings.ts';
import { dropOld } from '../retention/dropOld.ts';
import { countBeside, countDeletion } from './countDeletion.ts';
import { noRows, type DeletedRows } from './deletedRows.ts';
import { deleteReadings } from './deleteReadings.ts';
import { deleteTags } from './deleteTags.ts';
import { ALL_TIMES } from './deletionSteps.ts';
import type { TimeRange } from '../readings/timeRange.ts';

const T0 = Date.UTC(2026, 2, 1);
const DAYS = 5;
/** Uneven, so that buckets have several readings and ends of ranges are inside of them. */
const STEP_MS = 25 * MINUTE_MS + 11_000;
const NEVER = { signal: new AbortController().signal, onStep: () => undefined };

let imports: TestImports;

beforeEach(async () => {
  imports = await openTestImports();
  await imports.devices(PLANT_CSV);
});

afterEach(() => imports.close());

async function tagId(key = 'presion'): Promise<number> {
  return (await readTagIds(imports.pool)).get('CMP-1')?.get(key) ?? 0;
}

/** Whole numbers, whose sums are exact. */
function timesIn({ fromMs, toMs }: TimeRange): number[] {
  const all = Array.from({ length: Math.floor((DAYS * DAY_MS) / STEP_MS) }, (_, i) => T0 + i * STEP_MS);
  return all.filter((ts) => ts >= fromMs && ts < toMs);
}

async function write(key: string, tsEpochMs: readonly number[]): Promise<void> {
  const id = await tagId(key);
  const values = tsEpochMs.map((ts) => (ts / 1000) % 997);
  await writeReadings(imports.pool, { tagIds: tsEpochMs.map(() => id), tsEpochMs, values }, { onConflict: 'keep' });
}

async function erase(range: TimeRange, key = 'presion'): Promise<DeletedRows> {
  const deleted = noRows();
  await deleteReadings(imports.pool, await tagId(key), range, deleted, NEVER);
  return deleted;
}

/** All rows of the history by the key of their tag. */
async function stored(): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of ['reading', 'bucket_1m', 'bucket_1h', 'bucket_1d', 'latest']) {
    tables[table] = await imports.query(
      `SELECT t.key, (to_jsonb(r) - 'tag_id')::text AS row FROM ${table} r LEFT JOIN tag t ON t.id = r.tag_id ORDER BY 1, r.ts`
    );
  }
  return tables;
}

async function keepRaw(fromMs: number, ...coarser: Level[]): Promise<void> {
  const levels: Level[] = ['raw', ...coarser];
  const signal = new AbortController().signal;
  await dropOld(imports.pool, new Map(levels.map((level) => [level, fromMs])), signal, () => undefined);
}

describe.each<[string, TimeRange]>([
  ['everything', ALL_TIMES],
  ['whole days', { fromMs: T0 + DAY_MS, toMs: T0 + 3 * DAY_MS }],
  ['a part of a day', { fromMs: T0 + DAY_MS + 5 * HOUR_MS + 7, toMs: T0 + DAY_MS + 9 * HOUR_MS + 3 * MINUTE_MS }],
  ['a part of a minute', { fromMs: T0 + STEP_MS, toMs: T0 + STEP_MS + 1 }],
  ['the end, with the latest value', { fromMs: T0 + 3 * DAY_MS + 17 * HOUR_MS + 1, toMs: ALL_TIMES.toMs }],
  ['the beginning', { fromMs: 0, toMs: T0 + 30 * HOUR_MS }],
  ['a time without readings', { fromMs: T0 - 9 * DAY_MS, toMs: T0 - DAY_MS }],
])('after a deletion of %s', (_, range) => {
  it('all tables are as if these readings had never been imported', async () => {
    await write('presion', timesIn(ALL_TIMES));
    await write('potencia', timesIn(ALL_TIMES));
    const counted = noRows();
    await countDeletion(imports.pool, await tagId(), range, counted, () => undefined);
    expect(await erase(range)).toEqual(counted);
    const deleted = await stored();
    expect(counted.readings).toBe(timesIn(range).length);

    await imports.clear();
    await imports.devices(PLANT_CSV);
    const kept = timesIn(ALL_TIMES).filter((ts) => ts < range.fromMs || ts >= range.toMs);
    await write('presion', kept);
    await write('potencia', timesIn(ALL_TIMES));
    expect(deleted).toEqual(await stored());
  });
});

test('deleted readings can be imported again', async () => {
  await write('presion', timesIn(ALL_TIMES));
  const before = await stored();
  await erase({ fromMs: T0 + HOUR_MS, toMs: T0 + 2 * DAY_MS });
  expect(await stored()).not.toEqual(before);
  await write('presion', timesIn(ALL_TIMES));
  expect(await stored()).toEqual(before);
});

test('where retention has dropped the readings, their buckets are deleted, and those of the rest stay exact', async () => {
  await write('presion', timesIn(ALL_TIMES));
  await keepRaw(T0 + 3 * DAY_MS);
  const range = { fromMs: T0 + DAY_MS + 5 * HOUR_MS, toMs: T0 + 4 * DAY_MS + 90 * MINUTE_MS + 1 };
  const counted = noRows();
  await countDeletion(imports.pool, await tagId(), range, counted, () => undefined);
  expect(await erase(range)).toEqual(counted);
  const kept = timesIn(ALL_TIMES).filter((ts) => ts < range.fromMs || ts >= range.toMs);
  const sum = (times: readonly number[]) => times.reduce((total, ts) => total + ((ts / 1000) % 997), 0);
  const ofDay = (day: number) => kept.filter((ts) => Math.floor((ts - T0) / DAY_MS) === day);
  expect(await imports.query('SELECT n, sum FROM bucket_1d ORDER BY ts')).toEqual(
    [0, 1, 4].map((day) => ({ n: ofDay(day).length, sum: sum(ofDay(day)) }))
  );
  expect(await imports.query('SELECT sum(n)::int AS n FROM bucket_1m')).toEqual([{ n: kept.length }]);
  expect(await imports.query('SELECT sum(n)::int AS n FROM bucket_1h')).toEqual([{ n: kept.length }]);
});

test('a bucket that cannot be divided any more is an error, and nothing is deleted', async () => {
  await write('presion', timesIn(ALL_TIMES));
  await keepRaw(T0 + 3 * DAY_MS);
  const before = await stored();
  const range = { fromMs: T0 + 1, toMs: T0 + 4 * DAY_MS };
  await expect(erase(range)).rejects.toThrow('Use 2026-03-01T00:00:00.000Z or 2026-03-01T00:01:00.000Z.');
  await expect(countDeletion(imports.pool, await tagId(), range, noRows(), () => undefined)).rejects.toThrow(
    'Use 2026'
  );
  expect(await stored()).toEqual(before);
});

test('without a reading that is left, the latest value is gone, and retention still finds the old buckets', async () => {
  await write('presion', timesIn(ALL_TIMES));
  await keepRaw(T0 + 3 * DAY_MS);
  await erase({ fromMs: T0 + 3 * DAY_MS, toMs: ALL_TIMES.toMs });
  expect(await imports.query('SELECT * FROM latest')).toEqual([]);
  expect(await imports.query('SELECT count(*) AS n FROM bucket_1d')).toEqual([{ n: 3 }]);
  await keepRaw(T0 + 4 * DAY_MS, '1d');
  expect(await imports.query('SELECT * FROM bucket_1d')).toEqual([]);
});

test('minutes that retention keeps longer than days are deleted, too', async () => {
  await write('presion', timesIn(ALL_TIMES));
  await keepRaw(T0 + 3 * DAY_MS, '1h', '1d');
  const range = { fromMs: T0 + DAY_MS + 5 * MINUTE_MS, toMs: ALL_TIMES.toMs };
  const counted = noRows();
  await countDeletion(imports.pool, await tagId(), range, counted, () => undefined);
  expect(await erase(range)).toEqual(counted);
  expect(await imports.query('SELECT max(ts) < ' + range.fromMs + ' AS "isBefore" FROM bucket_1m')).toEqual([
    { isBefore: true },
  ]);
  await erase(ALL_TIMES);
  expect(Object.values(await stored())).toEqual([[], [], [], [], []]);
});

test('an interruption leaves days that are exact, and the same deletion completes it', async () => {
  // Each day is a step of its own.
  const days = [0, 40, 80].map((day) => T0 + day * DAY_MS);
  await write('presion', [...days, ...days.map((ts) => ts + 1)]);
  const interruption = new AbortController();
  const deleted = noRows();
  const onStep = (_: number, done: number) => done === 1 && interruption.abort(new Error('Interrupted.'));
  await expect(
    deleteReadings(imports.pool, await tagId(), ALL_TIMES, deleted, { signal: interruption.signal, onStep })
  ).rejects.toThrow('Interrupted.');
  expect(deleted).toMatchObject({ readings: 4, buckets: { '1m': 2, '1h': 2, '1d': 2 } });
  expect(await imports.query('SELECT count(*) AS n FROM reading')).toEqual([{ n: 2 }]);
  expect(await countWrongBuckets(imports.query)).toBe(0);
  await erase(ALL_TIMES);
  expect(Object.values(await stored())).toEqual([[], [], [], [], []]);
});

test('a batch that is being written is waited for, and deleted with its buckets', async () => {
  await write('presion', timesIn(ALL_TIMES));
  const writer = await imports.pool.connect();
  await writer.query('BEGIN');
  await writer.query('SELECT pg_advisory_xact_lock_shared(7001003)');
  const deleting = erase(ALL_TIMES);
  await until('the deletion to wait for the writer', async () => {
    const waiting = await imports.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    return waiting.length > 0;
  });
  expect(await imports.query('SELECT count(*) AS n FROM reading')).toEqual([{ n: timesIn(ALL_TIMES).length }]);
  await writer.query('COMMIT');
  writer.release();
  expect((await deleting).readings).toBe(timesIn(ALL_TIMES).length);
  expect(await countWrongBuckets(imports.query)).toBe(0);
});

const ALERTS_CSV = `device,tag,rule,severity,started,start_value
CMP-1,presion,Alta,critica,2026-03-02T00:00:00Z,9
CMP-1,potencia,Alta,critica,2026-03-02T00:00:00Z,9
`;

test('a deleted tag leaves nothing, and nothing else is deleted', async () => {
  await write('potencia', timesIn(ALL_TIMES));
  await imports.alerts(ALERTS_CSV);
  const before = await stored();
  await write('presion', timesIn(ALL_TIMES));
  const id = await tagId();
  expect(await countBeside(imports.pool, [id], ALL_TIMES)).toEqual({ alerts: 1, exports: 0 });
  const deleted = noRows();
  await deleteTags(imports.pool, [id], undefined, deleted, NEVER);
  expect(deleted).toMatchObject({ readings: timesIn(ALL_TIMES).length, alerts: 1, tags: 1, devices: 0, latest: 1 });
  expect(await stored()).toEqual(before);
  expect(await imports.query('SELECT key FROM tag')).toEqual([{ key: 'potencia' }]);
  expect(await imports.query('SELECT count(*) AS n FROM alert')).toEqual([{ n: 1 }]);
});

test('a deleted device leaves nothing, and can be imported again', async () => {
  await imports.alerts(ALERTS_CSV);
  await write('presion', timesIn(ALL_TIMES));
  const device = await findDevice(imports.pool, 'CMP-1');
  const ids = device?.tags.map(({ id }) => id) ?? [];
  await deleteTags(imports.pool, ids, device?.id, noRows(), NEVER);
  expect(await findDevice(imports.pool, 'CMP-1')).toBeUndefined();
  expect(Object.values(await stored())).toEqual([[], [], [], [], []]);
  for (const table of ['tag', 'alert', 'device']) {
    expect(await imports.query(`SELECT * FROM ${table}`)).toEqual([]);
  }
  await imports.devices(PLANT_CSV);
  await write('presion', timesIn(ALL_TIMES));
  expect(await countWrongBuckets(imports.query)).toBe(0);
});

test('a writer that knows a deleted tag is rejected and stores nothing', async () => {
  await write('presion', timesIn(ALL_TIMES));
  const ids = [await tagId(), await tagId('potencia')];
  await deleteTags(imports.pool, ids.slice(0, 1), undefined, noRows(), NEVER);
  for (const onConflict of ['keep', 'replace'] as const) {
    const batch = { tagIds: ids, tsEpochMs: [T0, T0], values: [1, 2] };
    await expect(writeReadings(imports.pool, batch, { onConflict })).rejects.toThrow(
      'A tag of these readings has been deleted meanwhile'
    );
  }
  expect(Object.values(await stored())).toEqual([[], [], [], [], []]);
});
