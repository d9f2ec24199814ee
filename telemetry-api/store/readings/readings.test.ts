import { openTestDatabase, type TestDatabase } from '../../test/support/databases/testDatabase.ts';
import { addTestTags } from '../../test/support/testTags.ts';
import { BUCKETS } from './levels.ts';
import { LATEST_MS, writeReadings, type ReadingBatch, type WriteOptions } from './readings.ts';

const T0 = Date.UTC(2026, 0, 31, 22);

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase({ poolSize: 8 });
  await addTestTags(
    database.pool,
    Array.from({ length: 1000 }, (_, id) => id)
  );
});

afterAll(() => database.close());

type Row = readonly [tagId: number, ts: number, value: number];

function batch(rows: readonly Row[]): ReadingBatch {
  return {
    tagIds: rows.map(([id]) => id),
    tsEpochMs: rows.map(([, ts]) => ts),
    values: rows.map(([, , value]) => value),
  };
}

function write(rows: readonly Row[], onConflict: WriteOptions['onConflict'] = 'keep') {
  return writeReadings(database.pool, batch(rows), { onConflict });
}

async function stored(tagId: number) {
  const { rows } = await database.pool.query<{ ts: number; value: number }>(
    'SELECT ts, value FROM reading WHERE tag_id = $1 ORDER BY ts',
    [tagId]
  );
  return rows.map(({ ts, value }) => [ts - T0, value]);
}

/** Compares every bucket and every latest value with the readings. */
async function expectExact() {
  for (const { table, lengthMs } of BUCKETS) {
    const { rows } = await database.pool.query(
      `SELECT * FROM (SELECT tag_id, ts - ts % ${lengthMs} AS ts, sum(value), min(value), max(value), count(*) AS n, sum(abs(value)) AS size
         FROM reading GROUP BY 1, 2) AS r
       FULL JOIN ${table} AS b USING (tag_id, ts)
       WHERE r.n IS DISTINCT FROM b.n OR r.min IS DISTINCT FROM b.min OR r.max IS DISTINCT FROM b.max
          OR abs(r.sum - b.sum) > 1e-12 * r.size`
    );
    expect(rows).toEqual([]);
  }
  const { rows } = await database.pool.query(
    `SELECT * FROM (SELECT DISTINCT ON (tag_id) tag_id, ts, value FROM reading ORDER BY tag_id, ts DESC) AS r
     FULL JOIN latest AS l USING (tag_id) WHERE r.ts IS DISTINCT FROM l.ts OR r.value IS DISTINCT FROM l.value`
  );
  expect(rows).toEqual([]);
}

test('an empty batch writes nothing', async () => {
  expect(await write([])).toEqual({ inserted: 0, identical: 0, conflicting: 0 });
});

test('the same batch twice changes nothing', async () => {
  const rows: Row[] = Array.from({ length: 500 }, (_, i) => [1, T0 + i * 1000, i]);
  expect(await write(rows)).toEqual({ inserted: 500, identical: 0, conflicting: 0 });
  expect(await write(rows)).toEqual({ inserted: 0, identical: 500, conflicting: 0 });
  await expectExact();
});

test('with keep, the first value of the store or batch is retained', async () => {
  await write([[2, T0, 1]]);
  const result = await write([
    [2, T0, 5],
    [2, T0, 1],
    [2, T0 + 1, 7],
    [2, T0 + 1, 8],
    [2, T0 + 1, 7],
  ]);
  expect(result).toEqual({ inserted: 1, identical: 2, conflicting: 2 });
  expect(await stored(2)).toEqual([
    [0, 1],
    [1, 7],
  ]);
});

test('with replace, the last value wins and updates buckets and latest values', async () => {
  await write([
    [3, T0, 100],
    [3, T0 + 1, 2],
  ]);
  const result = await write(
    [
      [3, T0, 1],
      [3, T0, 1],
      [3, T0 + 1, 3],
      [3, T0 + 2, 8],
      [3, T0 + 2, 9],
    ],
    'replace'
  );
  expect(result).toEqual({ inserted: 1, identical: 1, conflicting: 3 });
  expect(await stored(3)).toEqual([
    [0, 1],
    [1, 3],
    [2, 9],
  ]);
  await expectExact();
});

test('a late reading does not become the latest value', async () => {
  await write([[4, T0 + 60_000, 2]]);
  await write([[4, T0, 1]]);
  await expectExact();
});

test('concurrent writers with shuffled, duplicate, late and corrected readings leave exact buckets', async () => {
  let seed = 20260131;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const totals = { rows: 0, counted: 0 };
  const writer = async (onConflict: WriteOptions['onConflict']) => {
    for (let round = 0; round < 12; round++) {
      const rows = Array.from({ length: 1 + random(900) }, (): Row => {
        return [100 + random(6), T0 + random(1500) * 7000, (random(7) - 3) * 1.1];
      });
      const { inserted, identical, conflicting } = await write(rows, onConflict);
      totals.rows += rows.length;
      totals.counted += inserted + identical + conflicting;
    }
  };
  await Promise.all([writer('keep'), writer('keep'), writer('keep'), writer('replace'), writer('replace')]);
  expect(totals.counted).toBe(totals.rows);
  await expectExact();
});

test('the same batch sent by eight concurrent writers is stored once without a deadlock', async () => {
  const rows: Row[] = Array.from({ length: 2000 }, (_, i) => [200 + (i % 20), T0 + ((i * 7919) % 5000) * 1000, i]);
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, i) => write(i % 2 === 0 ? rows : [...rows].reverse()))
  );
  const inserted = results.reduce((sum, result) => sum + result.inserted, 0);
  expect(inserted).toBe(new Set(rows.map(([id, ts]) => `${id} ${ts}`)).size);
  await expectExact();
});

describe('after a long run of batches without duplicates', () => {
  const CALM_BATCHES = 12;
  let tagId = 300;

  beforeEach(async () => {
    tagId += 50;
    for (let second = 0; second < CALM_BATCHES; second++) {
      await write([[tagId, T0 + second * 1000, second]]);
    }
  });

  test('a duplicate is still counted once, and the rest of its batch is written', async () => {
    const rows: Row[] = [
      [tagId, T0 - 1000, 7],
      [tagId, T0 + 1000, 1],
      [tagId, T0 + 2000, 99],
      [tagId, T0 + 90_000, 8],
    ];
    expect(await write(rows)).toEqual({ inserted: 2, identical: 1, conflicting: 1 });
    expect(await write(rows)).toEqual({ inserted: 0, identical: 3, conflicting: 1 });
    await expectExact();
  });

  test('concurrent writers of the same batch write it once', async () => {
    const rows: Row[] = Array.from({ length: 900 }, (_, i) => [tagId + (i % 9), T0 + 20_000 + i * 1000, i]);
    const results = await Promise.all(Array.from({ length: 8 }, () => write(rows)));
    expect(results.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(rows.length);
    await expectExact();
  });
});

test('values at the limit add up to a finite sum', async () => {
  await write([
    [5, T0, 1e300],
    [5, T0 + 1, 1e300],
    [5, T0 + 2, -1e300],
  ]);
  await expectExact();
});

test.each<[string, Row, string]>([
  ['not a number', [6, T0, Number.NaN], 'Row 1: the value NaN'],
  ['infinite', [6, T0, Number.POSITIVE_INFINITY], 'Row 1: the value Infinity'],
  ['too great to be added up', [6, T0, 1.1e300], 'Row 1: the value 1.1e+300'],
  ['before 1970', [6, -1, 1], 'Row 1: the time -1'],
  ['after 2199', [6, LATEST_MS + 1, 1], 'Row 1: the time'],
  ['between two ms', [6, T0 + 0.5, 1], 'Row 1: the time'],
])('a row whose value or time is %s is named and nothing of its batch is written', async (_, row, message) => {
  await expect(write([[6, T0, 1], row])).rejects.toThrow(message);
  expect(await stored(6)).toEqual([]);
});

test('columns of different lengths are rejected', async () => {
  const uneven = { tagIds: [7, 7], tsEpochMs: [T0], values: [1, 2] };
  await expect(writeReadings(database.pool, uneven, { onConflict: 'keep' })).rejects.toThrow('2, 1 and 2');
});

test('a day whose partition was dropped by another process gets a new partition', async () => {
  const old = Date.UTC(1999, 11, 31);
  await write([[8, old, 1]]);
  await database.pool.query('DROP TABLE reading_1999_12_31');
  expect(await write([[8, old, 2]])).toEqual({ inserted: 1, identical: 0, conflicting: 0 });
});
