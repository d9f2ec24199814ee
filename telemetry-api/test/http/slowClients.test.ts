import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { exportFile } from '../../exports/exportFile.ts';
import { putExport } from '../../store/exports/exports.ts';
import { writeReadings } from '../../store/readings/readings.ts';
import { holdTable } from '../support/databases/holdTable.ts';
import { getRequest, openConnection } from './rawConnection.ts';
import { startTestExports, type TestExports } from '../support/testExports.ts';
import { NOW_MS } from '../support/testService.ts';
import { until } from '../support/until.ts';

/** More than the send and receive buffers of a connection. */
const LARGE_BYTES = 50_000_000;
const LIMITS = {
  maxConcurrentRequests: 60,
  maxConcurrentRequestsPerKey: 40,
  maxRunning: 3,
  maxRunningPerKey: 2,
  maxConcurrentDownloads: 6,
  maxDownloadsPerExport: 2,
  maxDownloadsPerAddress: 3,
};

let service: TestExports;
let registry: Registry;
const connections: Socket[] = [];

/** @param stallTimeoutMs long where a test needs clients that stay stalled */
async function start(stallTimeoutMs: number): Promise<void> {
  registry = new Registry();
  service = await startTestExports({
    limits: { ...LIMITS, stallTimeoutMs },
    registry,
    trustProxy: '127.0.0.1',
  });
}

afterEach(async () => {
  connections.splice(0).forEach((socket) => socket.destroy());
  await service.close();
});

/** The link of a new export with a large file. */
async function largeExport(): Promise<string> {
  const id = randomUUID();
  const file = exportFile(service.dataDir, id, 'csv');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, LARGE_BYTES);
  const ready = { progress: 100, rows: 1, sizeBytes: LARGE_BYTES, finishedMs: NOW_MS, expiresMs: NOW_MS + 86_400_000 };
  await putExport(service.pool, service.job('ready', { id, ...ready }));
  return (await service.get(`/v1/exportaciones/${id}`, {}, service.secret)).body.descarga;
}

/** A client that receives the beginning of a download and then reads nothing. */
async function stall(link: string, address: string): Promise<void> {
  const { pathname, search } = new URL(link);
  const socket = await openConnection(service.address);
  connections.push(socket);
  socket.write(getRequest(pathname + search, { 'x-forwarded-for': address }));
  await once(socket, 'readable');
}

function firstByte(link: string, address: string) {
  return service.request(link, { headers: { range: 'bytes=0-0', 'x-forwarded-for': address } });
}

/** Not by /metrics, which also reads tables that a test holds. */
async function requestsAtWork(): Promise<number> {
  const metric = await registry.getSingleMetric('telemetry_http_requests_at_work')?.get();
  return metric?.values[0]?.value ?? NaN;
}

test('downloads that nobody reads take the slots of their export and address, and no others', async () => {
  await start(60_000);
  const [one, other, third] = [await largeExport(), await largeExport(), await largeExport()];
  await stall(one, '10.0.0.1');
  await stall(one, '10.0.0.2');
  const ofExport = await firstByte(one, '10.0.0.3');
  expect([ofExport.status, ofExport.body.codigo]).toEqual([429, 'demasiadas_solicitudes']);
  expect(ofExport.headers.get('retry-after')).toBe('1');
  expect(ofExport.body.detail).toContain('La exportación');
  expect((await firstByte(other, '10.0.0.1')).status).toBe(206);

  await stall(other, '10.0.0.1');
  await stall(other, '10.0.0.1');
  const ofAddress = await firstByte(third, '10.0.0.1');
  expect([ofAddress.status, ofAddress.body.codigo]).toEqual([429, 'demasiadas_solicitudes']);
  expect(ofAddress.body.detail).toContain('La dirección');
  expect((await firstByte(third, '10.0.0.2')).status).toBe(206);
});

test('a download that nobody reads is ended, and its slot is free again', async () => {
  await start(200);
  const link = await largeExport();
  await stall(link, '10.0.0.1');
  await stall(link, '10.0.0.2');
  // The test above shows that both slots are taken. On a busy machine they may be free again before a request arrives.
  await until('a free slot', async () => (await firstByte(link, '10.0.0.3')).status === 206);
});

test('a slow download that goes on is not ended', async () => {
  await start(4000);
  const link = await largeExport();
  const { pathname, search } = new URL(link);
  const socket = await openConnection(service.address);
  connections.push(socket);
  socket.write(getRequest(pathname + search, { connection: 'close' }));
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    // A part of the file, then a pause far shorter than the timeout; all of them are longer.
    if (Math.floor(bytes / 3_000_000) > Math.floor((bytes - (chunk as Buffer).length) / 3_000_000)) {
      await sleep(300);
    }
  }
  expect(bytes).toBeGreaterThan(LARGE_BYTES);
});

test('a connection whose answers nobody reads is ended, and its slot is free again', async () => {
  await start(200);
  const tsEpochMs = Array.from({ length: 5000 }, (_, i) => NOW_MS - 86_400_000 + i * 1000);
  const tagId = service.tagId('COMP-01', 'presion');
  const tagIds = tsEpochMs.map(() => tagId);
  const values = tsEpochMs.map((_, i) => Math.sqrt(i) * 1e-100);
  await writeReadings(service.pool, { tagIds, tsEpochMs, values }, { onConflict: 'keep' });
  const url = '/v1/lecturas?dispositivo=COMP-01&tag=presion&desde=2026-06-01T00:00:00Z&intervalo=crudo&limite=5000';
  const authorization = `Bearer ${service.secret}`;
  // Not GET: this client, too, might read nothing for the stall timeout on a busy machine.
  const { headers } = await service.request(url, {
    method: 'HEAD',
    headers: { authorization, 'accept-encoding': 'identity' },
  });
  const pageBytes = Number(headers.get('content-length'));
  expect(pageBytes).toBeGreaterThan(200_000);

  const connected = once(service.app.server, 'connection');
  // The first answers fit into the buffers of the connection.
  const socket = await openConnection(service.address);
  connections.push(socket);
  socket.write(getRequest(url, { authorization }).repeat(60));
  const [accepted] = await connected;
  await once(accepted as Socket, 'close');
  await until('no request at work', async () => (await requestsAtWork()) === 0);
  expect((accepted as Socket).bytesWritten).toBeLessThan(60 * pageBytes);
});

test('a key whose operations wait for the database leaves slots and connections to the other keys', async () => {
  await start(60_000);
  const [one, other] = [await service.key(), await service.key()];
  const held = await holdTable(service.pool, 'latest');
  const slow = Array.from({ length: LIMITS.maxConcurrentRequestsPerKey }, () => service.get('/v1/valores', {}, one));
  await held.waiters(LIMITS.maxRunningPerKey);
  await until('all requests to be at work', async () => (await requestsAtWork()) === slow.length);
  const rejected = await service.get('/v1/exportaciones', {}, one);
  expect([rejected.status, rejected.body.codigo]).toEqual([429, 'demasiadas_solicitudes']);
  expect(rejected.body.detail).toContain('La clave de API');
  expect((await service.get('/v1/exportaciones', {}, other)).status).toBe(200);
  await held.release();
  expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a client that disconnects with pipelined requests releases its slot, and most of them never run', async () => {
  await start(60_000);
  const held = await holdTable(service.pool, 'latest');
  let started = 0;
  service.app.server.on('request', () => (started += 1));
  const socket = await openConnection(service.address);
  socket.write(getRequest('/v1/valores', { authorization: `Bearer ${service.secret}` }).repeat(1000));
  await until('one request at work', async () => (await requestsAtWork()) === 1);
  await held.waiters(1);
  socket.destroy();
  await held.release();
  await until('no request at work', async () => (await requestsAtWork()) === 0);
  await service.get('/v1/valores');
  expect(started).toBeLessThan(500);
});
