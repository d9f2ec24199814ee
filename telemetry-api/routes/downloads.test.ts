import { gunzipSync } from 'node:zlib';
import { rmSync, writeFileSync } from 'node:fs';
import { exportFile } from '../exports/exportFile.ts';
import { startTestExports, type TestExports } from '../test/support/testExports.ts';
import { NOW_MS } from '../test/support/testService.ts';

let service: TestExports;

beforeAll(async () => {
  service = await startTestExports();
  service.start();
});

afterEach(() => service.setNow(NOW_MS));

afterAll(() => service.close());

test('an interrupted download can be resumed', async () => {
  const id = await service.queue();
  const { descarga, tamano } = await service.until(id, ['lista']);
  const whole = (await service.request(descarga)).body;
  const part = await service.request(descarga, { headers: { range: 'bytes=100-199' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${tamano}`);
  expect(part.body).toBe(whole.slice(100, 200));
  const beyond = await service.request(descarga, { headers: { range: `bytes=${tamano}-` } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${tamano}`]);
  expect(beyond.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(beyond.body).toMatchObject({
    status: 416,
    codigo: 'rango_no_disponible',
    detail: expect.stringContaining(`${tamano} bytes`),
  });
});

test('a link is valid for an hour and only with the parameters it was signed for', async () => {
  const id = await service.queue();
  const { descarga } = await service.until(id, ['lista']);
  const link = new URL(descarga);
  const altered = [
    descarga.replace(/vence=(\d)/, 'vence=9'),
    descarga.replace(/firma=./, (match: string) => (match.endsWith('A') ? 'firma=B' : 'firma=A')),
    descarga.replace(id, '11111111-1111-4111-8111-111111111111'),
  ];
  for (const url of altered) {
    expect((await service.request(url)).status).toBe(403);
  }
  expect((await service.request(link.pathname)).status).toBe(400);
  service.setNow(NOW_MS + 3_600_000);
  expect((await service.request(descarga)).body.codigo).toBe('enlace_invalido');
});

test('a signature with any other last character is rejected', async () => {
  const { descarga } = await service.until(await service.queue(), ['lista']);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const statuses = [];
  for (const last of [...alphabet, '', `${descarga.slice(-1)}=`]) {
    const link = descarga.slice(0, -1) + last;
    statuses.push([link === descarga, (await service.request(link)).status]);
  }
  expect(statuses.filter(([isSame]) => isSame)).toEqual([[true, 200]]);
  expect(new Set(statuses.filter(([isSame]) => !isSame).map(([, status]) => status))).toEqual(new Set([403]));
});

test('a link is the same for five minutes, so that the list of exports has the same ETag', async () => {
  const id = await service.queue();
  await service.until(id, ['lista']);
  const list = (etag: string) =>
    service.request('/v1/exportaciones', {
      headers: { authorization: `Bearer ${service.secret}`, 'if-none-match': etag },
    });
  service.setNow(NOW_MS + 1);
  const first = await list('"none"');
  const link = new URL(first.body.exportaciones[0].descarga);
  expect(Number(link.searchParams.get('vence'))).toBe(NOW_MS + 3_600_000 + 300_000);
  service.setNow(NOW_MS + 300_000);
  expect((await list(first.headers.get('etag') ?? '')).status).toBe(304);
  service.setNow(NOW_MS + 300_001);
  expect((await list(first.headers.get('etag') ?? '')).status).toBe(200);
});

test.each([
  ['is revoked', `revoked_ms = ${NOW_MS}`],
  ['has expired', `expires_ms = ${NOW_MS}`],
  ['has lost its permission', "permissions = '{lecturas:leer}'"],
])('a link is rejected once the key of its export %s', async (_, change) => {
  const id = await service.queue();
  const { descarga } = await service.until(id, ['lista']);
  expect((await service.request(descarga)).status).toBe(200);
  const before = await service.pool.query('SELECT permissions FROM api_key WHERE id = $1', [service.keyId]);
  await service.pool.query(`UPDATE api_key SET ${change} WHERE id = $1`, [service.keyId]);
  const { status, body } = await service.request(descarga);
  await service.pool.query('UPDATE api_key SET revoked_ms = NULL, expires_ms = NULL, permissions = $2 WHERE id = $1', [
    service.keyId,
    before.rows[0]?.permissions,
  ]);
  expect([status, body.codigo]).toEqual([403, 'enlace_invalido']);
});

test('a compressed export is a smaller file that can be resumed and decompresses to the same lines', async () => {
  const plain = await service.until(await service.queue(), ['lista', 'fallida']);
  const id = await service.queue({ format: 'csv.gz' });
  const packed = await service.until(id, ['lista', 'fallida']);
  expect(packed).toMatchObject({ estado: 'lista', formato: 'csv.gz', filas: plain.filas, progreso: 100 });
  expect(packed.tamano).toBeLessThan(plain.tamano / 3);

  const answer = await fetch(packed.descarga);
  expect(answer.headers.get('content-type')).toBe('application/gzip');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('content-disposition')).toContain(`${id}.csv.gz`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes).toHaveLength(packed.tamano);
  expect(gunzipSync(bytes).toString()).toBe((await service.request(plain.descarga)).body);

  const rest = await fetch(packed.descarga, { headers: { range: `bytes=1000-` } });
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(1000));
});

test('a download is resumed only if the file is the same, otherwise the whole file is sent', async () => {
  const id = await service.queue({ format: 'ndjson' });
  const { descarga, tamano } = await service.until(id, ['lista']);
  const etag = (await service.request(descarga)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\da-z-]+"$/);
  const resume = (ifRange: string) =>
    service.request(descarga, { headers: { range: 'bytes=10-', 'if-range': ifRange } });
  const part = await resume(etag);
  expect([part.status, part.headers.get('etag'), part.body.length]).toEqual([206, etag, tamano - 10]);
  const statuses = [];
  for (const other of ['"another"', `W/${etag}`, new Date(NOW_MS).toUTCString()]) {
    statuses.push((await resume(other)).status);
  }
  expect(statuses).toEqual([200, 200, 200]);

  writeFileSync(exportFile(service.dataDir, id, 'ndjson'), 'x'.repeat(tamano));
  expect((await resume(etag)).status).toBe(200);
});

test('HEAD reports the length and ETag of a file, and files are never sent with a content coding', async () => {
  const { descarga, tamano } = await service.until(await service.queue(), ['lista']);
  const head = await service.request(descarga, { method: 'HEAD', headers: { range: 'bytes=0-0' } });
  expect([head.status, head.body]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(String(tamano));
  expect(head.headers.get('accept-ranges')).toBe('bytes');
  const whole = await service.request(descarga, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(whole.headers.get('content-encoding')).toBeNull();
  expect(whole.headers.get('content-length')).toBe(String(tamano));
  expect(whole.headers.get('etag')).toBe(head.headers.get('etag'));
});

test('a deleted file is reported as archivo_no_encontrado', async () => {
  const id = await service.queue();
  const { descarga } = await service.until(id, ['lista']);
  rmSync(exportFile(service.dataDir, id, 'csv'));
  const { status, body } = await service.request(descarga);
  expect([status, body.codigo]).toEqual([404, 'archivo_no_encontrado']);
});
