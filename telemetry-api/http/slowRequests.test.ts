import { get } from 'node:http';
import { listKeys } from '../store/keys/keys.ts';
import { holdTable } from '../test/support/databases/holdTable.ts';
import { startTestService, testDevice, type TestService } from '../test/support/testService.ts';
import { until } from '../test/support/until.ts';
import { loggerOptions } from './logging.ts';
import { RepeatedErrors } from './repeatedErrors.ts';

const LIMITS = { maxRunning: 1 };
const NO_TIME = { keyMs: 0, waitingMs: 0, statementMs: 0, sendingMs: 0 };

let service: TestService;
let lines: Array<Record<string, unknown>>;

beforeEach(async () => {
  lines = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) };
  const logger = loggerOptions('warn', stream, new RepeatedErrors());
  service = await startTestService([testDevice('COMP-01')], { logger, limits: LIMITS });
});

afterEach(() => service.close());

/** Lets a request with a statement that waits for a table take so long, and then answers it. */
async function answerAfter(ms: number, query: Readonly<Record<string, string>> = {}) {
  const held = await holdTable(service.pool, 'latest');
  const answer = service.get('/v1/valores', query);
  await held.waiters(1);
  service.letPass(ms);
  await held.release();
  return answer;
}

test('a request of more than two seconds is one line that says whose it was and where its time went', async () => {
  await answerAfter(2001, { dispositivo: 'COMP-01' });
  const [key] = await listKeys(service.pool);
  expect(lines).toEqual([
    {
      level: 40,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      reqId: expect.any(String),
      msg: 'slow request',
      route: '/v1/valores',
      device: 'COMP-01',
      keyId: key?.id,
      status: 200,
      durationMs: 2001,
      ...NO_TIME,
      statementMs: 2001,
    },
  ]);
});

test('a request of two seconds is not slow', async () => {
  await answerAfter(2000);
  await service.get('/v1/valores');
  expect(lines).toEqual([]);
});

test('the wait for a turn counts as waiting, also of a request whose client has gone', async () => {
  const authorization = `Bearer ${await service.key({ family: 'operator' })}`;
  const metrics = async () => String((await service.request('/metrics', { headers: { authorization } })).body);
  // From now on, the figures of the store are cached.
  await metrics();
  const held = await holdTable(service.pool, 'latest');
  const first = service.get('/v1/valores');
  await held.waiters(1);
  const second = get(new URL('/v1/dispositivos', service.address), { headers: { authorization } });
  second.on('error', () => undefined);
  const areBothInFlight = async () => (await metrics()).includes('\ntelemetry_http_requests_at_work 2\n');
  await until('both requests to be in flight', areBothInFlight);
  service.letPass(5000);
  second.destroy();
  await until('the line of the second request', () => lines.length === 1);
  await held.release();
  await first;
  expect(lines).toMatchObject([
    { route: '/v1/dispositivos', status: 'aborted', ...NO_TIME, waitingMs: 5000, durationMs: 5000 },
    { route: '/v1/valores', status: 200, ...NO_TIME, statementMs: 5000 },
  ]);
});

test('the wait for a connection counts as waiting', async () => {
  const clients = await Promise.all(Array.from({ length: 3 }, () => service.pool.connect()));
  // The key is now known.
  await service.get('/v1/exportaciones');
  const last = await service.pool.connect();
  const answer = service.get('/v1/exportaciones');
  await until('the request to wait for a connection', () => service.pool.waitingCount === 1);
  service.letPass(3000);
  [...clients, last].forEach((client) => client.release());
  expect((await answer).status).toBe(200);
  expect(lines).toMatchObject([{ ...NO_TIME, waitingMs: 3000 }]);
});

test('the check of the key has a time of its own', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => service.pool.connect()));
  const answer = service.get('/v1/exportaciones');
  await until('the lookup to wait for a connection', () => service.pool.waitingCount === 1);
  service.letPass(3000);
  clients.forEach((client) => client.release());
  await answer;
  expect(lines).toMatchObject([{ ...NO_TIME, keyMs: 3000 }]);
});

test('a statement that took too long is one line without a stack, however long it took', async () => {
  const held = await holdTable(service.pool, 'latest');
  const answer = service.get('/v1/valores', { dispositivo: 'COMP-01' });
  await held.waiters(1);
  await held.cancelWaiters();
  expect((await answer).status).toBe(504);
  await held.release();
  expect(lines).toMatchObject([{ msg: 'slow request', route: '/v1/valores', device: 'COMP-01', status: 504 }]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

test('a key in the place of a device is masked', async () => {
  const secret = await service.key();
  await answerAfter(3000, { dispositivo: secret });
  expect(lines).toMatchObject([{ device: 't…_live_…', status: 404 }]);
  expect(JSON.stringify(lines)).not.toContain(secret.slice(9));
});
