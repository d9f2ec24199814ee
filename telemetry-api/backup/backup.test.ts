import { readFileSync } from 'node:fs';
import { exportFile } from '../exports/exportFile.ts';
import { upsertAlerts } from '../store/alerts/alerts.ts';
import { putExport } from '../store/exports/exports.ts';
import { upsertDevices } from '../store/inventory/inventory.ts';
import { writeReadings } from '../store/readings/readings.ts';
import { STORED_TABLES } from '../store/backup/storedTables.ts';
import { ADVISORY_LOCKS } from '../store/database/advisoryLocks.ts';
import { rejectOtherThanWhole } from '../store/database/instance.ts';
import { readSchemaVersion } from '../store/database/migrate.ts';
import { rejectIncompleteSchema } from '../store/database/schemaParts.ts';
import { openTestDatabase, type TestDatabase } from '../test/support/databases/testDatabase.ts';
import { readTables } from '../test/support/readTables.ts';
import { backUp, inPieces, restore } from '../test/support/testBackups.ts';
import { startTestExports, T0, type TestExports } from '../test/support/testExports.ts';
import { until } from '../test/support/until.ts';
import { NOW_MS, startTestService, testDevice } from '../test/support/testService.ts';
import { DamagedBackupError } from './backupFormat.ts';
import { checkBackup } from './restoreBackup.ts';

const never = new AbortController().signal;

let plant: TestExports;
let opened: TestDatabase[];

beforeEach(async () => {
  opened = [];
  plant = await startTestExports();
});

afterEach(async () => {
  await plant.close();
  await Promise.all(opened.map((database) => database.close()));
});

async function openTarget(): Promise<TestDatabase> {
  const target = await openTestDatabase();
  opened.push(target);
  return target;
}

/** The export as the API reports it. */
async function finishedExport() {
  const worker = plant.start();
  const finished = await plant.until(await plant.queue({ format: 'csv.gz' }), ['lista']);
  await worker.stop();
  return finished;
}

const DAY = { desde: new Date(T0).toISOString(), hasta: new Date(T0 + 86_400_000).toISOString() };
const HISTORY = { dispositivo: 'COMP-01', tag: 'temperatura', ...DAY };
const FIRST_PAGE = { ...HISTORY, intervalo: 'crudo', limite: 100 };

/** What all operations of the API answer. */
async function listings(get: TestExports['get'], secret: string, exportId: string): Promise<unknown> {
  const answers = [
    await get('/v1/dispositivos', {}, secret),
    await get('/v1/dispositivos', { limite: 1 }, secret),
    await get('/v1/exportaciones', {}, secret),
    await get(`/v1/exportaciones/${exportId}`, {}, secret),
    await get('/v1/alertas', DAY, secret),
    await get('/v1/alertas', { ...DAY, estado: 'abiertas' }, secret),
    await get('/v1/alertas', { ...DAY, limite: 1 }, secret),
    await get('/v1/valores', {}, secret),
    await get('/v1/valores', { dispositivo: HISTORY.dispositivo }, secret),
    await get('/v1/valores', { limite: 1 }, secret),
  ];
  for (const intervalo of ['crudo', '1m', '1h', '1d']) {
    answers.push(await get('/v1/lecturas', { ...HISTORY, intervalo }, secret));
  }
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return answers.map(({ body }) => body);
}

/** Links have the address of the server that gave them. */
function withoutAddress(answers: unknown, { address }: { readonly address: string }): unknown {
  return JSON.parse(JSON.stringify(answers).replaceAll(address, ''));
}

test('what is restored is what was backed up: all rows, keys, cursors, links and files', async () => {
  const finished = await finishedExport();
  const { secret } = plant;
  const alert = {
    ...{ tagId: plant.tagId('COMP-01', 'temperatura'), rule: 'Temperatura alta', severity: 'critical' as const },
    ...{ startedMs: T0, openedMs: T0 + 1000, startValue: 1, peakValue: 2.5 },
  };
  await upsertAlerts(plant.pool, [
    { ...alert, id: '33333333-3333-4333-8333-333333333333', acknowledgedMs: T0 + 2000, endedMs: T0 + 3000 },
    { ...alert, id: '44444444-4444-4444-8444-444444444444', acknowledgedMs: null, endedMs: null },
  ]);
  const page = await plant.get('/v1/lecturas', FIRST_PAGE, secret);
  const before = withoutAddress(await listings(plant.get, secret, finished.id), plant);
  const { bytes, summary } = await backUp(plant);
  expect(summary).toMatchObject({ files: 1, missingFiles: [] });

  const target = await openTarget();
  await restore(bytes, target);

  expect(await readTables(target.pool)).toEqual(await readTables(plant.pool));
  expect(readFileSync(exportFile(target.dataDir, finished.id, 'csv.gz'))).toEqual(
    readFileSync(exportFile(plant.dataDir, finished.id, 'csv.gz'))
  );
  const restored = await startTestService([], {}, target);
  opened.splice(opened.indexOf(target), 1);
  try {
    expect(withoutAddress(await listings(restored.get, secret, finished.id), restored)).toEqual(before);
    const rest = await restored.get('/v1/lecturas', { ...FIRST_PAGE, siguiente: page.body.siguiente }, secret);
    expect(rest.body.datos[0]).toEqual({ ts: '2026-06-01T00:01:40.000Z', valor: 25 });
    const link = new URL(finished.descarga);
    expect((await restored.request(`${link.pathname}${link.search}`)).status).toBe(200);
    await upsertDevices(target.pool, [testDevice('NEW-1', { siteCode: 'sur' })]);
  } finally {
    await restored.close();
  }
});

test('exports without their file are expired in the copy, and those that are being written start over', async () => {
  const { id } = await finishedExport();
  const [lost, half] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const { pool } = plant;
  await putExport(pool, plant.job('ready', { id: lost, rows: 1, finishedMs: NOW_MS, expiresMs: NOW_MS + 1 }));
  await putExport(pool, plant.job('processing', { id: half, progress: 40 }), NOW_MS + 1000);
  const { bytes, summary } = await backUp(plant);
  expect(summary).toMatchObject({ files: 1, missingFiles: [lost] });

  const target = await openTarget();
  await restore(bytes, target);
  const { rows } = await target.pool.query('SELECT id, state, progress FROM export ORDER BY state');
  expect(rows).toEqual([
    { id: lost, state: 'expired', progress: 0 },
    { id: half, state: 'pending', progress: 0 },
    { id, state: 'ready', progress: 100 },
  ]);
});

test('a backup of an earlier version is restored into its tables, which are then migrated', async () => {
  await plant.pool.query('DELETE FROM schema_migration WHERE version > 6');
  const { bytes } = await backUp(plant);
  const target = await openTestDatabase({ schemaVersion: 6 });
  opened.push(target);
  await restore(bytes, target);
  expect(await readSchemaVersion(target.pool)).toBeGreaterThan(6);
  await rejectIncompleteSchema(target.pool, 'the plant');
  await rejectOtherThanWhole(target.pool, 'the plant');
  expect(await readTables(target.pool)).toEqual(await readTables(plant.pool));
});

test('a database with rows is not touched', async () => {
  const { bytes } = await backUp(plant);
  const target = await openTarget();
  await upsertDevices(target.pool, [testDevice('OTHER-1')]);
  const before = await readTables(target.pool);
  await expect(restore(bytes, target)).rejects.toThrow(
    /is not empty: it has rows in site, area, device, tag\. A restore or move needs an empty one/
  );
  await rejectOtherThanWhole(target.pool, 'the plant');
  expect(await readTables(target.pool)).toEqual(before);
});

test('a backup and a restore end when they are cancelled, with what the operator pressed', async () => {
  const cancelled = new Error('Interrupted.');
  const stopBackup = new AbortController();
  stopBackup.abort(cancelled);
  await expect(backUp(plant, stopBackup.signal)).rejects.toThrow(cancelled);

  const { bytes } = await backUp(plant);
  const target = await openTarget();
  const stopRestore = new AbortController();
  const onProgress = (what: string) => {
    if (what.startsWith('reading')) {
      stopRestore.abort(cancelled);
    }
  };
  await expect(restore(bytes, target, stopRestore.signal, onProgress)).rejects.toThrow(cancelled);
  await restore(bytes, target);
  expect(await readTables(target.pool)).toEqual(await readTables(plant.pool));
});

test('a backup ends at once when it is cancelled, while it waits for retention or reads rows', async () => {
  const cancelled = new Error('Interrupted.');
  const holder = await plant.pool.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.retention]);
  const waiting = new AbortController();
  const backup = backUp(plant, waiting.signal);
  await until('the backup to wait', async () => {
    const { rows } = await holder.query('SELECT 1 FROM pg_locks WHERE objid = $1 AND NOT granted', [
      ADVISORY_LOCKS.retention,
    ]);
    return rows.length > 0;
  });
  waiting.abort(cancelled);
  await expect(backup).rejects.toThrow(cancelled);
  holder.release(true);

  const reading = new AbortController();
  await expect(backUp(plant, reading.signal, async () => reading.abort(cancelled))).rejects.toThrow(cancelled);
});

test('a backup names every table and column of the database', async () => {
  const { rows } = await plant.pool.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text ORDER BY column_name) AS columns FROM information_schema.columns c
     JOIN pg_class k ON k.relname = c.table_name AND k.relkind IN ('r', 'p') AND NOT k.relispartition
     WHERE table_schema = 'public' AND table_name NOT IN ('schema_migration', 'instance', 'retention_announcement') GROUP BY 1 ORDER BY 1`
  );
  // Of an export that is being written.
  const ofWorkers = ['worker', 'lease_until_ms', 'attempts'];
  expect(rows.map(({ name, columns }) => [name, columns.filter((column) => !ofWorkers.includes(column))])).toEqual(
    [...STORED_TABLES]
      .map(({ name, columns }) => [name, [...columns].sort()])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  );
});

test('it is of one instant, although readings are written meanwhile', async () => {
  const { pool } = plant;
  const before = await readTables(pool);
  const tagId = plant.tagId('COMP-01', 'temperatura');
  const { bytes } = await backUp(plant, never, async (chunks) => {
    const ts = T0 + 40_000_000 + chunks;
    await writeReadings(pool, { tagIds: [tagId], tsEpochMs: [ts], values: [chunks] }, { onConflict: 'keep' });
  });
  const target = await openTarget();
  await restore(bytes, target);
  expect(await readTables(target.pool)).toEqual(before);
});

test('wherever the backup is cut or changed, it is an error, and no command opens what was restored of it', async () => {
  const { bytes } = await backUp(plant);
  const target = await openTarget();
  const random = (n: number) => Math.floor((Math.sin(n * 78.233) * 0.5 + 0.5) * bytes.length);
  const cuts = [bytes.length - 1, ...Array.from({ length: 12 }, (_, i) => random(i))];
  for (const cut of cuts) {
    await expect(restore(bytes.subarray(0, cut), target)).rejects.toThrow(DamagedBackupError);
    const { rows } = await target.pool.query('SELECT count(*)::int AS n FROM api_key');
    expect(rows).toEqual([{ n: 0 }]);
  }
  for (let n = 0; n < 12; n++) {
    const changed = Buffer.from(bytes);
    const at = 200 + (random(n + 100) % (bytes.length - 200));
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(restore(changed, target)).rejects.toThrow();
    await expect(checkBackup(inPieces(changed))).rejects.toThrow(DamagedBackupError);
  }
  await expect(rejectOtherThanWhole(target.pool, 'the plant')).rejects.toThrow(
    'A restore or move into the plant began at 2026-06-15T12:00:00.000Z'
  );

  await restore(bytes, target);
  await rejectOtherThanWhole(target.pool, 'the plant');
  expect(await readTables(target.pool)).toEqual(await readTables(plant.pool));
});
