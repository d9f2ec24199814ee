import { holdTable } from '../support/databases/holdTable.ts';
import { exchange } from './rawConnection.ts';
import { startTestService, testDevice, type TestService } from '../support/testService.ts';
import { until } from '../support/until.ts';

const LIMITS = { rate: { perS: 2, burst: 3 }, maxConcurrentRequests: 2, maxConcurrentDownloads: 1 };
const VALUES = '/v1/valores';

let service: TestService;

beforeEach(async () => {
  service = await startTestService([testDevice('COMP-01')], { limits: LIMITS });
});

afterEach(() => service.close());

function ask(secret: string, url = VALUES, init: RequestInit = {}) {
  return service.request(url, { ...init, headers: { authorization: `Bearer ${secret}` } });
}

test('requests of a key are limited, and responses report the remaining quota and when to retry', async () => {
  const [one, other] = [await service.key(), await service.key()];
  const first = await ask(one);
  expect(first.status).toBe(200);
  expect(first.headers.get('ratelimit-policy')).toBe('"clave";q=3;w=2');
  expect(first.headers.get('ratelimit')).toBe('"clave";r=2;t=1');
  // Requests that are rejected for another reason count as well.
  expect((await ask(one, `${VALUES}?nada=1`)).status).toBe(400);
  expect((await ask(one)).headers.get('ratelimit')).toBe('"clave";r=0;t=2');

  const rejected = await ask(one);
  expect([rejected.status, rejected.body.codigo]).toEqual([429, 'demasiadas_solicitudes']);
  expect([rejected.headers.get('retry-after'), rejected.body.reintentarEnSegundos]).toEqual(['1', 1]);
  expect(rejected.headers.get('ratelimit')).toBe('"clave";r=0;t=2');
  expect((await ask(other)).status).toBe(200);

  service.letPass(1000);
  expect([(await ask(one)).status, (await ask(one)).status, (await ask(one)).status]).toEqual([200, 200, 429]);
});

test('a server without a rate limit sends no rate limit headers', async () => {
  const free = await startTestService([]);
  const { headers } = await free.get(VALUES);
  expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
  await free.close();
});

test('unknown keys are limited per address, and a good key is never rejected for those of others', async () => {
  const guess = (n: number) => ask(`tii_live_guess-${n}-aaaaaaaaaaaaaaaa`);
  for (let n = 0; n < 30; n++) {
    expect((await guess(n)).body.codigo).toBe('clave_invalida');
  }
  const rejected = await guess(30);
  expect([rejected.status, rejected.body.codigo, rejected.headers.get('retry-after')]).toEqual([
    429,
    'demasiados_intentos',
    '1',
  ]);
  expect((await ask(await service.key())).status).toBe(200);

  service.letPass(1000);
  expect([(await guess(31)).status, (await guess(32)).status]).toEqual([401, 429]);
});

test('requests beyond the concurrency limit are rejected, and health checks need no slot', async () => {
  const keys = [await service.key(), await service.key(), await service.key()] as const;
  const held = await holdTable(service.pool, 'latest');
  const slow = [ask(keys[0]), ask(keys[1])];
  await held.waiters(2);
  const rejected = await ask(keys[2]);
  expect([rejected.status, rejected.body.codigo]).toEqual([503, 'servidor_ocupado']);
  expect(rejected.headers.get('retry-after')).toBe('1');
  expect((await service.request('/health/ready')).status).toBe(200);
  await held.release();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await ask(keys[2])).status).toBe(200);
});

test('when all slots are in use, a key with fewer gets one of the key with the most, whose newest waiting request is rejected', async () => {
  const limits = { ...LIMITS, rate: undefined, maxConcurrentRequests: 4, maxRunning: 1 };
  const busy = await startTestService([testDevice('COMP-01')], { limits });
  const keys = [await busy.key(), await busy.key(), await busy.key()] as const;
  const get = (key: 0 | 1 | 2) => busy.get(VALUES, {}, keys[key]).then((answer) => ({ key, ...answer }));
  const held = await holdTable(busy.pool, 'latest');
  const requests = [get(0)];
  try {
    await held.waiters(1);
    requests.push(get(0), get(0), get(0));
    // Answered with 400 as long as a slot is free.
    await until('all slots to be in use', async () => {
      const { status } = await busy.get('/v1/dispositivos', { limite: 0 }, keys[0]);
      return status === 503;
    });
    for (const key of [1, 2] as const) {
      requests.push(get(key));
      const rejected = await Promise.race(requests);
      expect([rejected.key, rejected.status, rejected.body.codigo]).toEqual([0, 503, 'servidor_ocupado']);
      expect(rejected.headers.get('retry-after')).toBe('1');
      void requests.splice(await indexOfSettled(requests), 1);
    }
    // With two slots and one each, nobody gets one of another key.
    expect((await get(2)).status).toBe(503);
  } finally {
    await held.release();
  }
  expect((await Promise.all(requests)).map(({ key, status }) => [key, status])).toEqual([
    [0, 200],
    [0, 200],
    [1, 200],
    [2, 200],
  ]);
  await busy.close();
});

function indexOfSettled(promises: ReadonlyArray<Promise<unknown>>): Promise<number> {
  return Promise.race(promises.map((promise, index) => promise.then(() => index)));
}

test('requests whose clients disconnect release their slots', async () => {
  const keys = [await service.key(), await service.key(), await service.key()] as const;
  const held = await holdTable(service.pool, 'latest');
  try {
    const client = new AbortController();
    const slow = [ask(keys[0], VALUES, { signal: client.signal }), ask(keys[1], VALUES, { signal: client.signal })];
    const aborted = Promise.allSettled(slow);
    await held.waiters(2);
    expect(await probe(keys[2])).toBe(503);
    client.abort();
    await aborted;
    expect(await probeUntilAdmitted(keys[2])).toBe(400);

    // One slot is in use again: a probe is admitted only if both slots were released.
    const next = ask(keys[0]);
    await held.waiters(3);
    expect(await probeUntilAdmitted(keys[2])).toBe(400);
    await held.cancelWaiters();
    expect((await next).status).toBe(504);
  } finally {
    await held.release();
  }
});

/** A request that needs a slot and no table: 400 when it gets one, 503 when there is none. */
async function probe(secret: string): Promise<number> {
  return (await ask(secret, '/v1/dispositivos?limite=0')).status;
}

/** The service notices a closed connection a moment later. */
async function probeUntilAdmitted(secret: string): Promise<number> {
  let status = 503;
  await until('a free slot', async () => {
    status = await probe(secret);
    return status !== 503;
  });
  return status;
}

test('a statement timeout is answered with 504', async () => {
  const held = await holdTable(service.pool, 'latest');
  const slow = ask(await service.key());
  await held.waiters(1);
  await held.cancelWaiters();
  const { status, body } = await slow;
  expect([status, body.codigo]).toEqual([504, 'tiempo_agotado']);
  await held.release();
});

test('a URL may have 8192 characters', async () => {
  const path = (length: number) => `${VALUES}?dispositivo=`.padEnd(length, 'x');
  const secret = await service.key();
  expect((await ask(secret, path(8192))).status).toBe(404);
  const { status, body } = await ask(secret, path(8193));
  expect([status, body.codigo]).toEqual([414, 'direccion_larga']);
});

test('an incomplete request is answered with 408 after a timeout', async () => {
  service.app.server.headersTimeout = 50;
  const answer = await exchange(service.address, `GET ${VALUES} HTTP/1.1\r\nHost: x\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/);
  expect(answer).toContain('"codigo":"solicitud_invalida"');
});
