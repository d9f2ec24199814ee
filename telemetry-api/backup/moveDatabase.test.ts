import { claimFolder } from '../exports/claimFolder.ts';
import { lockOutWriters, markMoved, unmarkMoved } from '../store/backup/moving.ts';
import { inTransaction } from '../store/database/database.ts';
import { readInstance, rejectOtherThanWhole } from '../store/database/instance.ts';
import { upsertDevices } from '../store/inventory/inventory.ts';
import { createKey } from '../store/keys/keys.ts';
import { writeReadings } from '../store/readings/readings.ts';
import { openTestDatabase, type TestDatabase } from '../test/support/databases/testDatabase.ts';
import { FULL_ACCESS } from '../test/support/fullAccess.ts';
import { readTables } from '../test/support/readTables.ts';
import { READINGS, startTestExports, T0, type TestExports } from '../test/support/testExports.ts';
import { until } from '../test/support/until.ts';
import { NOW_MS, testDevice } from '../test/support/testService.ts';
import { moveDatabase, type MoveOptions } from './moveDatabase.ts';

const MINUTE_MS = 60_000;

let plant: TestExports;
let target: TestDatabase;

beforeEach(async () => {
  plant = await startTestExports();
  target = await openTestDatabase();
  // Both are copies of one template.
  await target.pool.query('UPDATE instance SET id = gen_random_uuid()');
});

afterEach(async () => {
  await plant.close();
  await target.close();
});

function move(more: Partial<MoveOptions> = {}) {
  return moveDatabase({
    source: plant,
    target,
    isFinishing: false,
    nowMs: NOW_MS,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  });
}

/** Writes readings of one tag, which replace others. */
function write(tsEpochMs: readonly number[], value: number) {
  const tagId = plant.tagId('COMP-01', 'temperatura');
  return writeReadings(
    plant.pool,
    { tagIds: tsEpochMs.map(() => tagId), tsEpochMs, values: tsEpochMs.map(() => value) },
    { onConflict: 'replace' }
  );
}

async function expectSamePlant() {
  expect(await readTables(target.pool)).toEqual(await readTables(plant.pool));
}

test('a finished move has every row, key and cursor; the source rejects writers and names the target', async () => {
  await plant.queue();
  const { id } = await readInstance(plant.pool);
  expect((await plant.request('/health/ready')).status).toBe(200);
  plant.letPass(1000);
  const rounds = await move({ isFinishing: true });
  expect(rounds[0]?.rows).toBeGreaterThan(READINGS);
  await expectSamePlant();

  await rejectOtherThanWhole(target.pool, 'the target');
  expect(await readInstance(target.pool)).toEqual({ id, restoringSinceMs: null, movedTo: null });
  await claimFolder(target.pool, plant.dataDir);
  await upsertDevices(target.pool, [testDevice('NEW-1', { siteCode: 'sur' })]);

  const moved = new RegExp(`The plant of .* was moved to ${target.location}`);
  await expect(rejectOtherThanWhole(plant.pool, 'the source')).rejects.toThrow(moved);
  await expect(write([T0], 7)).rejects.toThrow(moved);
  await expect(upsertDevices(plant.pool, [testDevice('NEW-1')])).rejects.toThrow(moved);
  await expect(createKey(plant.pool, { ...FULL_ACCESS, name: 'late' }, NOW_MS)).rejects.toThrow(moved);
  await expect(plant.queue()).rejects.toThrow(moved);
  // The service that still runs on it answers with old values, so no proxy should send it requests.
  expect((await plant.request('/health/ready')).status).toBe(503);
});

test('only what has changed is copied again: an hour of readings, its buckets, what was deleted', async () => {
  await move();
  expect((await move()).map(({ rows }) => rows)).toEqual([0]);

  await write([T0 + 30 * MINUTE_MS], -1);
  const [round] = await move();
  // The readings of that hour, the minutes of that day, hours and days, and latest values.
  expect(round?.rows).toBeLessThan(4500);
  await plant.pool.query('DELETE FROM reading WHERE ts >= $1', [T0 + 200 * MINUTE_MS - 1000]);
  await move();
  await move({ isFinishing: true });
  await expectSamePlant();
});

test('a device that is renamed or deactivated, and tags that are new, are copied with what refers to them', async () => {
  await move();
  await upsertDevices(plant.pool, [testDevice('COMP-01', { name: 'Otro' }), testDevice('NEW-1')]);
  await move({ isFinishing: true });
  await expectSamePlant();
});

test('whatever is written meanwhile is in the target, or was rejected', async () => {
  let isMoving = true;
  const acknowledged: number[] = [];
  const expectMoved = (error: Error) => expect(error.message).toMatch(/was moved to/);
  const writing = (async () => {
    for (let i = 0; isMoving; i++) {
      const ts = T0 + ((i * 7919) % READINGS) * 1000 + 500;
      await write([ts, ts + 86_400_000], i).then(() => acknowledged.push(ts), expectMoved);
    }
  })();
  await until('a row to be written', () => acknowledged.length > 0);
  await move({ isFinishing: true });
  isMoving = false;
  await writing;
  await expectSamePlant();
  const { rows } = await target.pool.query('SELECT count(*)::int AS n FROM reading WHERE ts = ANY ($1)', [
    acknowledged,
  ]);
  expect(rows).toEqual([{ n: new Set(acknowledged).size }]);
});

test('wherever it is interrupted, the source stays the plant, and the next move goes on', async () => {
  const cancelled = new Error('Interrupted.');
  let steps = 0;
  for (let stopAt = 1; ; stopAt += 3) {
    const interruption = new AbortController();
    let step = 0;
    const onProgress = () => {
      step++;
      if (step === stopAt) {
        interruption.abort(cancelled);
      }
    };
    const moving = move({ isFinishing: true, signal: interruption.signal, onProgress });
    if (
      await moving.then(
        () => true,
        (error) => (expect(error).toBe(cancelled), false)
      )
    ) {
      break;
    }
    steps++;
    await expect(rejectOtherThanWhole(target.pool, 'the target')).rejects.toThrow('has not ended');
    await rejectOtherThanWhole(plant.pool, 'the source');
    await write([T0 + stopAt * 1000], stopAt);
  }
  expect(steps).toBeGreaterThan(5);
  await expectSamePlant();
});

test('interrupted after the source was marked, neither database is the plant until the next move has finished it', async () => {
  await move();
  await write([T0], 5);
  await inTransaction(plant.pool, async (client) => {
    await lockOutWriters(client);
    await markMoved(client, target.location);
  });
  await expect(rejectOtherThanWhole(plant.pool, 'the source')).rejects.toThrow('was moved to');
  await expect(rejectOtherThanWhole(target.pool, 'the target')).rejects.toThrow('has not ended');
  expect((await move()).map(({ isLast }) => isLast)).toEqual([false, true]);
  await rejectOtherThanWhole(target.pool, 'the target');
  await expectSamePlant();
});

test('a move that is undone leaves a database that accepts rows', async () => {
  await move({ isFinishing: true });
  await inTransaction(plant.pool, unmarkMoved);
  await rejectOtherThanWhole(plant.pool, 'the source');
  await write([T0], 5);
  await expect(move()).rejects.toThrow('is the database of the plant itself');
});

test('a plant that was moved is not moved back over its earlier rows', async () => {
  await move({ isFinishing: true });
  await expect(move()).rejects.toThrow('there is nothing left to do');
  await expect(move({ source: target, target: plant })).rejects.toThrow('had this plant before');
});

test('a target with a plant of its own, and one other than that of a finished move, are not touched', async () => {
  await upsertDevices(target.pool, [testDevice('OTHER-1')]);
  const before = await readTables(target.pool);
  await expect(move({ isFinishing: true })).rejects.toThrow(/is not empty: it has rows in site/);
  expect(await readTables(target.pool)).toEqual(before);
  await rejectOtherThanWhole(target.pool, 'the target');

  await inTransaction(plant.pool, (client) => markMoved(client, 'postgres://elsewhere/plant'));
  await expect(move()).rejects.toThrow('was moved to postgres://elsewhere/plant. Move it from there.');
});
