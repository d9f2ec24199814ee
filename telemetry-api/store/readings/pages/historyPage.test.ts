import { openTestDatabase, type TestDatabase } from '../../../test/support/databases/testDatabase.ts';
import { addTestTags } from '../../../test/support/testTags.ts';
import { readHistoryPage } from './historyPage.ts';
import { writeReadings } from '../readings.ts';
import { DAY_MS } from '../../../durations.ts';

const T0 = Date.UTC(2020, 0, 1, 17);
const LAYOUT = { before: '', labels: [' '], after: '\n' };

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addTestTags(database.pool, [1, 2, 3, 10, 100, 999]);
});

afterAll(() => database.close());

async function readAll(tagId: number, fromMs: number, toMs: number, limit: number) {
  const times: number[] = [];
  for (let next: number | undefined = fromMs; next !== undefined;) {
    const page = await readHistoryPage(database.pool, { tagId, level: 'raw', fromMs: next, toMs, limit }, LAYOUT);
    const lines = Buffer.from(page.bytes).toString().trim().split('\n');
    times.push(...lines.filter((line) => line !== '').map((line) => Date.parse(line.slice(0, 24))));
    next = page.hasMore ? page.lastMs + 1 : undefined;
  }
  return times;
}

test.each([1, 2, 3, 10, 100])(
  'raw pages of %i rows over years of uneven days neither skip nor repeat rows',
  async (limit) => {
    // No readings for months, then a burst in one day: the window is narrowed differently for each page.
    const tagId = limit;
    const days = [0, 1, 2, 40, 41, 41, 41, 41, 41, 41, 200, 365, 366, 800, 801, 801, 802];
    const times = [...new Set(days.map((day, i) => T0 + day * DAY_MS + i * 1000))];
    const tagIds = times.map(() => tagId);
    await writeReadings(database.pool, { tagIds, tsEpochMs: times, values: times }, { onConflict: 'keep' });

    expect(await readAll(tagId, T0 - 1000 * DAY_MS, T0 + 2000 * DAY_MS, limit)).toEqual(times);
    expect(await readAll(tagId, T0 + 1, T0 + 801 * DAY_MS, limit)).toEqual(
      times.filter((ts) => ts > T0 && ts < T0 + 801 * DAY_MS)
    );
  }
);

test('an average lies between min and max despite rounding of the sum', async () => {
  const value = 0.1;
  const times = Array.from({ length: 3 }, (_, i) => T0 + i);
  const tagIds = times.map(() => 999);
  await writeReadings(
    database.pool,
    { tagIds, tsEpochMs: times, values: times.map(() => value) },
    { onConflict: 'keep' }
  );
  const { bytes } = await readHistoryPage(
    database.pool,
    { tagId: 999, level: '1m', fromMs: T0, toMs: T0 + DAY_MS, limit: 10 },
    { before: '', labels: [' ', ' ', ' ', ' '], after: '' }
  );
  // 0.1 + 0.1 + 0.1 is 0.30000000000000004, a third of which is 0.10000000000000002.
  expect(Buffer.from(bytes).toString()).toBe(`${new Date(T0).toISOString()} 0.1 0.1 0.1 3`);
});
