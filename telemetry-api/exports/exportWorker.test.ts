import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { Queryable } from '../store/database/queryable.ts';
import { putExport, queueExport } from '../store/exports/exports.ts';
import { reportExport, claimExport } from '../store/exports/exportQueue.ts';
import { listKeys } from '../store/keys/keys.ts';
import { READINGS, startTestExports, T0, type TestExports } from '../test/support/testExports.ts';
import { NOW_MS } from '../test/support/testService.ts';
import { exportFile, partFile } from './exportFile.ts';
import { startExportWorker } from './exportWorker.ts';
import { writeExport } from './writeExport.ts';
import { until } from '../test/support/until.ts';
import { startStopwatch } from '../stopwatch.ts';

let service: TestExports;

beforeAll(async () => {
  service = await startTestExports();
});

afterEach(async () => {
  await service.stop();
  service.setNow(NOW_MS);
});

afterAll(() => service.close());

test('an export is queued, written and downloaded by its link without a key', async () => {
  const id = await service.queue();
  expect(await service.until(id, ['pendiente'])).toEqual({
    id,
    tipo: 'lecturas',
    descripcion: 'Turno de noche',
    formato: 'csv',
    estado: 'pendiente',
    progreso: 0,
    filas: null,
    tamano: 0,
    error: null,
    creadoEn: new Date(NOW_MS).toISOString(),
    terminadoEn: null,
    venceEn: null,
    descarga: null,
  });
  service.start();
  const ready = await service.until(id, ['lista', 'fallida']);
  expect(ready).toMatchObject({ estado: 'lista', progreso: 100, filas: READINGS, error: null });
  expect(ready.descarga).toContain(`${service.address}/descargas/${id}?`);

  const { status, headers, body } = await service.request(ready.descarga);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toContain(`${id}.csv`);
  expect(Buffer.byteLength(body)).toBe(ready.tamano);
  const lines = body.trimEnd().split('\r\n');
  expect(lines[0]).toBe('dispositivo,tag,ts,valor');
  expect(lines[1]).toBe('COMP-01,temperatura,2026-06-01T00:00:00.000Z,0');
  expect(lines.at(-1)).toBe(
    `COMP-01,temperatura,${new Date(T0 + (READINGS - 1) * 1000).toISOString()},${(READINGS - 1) / 4}`
  );
  expect(lines).toHaveLength(READINGS + 1);
});

test('buckets of several tags are written as lines of JSON, with any characters in their names', async () => {
  const tagIds = [service.tagId('COMP-01', 'temperatura'), service.tagId('"BOMBA", 7', 'presion')];
  const id = await service.queue({ tagIds, format: 'ndjson', level: '1h' });
  service.start();
  const { descarga } = await service.until(id, ['lista']);
  const lines = String((await service.request(descarga)).body)
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { dispositivo: '"BOMBA", 7', tag: 'presion', ts: '2026-06-01T00:00:00.000Z', avg: -0.75, min: -2.5, max: 1, n: 2 },
    ...[0, 1, 2, 3].map((hour) =>
      expect.objectContaining({ dispositivo: 'COMP-01', ts: `2026-06-01T0${hour}:00:00.000Z` })
    ),
  ]);
});

test('a name with commas and quotes stays one cell of a CSV', async () => {
  const tagIds = [service.tagId('"BOMBA", 7', 'presion')];
  const id = await service.queue({ tagIds });
  service.start();
  const { descarga } = await service.until(id, ['lista']);
  expect((await service.request(descarga)).body).toContain('"""BOMBA"", 7",presion,2026-06-01T00:00:00.001Z,-2.5\r\n');
});

test('an expired file is deleted and can no longer be downloaded', async () => {
  const id = await service.queue();
  let nowMs = NOW_MS;
  service.start({ now: () => nowMs });
  const { descarga } = await service.until(id, ['lista']);
  const file = exportFile(service.dataDir, id, 'csv');
  expect(existsSync(file)).toBe(true);
  nowMs = NOW_MS + 7 * 86_400_000;
  await until('the file to be deleted', () => !existsSync(file));
  expect(await service.until(id, ['vencida'])).toMatchObject({ descarga: null, filas: READINGS });
  expect((await service.request(descarga)).body.codigo).toBe('archivo_no_encontrado');
});

test('an export is reported as expired even before the worker deletes it', async () => {
  const ready = service.job('ready', { progress: 100, rows: 1, finishedMs: NOW_MS, expiresMs: NOW_MS + 1000 });
  await putExport(service.pool, ready);
  expect((await service.get(`/v1/exportaciones/${ready.id}`, {}, service.secret)).body.estado).toBe('lista');
  service.setNow(NOW_MS + 1000);
  expect((await service.get(`/v1/exportaciones/${ready.id}`, {}, service.secret)).body).toMatchObject({
    estado: 'vencida',
    descarga: null,
  });
});

test('a job is claimed again when its lease has expired, and not before', async () => {
  await putExport(service.pool, service.job('processing', { progress: 40, rows: 10 }), Date.now() + 60_000);
  expect(await claimExport(service.pool, '22222222-2222-4222-8222-222222222222')).toBeUndefined();
  await putExport(service.pool, service.job('processing', { progress: 40, rows: 10 }), Date.now() - 1);
  service.start();
  expect(await service.until(service.job('processing').id, ['lista', 'fallida'])).toMatchObject({
    estado: 'lista',
    filas: READINGS,
  });
});

test('a job fails after workers have died processing it three times', async () => {
  await putExport(service.pool, service.job('processing'));
  for (let death = 0; death < 3; death++) {
    await claimExport(service.pool, '22222222-2222-4222-8222-222222222222');
    await service.pool.query('UPDATE export SET lease_until_ms = 0 WHERE id = $1', [service.job('processing').id]);
  }
  service.start();
  expect(await service.until(service.job('processing').id, ['lista', 'fallida'])).toMatchObject({
    estado: 'fallida',
    error: 'Se interrumpió 3 veces.',
  });
});

test('a worker that stops returns its job to the queue and leaves no unfinished file', async () => {
  const id = await service.queue();
  service.start();
  await service.stop();
  const { body } = await service.get(`/v1/exportaciones/${id}`, {}, service.secret);
  expect(['pendiente', 'lista']).toContain(body.estado);
  expect(readdirSync(`${service.dataDir}/exports`).filter((name) => name.endsWith('.part'))).toEqual([]);
  service.start();
  expect((await service.until(id, ['lista', 'fallida'])).estado).toBe('lista');
});

test('a file that cannot be written fails its export without internal details, and the worker continues', async () => {
  const blocked = '33333333-3333-4333-8333-333333333333';
  await putExport(
    service.pool,
    service.job('pending', { id: blocked, tagIds: [service.tagId('COMP-01', 'temperatura')] })
  );
  await service.pool.query(`UPDATE export SET from_ms = $1, to_ms = $2 WHERE id = $3`, [T0, T0 + 1, blocked]);
  mkdirSync(exportFile(service.dataDir, blocked, 'csv'), { recursive: true });
  service.start();
  expect(await service.until(blocked, ['fallida'])).toMatchObject({
    error: 'El archivo no se pudo escribir.',
    descarga: null,
  });
  expect(service.errors).toHaveLength(1);
  const id = await service.queue({ toMs: T0 + 1 });
  await service.until(id, ['lista']);
  expect(readFileSync(exportFile(service.dataDir, id, 'csv'), 'utf8').split('\r\n')).toHaveLength(3);
});

test('an outage is reported once, and so is an error right after it', async () => {
  const unreachable = Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' });
  const broken = new Error('no such column');
  const pending = [unreachable, unreachable, broken, unreachable];
  const reported: unknown[] = [];
  let isOver = (): void => undefined;
  const over = new Promise<void>((resolve) => (isOver = resolve));
  const fail = async () => {
    const error = pending.shift();
    if (error === undefined) {
      isOver();
    }
    throw error ?? unreachable;
  };
  const worker = startExportWorker({
    db: { query: fail } as unknown as Queryable,
    dataDir: service.dataDir,
    exportsMaxBytes: 1,
    now: () => NOW_MS,
    startStopwatch,
    onError: (error) => reported.push(error),
  });
  await over;
  await worker.stop();
  expect(reported).toEqual([unreachable, broken, unreachable]);
});

test('the list contains the latest fifty exports of the key, newest first, and none of other keys', async () => {
  const other = await service.key({ name: 'other' });
  const otherId = (await listKeys(service.pool)).find(({ name }) => name === 'other')?.id ?? '';
  const ids = [];
  for (let i = 0; i < 55; i++) {
    ids.push(
      await queueExport(service.pool, service.exportRequest({ keyId: otherId, description: `n.º ${i}` }), NOW_MS + i)
    );
  }
  const { body } = await service.get('/v1/exportaciones', {}, other);
  expect(body.exportaciones.map(({ id }: { id: string }) => id)).toEqual(ids.reverse().slice(0, 50));

  const hidden = await service.get(`/v1/exportaciones/${ids[0]}`, {}, service.secret);
  const missing = await service.get('/v1/exportaciones/99999999-9999-4999-8999-999999999999', {}, service.secret);
  expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
  await service.pool.query('DELETE FROM export WHERE key_id = $1', [otherId]);
});

test.each(['123', 'abc', '00000000-0000-4000-8000-00000000000g'])('%s is not a valid export id', async (id) => {
  const { status, body } = await service.get(`/v1/exportaciones/${id}`, {}, service.secret);
  expect([status, body.parametro]).toEqual([400, 'id']);
});

test('exports take no parameters', async () => {
  expect((await service.get('/v1/exportaciones', { limite: 5 }, service.secret)).body.parametro).toBe('limite');
});

test('two workers on one queue do each job once', async () => {
  const ids = [];
  for (let i = 0; i < 8; i++) {
    ids.push(await service.queue({ toMs: T0 + 60_000 }));
  }
  service.start();
  service.start();
  for (const id of ids) {
    expect((await service.until(id, ['lista', 'fallida'])).filas).toBe(60);
  }
  const { rows } = await service.pool.query('SELECT DISTINCT attempts FROM export WHERE id = ANY ($1)', [ids]);
  expect(rows).toEqual([{ attempts: 1 }]);
});

test('a worker that lost its lease cannot corrupt the file of the next worker', async () => {
  const id = await service.queue();
  await claimExport(service.pool, '22222222-2222-4222-8222-222222222222');
  const file = exportFile(service.dataDir, id, 'csv');
  const slow = writeExport(
    service.pool,
    service.exportRequest(),
    { file, part: partFile(file, '22222222-2222-4222-8222-222222222222') },
    async (at) => {
      if (at.rows > 0) {
        await service.pool.query('UPDATE export SET lease_until_ms = 0 WHERE id = $1', [id]);
        service.start();
        await service.until(id, ['lista', 'fallida']);
      }
      return reportExport(service.pool, '22222222-2222-4222-8222-222222222222', id, at);
    }
  );
  expect(await slow).toBeUndefined();
  expect(await service.until(id, ['lista', 'fallida'])).toMatchObject({ estado: 'lista', filas: READINGS });
  expect(readFileSync(file, 'utf8').trimEnd().split('\r\n')).toHaveLength(READINGS + 1);
});
