import { writeReadings } from '../../store/readings/readings.ts';
import { upsertDevices } from '../../store/inventory/inventory.ts';
import { BATCH_STEP_MS, BATCHES_FROM_MS, batchOf } from '../support/batches.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/testDatabase.ts';
import { testDevice } from '../support/testService.ts';
import { checkIndexes, Ledger } from './ledger.ts';

const TAG_IDS = [1, 2];

let database: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  database = await openTestDatabase();
  await upsertDevices(database.pool, [testDevice('COMP-01')]);
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query('TRUNCATE reading, bucket_1m, bucket_1h, bucket_1d, latest');
  ledger = new Ledger();
  for (const index of [0, 1, 2, 3]) {
    const { tagIds, tsEpochMs, ...batch } = batchOf(TAG_IDS, index);
    await writeReadings(database.pool, { tagIds, tsEpochMs, ...batch }, { onConflict: 'keep' });
    ledger.add(tagIds[0] ?? 0, tsEpochMs[0] ?? 0, (tsEpochMs[tsEpochMs.length - 1] ?? 0) + BATCH_STEP_MS);
  }
});

test('rows of overlapping batches count once', async () => {
  expect(await ledger.compare(database.pool)).toEqual({ acknowledged: 760, found: 760, problems: [] });
  await checkIndexes(database.pool);
});

test('a row that was acknowledged and is not stored is lost', async () => {
  ledger.add(1, BATCHES_FROM_MS - BATCH_STEP_MS, BATCHES_FROM_MS);
  expect(await ledger.compare(database.pool)).toMatchObject({ acknowledged: 761, found: 760 });
});

test.each([
  [
    'a deleted reading',
    `DELETE FROM reading WHERE tag_id = 1 AND ts = ${BATCHES_FROM_MS}`,
    759,
    [expect.stringMatching(/^3 wrong buckets/)],
  ],
  [
    'a changed reading',
    `UPDATE reading SET value = value + 1e-6 WHERE tag_id = 1 AND ts = ${BATCHES_FROM_MS}`,
    759,
    ['1 readings with another value', expect.stringMatching(/wrong buckets$/)],
  ],
  ['a bucket that counted a row twice', 'UPDATE bucket_1h SET n = n + 1 WHERE tag_id = 2', 760, ['1 wrong buckets']],
  [
    'a sum that is slightly off',
    'UPDATE bucket_1d SET sum = sum * (1 + 1e-11) WHERE tag_id = 2',
    760,
    ['1 wrong buckets'],
  ],
  ['an old latest value', 'UPDATE latest SET ts = ts - 7000', 760, ['2 wrong latest values']],
])('%s is found', async (_, sql, found, problems) => {
  await database.pool.query(sql);
  expect(await ledger.compare(database.pool)).toEqual({ acknowledged: 760, found, problems });
});

test('an index that lacks a row is found', async () => {
  // While it is not ready, an index is not updated.
  const setReady = (isReady: boolean) =>
    database.pool.query(`UPDATE pg_index SET indisready = ${isReady} WHERE indexrelid = 'latest_pkey'::regclass`);
  await setReady(false);
  await database.pool.query('INSERT INTO latest VALUES (7, 0, 0)');
  await setReady(true);
  await expect(checkIndexes(database.pool)).rejects.toThrow('lacks matching index tuple');
});
