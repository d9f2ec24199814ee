import { openTestImports, type TestImports } from '../test/support/testImports.ts';
import { writeReadings } from '../store/readings/readings.ts';
import { startRetention } from './retentionWorker.ts';
import { DAY_MS } from '../durations.ts';
import { until } from '../test/support/until.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);

let imports: TestImports;

beforeEach(async () => {
  imports = await openTestImports();
  const tsEpochMs = [0, 1, 2, 3].map((day) => NOW_MS - day * DAY_MS);
  await writeReadings(imports.pool, { tagIds: [1, 1, 1, 1], tsEpochMs, values: [0, 1, 2, 3] }, { onConflict: 'keep' });
});

afterEach(() => imports.close());

function start(days: Parameters<typeof startRetention>[0]['days'], reports: string[]) {
  return startRetention({
    pool: imports.pool,
    days,
    now: () => NOW_MS,
    onDropped: ({ name }) => reports.push(name),
    onError: (error) => reports.push(String(error)),
  });
}

test('one of several servers on a database drops expired data at startup', async () => {
  const reports: string[] = [];
  const servers = [start({ raw: 1 }, reports), start({ raw: 1 }, reports)];
  await until('two days to be dropped', () => reports.length >= 2);
  await Promise.all(servers.map((server) => server.stop()));
  expect(reports.sort()).toEqual(['reading_2026_06_12', 'reading_2026_06_13']);
  expect(await imports.query('SELECT value FROM reading ORDER BY ts')).toEqual([{ value: 1 }, { value: 0 }]);
});

test('a server without retention limits drops nothing and stores no cutoffs', async () => {
  const reports: string[] = [];
  await start({}, reports).stop();
  expect(reports).toEqual([]);
  expect(await imports.query('SELECT * FROM retention')).toEqual([]);
});
