import { setTimeout as sleep } from 'node:timers/promises';
import { openTestImports, type TestImports } from '../test/testImports.ts';
import { writeReadings } from '../store/readings.ts';
import { startRetention } from './retentionWorker.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 5, 15, 12);

let imports: TestImports;

beforeEach(async () => {
  imports = await openTestImports();
  const tsEpochMs = [0, 1, 2, 3].map((day) => NOW_MS - day * DAY_MS);
  await writeReadings(imports.pool, { tagIds: [1, 1, 1, 1], tsEpochMs, values: [0, 1, 2, 3] }, { onConflict: 'keep' });
});

afterEach(() => imports.close());

function start(days: Parameters<typeof startRetention>[0]['days'], told: string[]) {
  return startRetention({
    pool: imports.pool,
    days,
    now: () => NOW_MS,
    onDropped: ({ name }) => told.push(name),
    onError: (error) => told.push(String(error)),
  });
}

test('of several servers on one database one drops what is not kept, at its start', async () => {
  const told: string[] = [];
  const servers = [start({ raw: 1 }, told), start({ raw: 1 }, told)];
  while (told.length < 2) {
    await sleep(10);
  }
  await Promise.all(servers.map((server) => server.stop()));
  expect(told.sort()).toEqual(['reading_2026_06_12', 'reading_2026_06_13']);
  expect(await imports.query('SELECT value FROM reading ORDER BY ts')).toEqual([{ value: 1 }, { value: 0 }]);
});

test('a server without limits drops nothing and remembers nothing', async () => {
  const told: string[] = [];
  await start({}, told).stop();
  expect(told).toEqual([]);
  expect(await imports.query('SELECT * FROM retention')).toEqual([]);
});
