import { once } from 'node:events';
import type { Socket } from 'node:net';
import { holdTable } from '../support/databases/holdTable.ts';
import { openConnection } from '../http/rawConnection.ts';
import { startTestService, testDevice, type TestService } from '../support/testService.ts';
import { until } from '../support/until.ts';

let service: TestService;
let secret: string;

beforeEach(async () => {
  service = await startTestService([testDevice('COMP-01')]);
  secret = await service.key();
});

afterEach(() => service.close());

const authorized = () => ({ headers: { authorization: `Bearer ${secret}` } });

interface Connection {
  readonly socket: Socket;
  /** The data received so far. */
  received(): string;
  readonly closed: Promise<unknown>;
}

/** A connection whose server has received a text. */
async function open(sent: string): Promise<Connection> {
  const accepted = once(service.app.server, 'connection');
  const socket = await openConnection(service.address);
  const [atServer] = (await accepted) as [Socket];
  socket.write(sent);
  await until('the server to receive the text', () => atServer.bytesRead === sent.length);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  return { socket, received: () => received, closed: once(socket, 'close') };
}

test('a stopping server completes requests in flight and rejects new ones', async () => {
  const held = await holdTable(service.pool, 'latest');
  const slow = service.request('/v1/valores', authorized());
  await held.waiters(1);
  // The request was started before the stop but is incomplete.
  const late = await open(`GET /v1/valores HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n`);

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
  const live = await open('GET /health/live HTTP/1.1\r\nHost: x\r\n');
  const ready = await open('GET /health/ready HTTP/1.1\r\nHost: x\r\n');
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
  const isRejected = () =>
    openConnection(service.address).then(
      (socket) => {
        socket.destroy();
        return false;
      },
      () => true
    );
  await until('new connections to be rejected', isRejected, { everyMs: 0 });
}
