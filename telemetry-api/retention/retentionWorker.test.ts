import { openTestImports, type TestImports } from '../test/support/testImports.ts';
import { addTestTags } from '../test/support/testTags.ts';
import { writeReadings } from '../store/readings/readings.ts';
import { startRetention } from './retentionWorker.ts';
import { DAY_MS } from '../durations.ts';
import { until } from '../test/support/until.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);

let imports: TestImports;

beforeEach(async () => {
  imports = await openTestImports();
  await addTestTags(imports.pool, [1]);
  const tsEpochMs = [0, 1, 2, 3].map((day) => NOW_MS - day * DAY_MS);
  await writeReadings(imports.pool, { tagIds: [1, 1, 1, 1], tsEpochMs, values: [0, 1, 2, 3] }, { onConflict: 'keep' });
});

afterEach(() => imports.close());

function start(days: Parameters<typeof startRetention>[0]['days'], reports: string[], nowMs = NOW_MS) {
  return startRetention({
    pool: imports.pool,
    days,
    now: () => nowMs,
    onDropped: ({ name }) => reports.push(name),
    onWaiting: (large, untilMs) => reports.push(...large.map(({ level }) => `${level} in ${untilMs - nowMs} ms`)),
    onError: (error) => reports.push(String(error)),
  });
}

const HOUR_MS = 3_600_000;
const storedValues = async () =>
  (await imports.query<{ value: number }>('SELECT value FROM reading ORDER BY ts')).map(({ value }) => value);

/** Cleared by a run after its last part is dropped. */
const announcements = async () => (await imports.query('SELECT * FROM retention_announcement')).length;

/** As after an earlier run with the same limit. */
const dropBefore = (days: number) =>
  imports.query(`INSERT INTO retention VALUES ('raw', ${Math.floor(NOW_MS / DAY_MS - days) * DAY_MS})`);

test('a limit that is new and deletes more than a tenth waits for an hour, also across restarts', async () => {
  const reports: string[] = [];
  const runUntilReport = async (nowMs: number) => {
    reports.length = 0;
    const server = start({ raw: 1 }, reports, nowMs);
    await until('a report', () => reports.length > 0);
    await server.stop();
    return reports;
  };
  expect(await runUntilReport(NOW_MS)).toEqual([`raw in ${HOUR_MS} ms`]);
  expect(await runUntilReport(NOW_MS + HOUR_MS - 60_000)).toEqual(['raw in 60000 ms']);
  expect(await storedValues()).toEqual([3, 2, 1, 0]);
  const deleting = start({ raw: 1 }, reports, NOW_MS + HOUR_MS);
  await until('nothing to be announced', async () => (await announcements()) === 0);
  await deleting.stop();
  expect(await storedValues()).toEqual([1, 0]);
});

test('a limit that is raised in that hour deletes nothing, and a lower one is announced itself', async () => {
  const reports: string[] = [];
  await imports.query(`INSERT INTO retention_announcement VALUES ('raw', 0, ${NOW_MS - 2 * HOUR_MS})`);
  const lower = start({ raw: 1 }, reports);
  await until('a report', () => reports.length > 0);
  await lower.stop();
  expect(reports).toEqual([`raw in ${HOUR_MS} ms`]);
  const raised = start({ raw: 30 }, reports, NOW_MS + HOUR_MS);
  await until('nothing to be announced', async () => (await announcements()) === 0);
  await raised.stop();
  expect(await storedValues()).toEqual([3, 2, 1, 0]);
});

test('one of several servers on a database drops expired data at startup', async () => {
  await dropBefore(2);
  const reports: string[] = [];
  const servers = [start({ raw: 1 }, reports), start({ raw: 1 }, reports)];
  await until('two days to be dropped', () => reports.length >= 2);
  await Promise.all(servers.map((server) => server.stop()));
  expect(reports.sort()).toEqual(['reading_2026_06_12', 'reading_2026_06_13']);
  expect(await storedValues()).toEqual([1, 0]);
});

test('a server without retention limits drops nothing and stores no cutoffs', async () => {
  const reports: string[] = [];
  await start({}, reports).stop();
  expect(reports).toEqual([]);
  expect(await imports.query('SELECT * FROM retention')).toEqual([]);
});
