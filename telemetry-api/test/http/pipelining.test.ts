import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { holdTable } from '../support/databases/holdTable.ts';
import { getRequest, openConnection } from './rawConnection.ts';
import { startTestService, testDevice, type TestService } from '../support/testService.ts';

let service: TestService;
const connections: Socket[] = [];
/** Requests that the service has started, by the path. */
let started: Record<string, number>;
let inFlight: number;
let maxInFlight: number;
/** The connections as the service sees them. */
let accepted: Socket[];

beforeEach(async () => {
  service = await startTestService([testDevice('COMP-01')]);
  [started, inFlight, maxInFlight, accepted] = [{}, 0, 0, []];
  service.app.server.on('connection', (socket) => accepted.push(socket));
  service.app.server.prependListener('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    started[url] = (started[url] ?? 0) + 1;
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    response.once('close', () => (inFlight -= 1));
  });
});

afterEach(async () => {
  connections.splice(0).forEach((socket) => socket.destroy());
  await service.close();
});

async function connect(): Promise<Socket> {
  const socket = await openConnection(service.address);
  connections.push(socket);
  return socket;
}

/** The statuses of all responses of a connection that the service closes. */
async function statusesOf(socket: Socket): Promise<number[]> {
  return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

test('of a connection, one request is at work at a time, and all are answered in order', async () => {
  const authorization = `Bearer ${await service.key()}`;
  const requests = Array.from({ length: 300 }, (_, n) =>
    n % 3 === 0 ? getRequest('/health/live') : getRequest(n % 3 === 1 ? '/nada' : '/v1/valores', { authorization })
  );
  const socket = await connect();
  socket.write(`${requests.join('')}${getRequest('/health/live', { connection: 'close' })}`);
  const expected = requests.map((_, n) => [200, 404, 200][n % 3]);
  expect(await statusesOf(socket)).toEqual([...expected, 200]);
  expect(maxInFlight).toBe(1);
});

test('requests are understood wherever the network divides them', async () => {
  const body = 'x'.repeat(3000);
  const requests = [
    getRequest('/health/live'),
    `\r\n${getRequest('/nada')}`,
    `POST /health/live HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    `POST /nada HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n\r\n\r\nG\r\n0\r\n\r\n`,
    getRequest('/health/live', { 'x-long': 'y'.repeat(9000) }),
    'HEAD /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
    getRequest('/health/live', { connection: 'close' }),
  ].join('');
  for (const size of [requests.length, 1000, 37]) {
    const socket = await connect();
    const statuses = statusesOf(socket);
    for (let at = 0; at < requests.length; at += size) {
      socket.write(requests.slice(at, at + size));
      await new Promise(setImmediate);
    }
    expect(await statuses).toEqual([200, 404, 405, 404, 200, 200, 200]);
  }
});

test('other clients are answered before the requests that wait on flooded connections', async () => {
  const flood = await Promise.all(Array.from({ length: 20 }, connect));
  const probe = await connect();
  flood.forEach((socket) => socket.write(getRequest('/v1/valores').repeat(500)));
  // The service has begun to answer the flood.
  await once(flood[0] as Socket, 'data');
  const before = started['/v1/valores'] ?? 0;
  probe.write(getRequest('/health/live'));
  await once(probe, 'data');
  const meanwhile = (started['/v1/valores'] ?? 0) - before;
  // Client and service share an event loop: the request and its answer take a few turns of it, whatever they last.
  expect(meanwhile).toBeLessThan(400);
  expect(before + meanwhile).toBeLessThan(5000);
});

test('a connection is not read while its requests wait', async () => {
  const authorization = `Bearer ${await service.key()}`;
  const held = await holdTable(service.pool, 'latest');
  try {
    const socket = await connect();
    const [{ length: bytes }, many] = [getRequest('/v1/valores'), 100_000];
    socket.write(getRequest('/v1/valores', { authorization }));
    await held.waiters(1);
    socket.write(getRequest('/v1/valores').repeat(many));
    for (let n = 0; n < 100; n++) {
      expect((await service.get('/health/live')).status).toBe(200);
    }
    expect(started['/v1/valores']).toBe(1);
    expect(accepted[0]?.bytesRead).toBeLessThan(200_000);
    expect(bytes * many).toBeGreaterThan(4_000_000);
  } finally {
    await held.release();
  }
});
