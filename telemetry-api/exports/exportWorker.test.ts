import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { putExport, queueExport, type ExportJob, type ExportRequest } from '../store/exports.ts';
import { takeExport } from '../store/exportQueue.ts';
import { listKeys } from '../store/keys.ts';
import { writeReadings } from '../store/readings.ts';
import { NOW_MS, startTestService, testDevice, type TestService } from '../test/testService.ts';
import { exportFile } from './exportFile.ts';
import { startExportWorker, type ExportWorker } from './exportWorker.ts';

const T0 = Date.UTC(2026, 5, 1);
const COUNT = 12_000;

let service: TestService;
let secret: string;
let keyId: string;
let nowMs = NOW_MS;
let worker: ExportWorker | undefined;
const errors: unknown[] = [];

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01'), testDevice('"BOMBA", 7')]);
  secret = await service.key({ name: 'exporter' });
  keyId = (await listKeys(service.pool)).find(({ name }) => name === 'exporter')?.id ?? '';
  const temperature = service.tagId('COMP-01', 'temperatura');
  const tsEpochMs = Array.from({ length: COUNT }, (_, i) => T0 + i * 1000);
  await writeReadings(
    service.pool,
    { tagIds: tsEpochMs.map(() => temperature), tsEpochMs, values: tsEpochMs.map((_, i) => i / 4) },
    { onConflict: 'keep' }
  );
  const pressure = service.tagId('"BOMBA", 7', 'presion');
  await writeReadings(
    service.pool,
    { tagIds: [pressure, pressure], tsEpochMs: [T0, T0 + 1], values: [1, -2.5] },
    { onConflict: 'keep' }
  );
});

beforeEach(() => {
  errors.length = 0;
  nowMs = NOW_MS;
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  service.setNow(NOW_MS);
});

afterAll(() => service.close());

function start() {
  worker = startExportWorker({
    db: service.pool,
    dataDir: service.dataDir,
    now: () => nowMs,
    onError: (error) => errors.push(error),
  });
}

function request(more: Partial<ExportRequest> = {}): ExportRequest {
  return {
    keyId,
    description: 'Turno de noche',
    format: 'csv',
    tagIds: [service.tagId('COMP-01', 'temperatura')],
    level: 'raw',
    fromMs: T0,
    toMs: T0 + 86_400_000,
    ...more,
  };
}

async function until(id: string, states: readonly string[]) {
  for (;;) {
    const { body } = await service.get(`/v1/exportaciones/${id}`, {}, secret);
    if (states.includes(body.estado)) {
      return body;
    }
    await sleep(20);
  }
}

function job(state: ExportJob['state'], more: Partial<ExportJob> = {}): ExportJob {
  return {
    ...request(),
    id: '11111111-1111-4111-8111-111111111111',
    state,
    progress: 0,
    rows: null,
    sizeBytes: 0,
    error: null,
    createdMs: NOW_MS,
    finishedMs: null,
    expiresMs: null,
    ...more,
  };
}

test('an export waits, is written and can be downloaded by its link without a key', async () => {
  const id = await queueExport(service.pool, request(), NOW_MS);
  expect(await until(id, ['pendiente'])).toEqual({
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
  start();
  const ready = await until(id, ['lista', 'fallida']);
  expect(ready).toMatchObject({ estado: 'lista', progreso: 100, filas: COUNT, error: null });
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
    `COMP-01,temperatura,${new Date(T0 + (COUNT - 1) * 1000).toISOString()},${(COUNT - 1) / 4}`
  );
  expect(lines).toHaveLength(COUNT + 1);
});

test('several tags and buckets go into lines of JSON, whatever the names are', async () => {
  const tagIds = [service.tagId('COMP-01', 'temperatura'), service.tagId('"BOMBA", 7', 'presion')];
  const id = await queueExport(service.pool, request({ tagIds, format: 'ndjson', level: '1h' }), NOW_MS);
  start();
  const { descarga } = await until(id, ['lista']);
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
  const id = await queueExport(service.pool, request({ tagIds }), NOW_MS);
  start();
  const { descarga } = await until(id, ['lista']);
  expect((await service.request(descarga)).body).toContain('"""BOMBA"", 7",presion,2026-06-01T00:00:00.001Z,-2.5\r\n');
});

test('a download can go on where it broke off', async () => {
  const id = await queueExport(service.pool, request(), NOW_MS);
  start();
  const { descarga, tamano } = await until(id, ['lista']);
  const whole = (await service.request(descarga)).body;
  const part = await service.request(descarga, { headers: { range: 'bytes=100-199' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${tamano}`);
  expect(part.body).toBe(whole.slice(100, 200));
  expect((await service.request(descarga, { headers: { range: `bytes=${tamano}-` } })).status).toBe(416);
});

test('a link is good for an hour, only as it was signed, and only while there is a file', async () => {
  const id = await queueExport(service.pool, request(), NOW_MS);
  start();
  const { descarga } = await until(id, ['lista']);
  const link = new URL(descarga);
  const bent = [
    descarga.replace(/vence=(\d)/, 'vence=9'),
    descarga.replace(/firma=./, (match: string) => (match.endsWith('A') ? 'firma=B' : 'firma=A')),
    descarga.replace(id, '11111111-1111-4111-8111-111111111111'),
  ];
  for (const url of bent) {
    expect((await service.request(url)).status).toBe(403);
  }
  expect((await service.request(link.pathname)).status).toBe(400);
  service.setNow(NOW_MS + 3_600_000);
  expect((await service.request(descarga)).body.codigo).toBe('enlace_invalido');
});

test('a file that has run out is deleted and no longer offered', async () => {
  const id = await queueExport(service.pool, request(), NOW_MS);
  start();
  const { descarga } = await until(id, ['lista']);
  const file = exportFile(service.dataDir, id, 'csv');
  expect(existsSync(file)).toBe(true);
  nowMs = NOW_MS + 7 * 86_400_000;
  for (let waited = 0; existsSync(file) && waited < 5000; waited += 50) {
    await sleep(50);
  }
  expect(existsSync(file)).toBe(false);
  expect(await until(id, ['vencida'])).toMatchObject({ descarga: null, filas: COUNT });
  expect((await service.request(descarga)).body.codigo).toBe('archivo_no_encontrado');
});

test('an export is over at its time even before the worker comes by', async () => {
  const ready = job('ready', { progress: 100, rows: 1, finishedMs: NOW_MS, expiresMs: NOW_MS + 1000 });
  await putExport(service.pool, ready);
  expect((await service.get(`/v1/exportaciones/${ready.id}`, {}, secret)).body.estado).toBe('lista');
  service.setNow(NOW_MS + 1000);
  expect((await service.get(`/v1/exportaciones/${ready.id}`, {}, secret)).body).toMatchObject({
    estado: 'vencida',
    descarga: null,
  });
});

test('a job whose worker died is taken up again, one whose worker lives is not', async () => {
  await putExport(service.pool, job('processing', { progress: 40, rows: 10 }), Date.now() + 60_000);
  expect(await takeExport(service.pool, '22222222-2222-4222-8222-222222222222')).toBeUndefined();
  await putExport(service.pool, job('processing', { progress: 40, rows: 10 }), Date.now() - 1);
  start();
  expect(await until(job('processing').id, ['lista', 'fallida'])).toMatchObject({ estado: 'lista', filas: COUNT });
});

test('a job over which workers die again and again fails at last', async () => {
  await putExport(service.pool, job('processing'));
  for (let death = 0; death < 3; death++) {
    await takeExport(service.pool, '22222222-2222-4222-8222-222222222222');
    await service.pool.query('UPDATE export SET lease_until_ms = 0 WHERE id = $1', [job('processing').id]);
  }
  start();
  expect(await until(job('processing').id, ['lista', 'fallida'])).toMatchObject({
    estado: 'fallida',
    error: 'Se interrumpió 3 veces.',
  });
});

test('a worker that stops gives its job back and leaves no half file', async () => {
  const id = await queueExport(service.pool, request(), NOW_MS);
  start();
  await worker?.stop();
  const { body } = await service.get(`/v1/exportaciones/${id}`, {}, secret);
  expect(['pendiente', 'lista']).toContain(body.estado);
  expect(readdirSync(`${service.dataDir}/exports`).filter((name) => name.endsWith('.part'))).toEqual([]);
  start();
  expect((await until(id, ['lista', 'fallida'])).estado).toBe('lista');
});

test('a file that cannot be written fails its export without telling why, and the worker goes on', async () => {
  const blocked = '33333333-3333-4333-8333-333333333333';
  await putExport(service.pool, job('pending', { id: blocked, tagIds: [service.tagId('COMP-01', 'temperatura')] }));
  await service.pool.query(`UPDATE export SET from_ms = $1, to_ms = $2 WHERE id = $3`, [T0, T0 + 1, blocked]);
  const { mkdirSync } = await import('node:fs');
  mkdirSync(exportFile(service.dataDir, blocked, 'csv'), { recursive: true });
  start();
  expect(await until(blocked, ['fallida'])).toMatchObject({ error: 'El archivo no se pudo escribir.', descarga: null });
  expect(errors).toHaveLength(1);
  const id = await queueExport(service.pool, request({ toMs: T0 + 1 }), NOW_MS);
  await until(id, ['lista']);
  expect(readFileSync(exportFile(service.dataDir, id, 'csv'), 'utf8').split('\r\n')).toHaveLength(3);
});

test('the list holds the last fifty of the key, newest first; those of others are not there', async () => {
  const other = await service.key({ name: 'other' });
  const otherId = (await listKeys(service.pool)).find(({ name }) => name === 'other')?.id ?? '';
  const ids = [];
  for (let i = 0; i < 55; i++) {
    ids.push(await queueExport(service.pool, request({ keyId: otherId, description: `n.º ${i}` }), NOW_MS + i));
  }
  const { body } = await service.get('/v1/exportaciones', {}, other);
  expect(body.exportaciones.map(({ id }: { id: string }) => id)).toEqual(ids.reverse().slice(0, 50));

  const hidden = await service.get(`/v1/exportaciones/${ids[0]}`, {}, secret);
  const missing = await service.get('/v1/exportaciones/99999999-9999-4999-8999-999999999999', {}, secret);
  expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
  await service.pool.query('DELETE FROM export WHERE key_id = $1', [otherId]);
});

test.each(['123', 'abc', '00000000-0000-4000-8000-00000000000g'])('%s is no id of an export', async (id) => {
  const { status, body } = await service.get(`/v1/exportaciones/${id}`, {}, secret);
  expect([status, body.parametro]).toEqual([400, 'id']);
});

test('exports take no parameters', async () => {
  expect((await service.get('/v1/exportaciones', { limite: 5 }, secret)).body.parametro).toBe('limite');
});
