import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdTable } from '../support/databases/holdTable.ts';
import { openConnection } from '../http/rawConnection.ts';
import { startTestService, testDevice, type TestService } from '../support/testService.ts';

let service: TestService;
let secret: string;

beforeEach(async () => {
  service = await startTestService([testDevice('COMP-01')]);
  secret = await service.key();
});

afterEach(() => service.close());

const authorized = () => ({ headers: { authorization: `Bearer ${secret}` } });

/** An open connection and the data received so far. */
async function open(): Promise<{ socket: Socket; received: () => string; closed: Promise<unknown> }> {
  const socket = await openConnection(service.address);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  return { socket, received: () => received, closed: once(socket, 'close') };
}

test('a stopping server completes requests in flight and rejects new ones', async () => {
  const held = await holdTable(service.pool, 'latest');
  const slow = service.request('/v1/valores', authorized());
  await held.waiters(1);
  // The request was started before the stop but is incomplete.
  const late = await open();
  late.socket.write(`GET /v1/valores HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n`);
  await sleep(50);

  const closed = service.app.close();
  await expectNoNewConnections();
  late.socket.write('\r\n');
  await late.closed;
  expect(late.received()).toMatch(/^HTTP\/1\.1 503 /);
  expect(late.received()).toMatch(/\r\nconnection: close\r\n/i);
  expect(late.received()).toContain('"codigo":"servidor_deteniendose"');
  expect(late.received()).toMatch(/\r\nretry-after: 2\r\n/i);

  await held.release();
  expect((await slow).status).toBe(200);
  await closed;
});

test('a stopping server is alive but not ready', async () => {
  const held = await holdTable(service.pool, 'latest');
  const slow = service.request('/v1/valores', authorized());
  await held.waiters(1);
  const [live, ready] = [await open(), await open()];
  live.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n');
  ready.socket.write('GET /health/ready HTTP/1.1\r\nHost: x\r\n');
  await sleep(50);
  const closed = service.app.close();
  live.socket.write('\r\n');
  ready.socket.write('\r\n');
  await Promise.all([live.closed, ready.closed]);
  expect(live.received()).toMatch(/^HTTP\/1\.1 200 /);
  expect(ready.received()).toMatch(/^HTTP\/1\.1 503 /);
  expect(ready.received()).toContain('deteniéndose');
  await held.release();
  expect((await slow).status).toBe(200);
  await closed;
});

async function expectNoNewConnections(): Promise<void> {
  for (;;) {
    const isRejected = await open().then(
      ({ socket }) => {
        socket.destroy();
        return false;
      },
      () => true
    );
    if (isRejected) {
      return;
    }
  }
}
