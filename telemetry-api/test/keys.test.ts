import { createHash } from 'node:crypto';
import { until } from './support/until.ts';
import { readServerOptions } from '../config/config.ts';
import { startServer, type RunningServer } from '../server.ts';
import { createKey, listKeys, PERMISSIONS, replaceKey, revokeKey } from '../store/keys/keys.ts';
import { openTestDatabase, type TestDatabase } from './support/databases/testDatabase.ts';
import { startTestService, type TestService } from './support/testService.ts';

const NEW = { name: 'x', family: 'dashboard', permissions: PERMISSIONS, siteCodes: null, expiresMs: null } as const;

let database: TestDatabase;
let servers: readonly RunningServer[];

/** Two servers on one database, as `serve` runs them, with the real clock. */
beforeAll(async () => {
  database = await openTestDatabase({ poolSize: 8 });
  const options = readServerOptions({
    API_PORT: '0',
    API_RATE_PER_S: '0',
    API_LOG_LEVEL: 'silent',
  });
  const dataDir = database.dataDir;
  servers = [
    await startServer(database, { ...options, dataDir }),
    await startServer(database, { ...options, dataDir }),
  ];
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});

async function ask(secret: string, server = servers[0]) {
  const answer = await fetch(`${server?.address}/v1/dispositivos`, { headers: { authorization: `Bearer ${secret}` } });
  const body = (await answer.json()) as { codigo?: string };
  return { status: answer.status, codigo: body.codigo };
}

test('only the SHA-256 of a key is stored, and it is not accepted as a key', async () => {
  const { id, secret } = await createKey(database.pool, NEW, Date.now());
  const { rows } = await database.pool.query<{ hash: Buffer }>('SELECT hash FROM api_key WHERE id = $1', [id]);
  const hash = createHash('sha256').update(secret).digest();
  expect(rows[0]?.hash.equals(hash)).toBe(true);
  expect((await ask(secret)).status).toBe(200);
  for (const wrong of [
    hash.toString('hex'),
    hash.toString('base64url'),
    secret.slice(0, -1),
    `${secret}A`,
    secret.toUpperCase(),
  ]) {
    expect(await ask(wrong)).toMatchObject({ status: 401, codigo: 'clave_invalida' });
  }
});

test('a key that is revoked while in use is rejected by all running servers', async () => {
  const { id, secret } = await createKey(database.pool, NEW, Date.now());
  expect([(await ask(secret)).status, (await ask(secret, servers[1])).status]).toEqual([200, 200]);
  await revokeKey(database.pool, id, Date.now());
  for (const server of servers) {
    // Each caches a key for two seconds.
    await until('the key to be rejected', async () => (await ask(secret, server)).status !== 200, { everyMs: 50 });
    expect(await ask(secret, server)).toMatchObject({ status: 401, codigo: 'clave_revocada' });
  }
});

test('a key that is replaced by one with fewer rights loses the others on all running servers', async () => {
  const { secret } = await createKey(database.pool, NEW, Date.now());
  expect([(await ask(secret)).status, (await ask(secret, servers[1])).status]).toEqual([200, 200]);
  await replaceKey(database.pool, { ...NEW, permissions: ['lecturas:leer'], secret }, Date.now());
  for (const server of servers) {
    // Each caches a key for two seconds.
    await until('the right to be lost', async () => (await ask(secret, server)).status !== 200, { everyMs: 50 });
    expect(await ask(secret, server)).toMatchObject({ status: 403, codigo: 'permiso_insuficiente' });
  }
});

test('each server counts the requests of a key separately', async () => {
  const options = { limits: { rate: { perS: 1, burst: 20 } } };
  const [one, other] = [await startTestService([], options, database), await startTestService([], options, database)];
  const secret = await one.key();
  const quotaOf = async (service: TestService) => {
    const { headers } = await service.get('/v1/dispositivos', {}, secret);
    return headers.get('ratelimit');
  };
  await quotaOf(one);
  await quotaOf(one);
  expect(await quotaOf(one)).toMatch(/^"clave";r=17;/);
  expect(await quotaOf(other)).toMatch(/^"clave";r=19;/);
  await Promise.all([one, other].map(({ app }) => app.close()));
});

test('the last use of a key is stored at the latest when the server stops', async () => {
  const { id, secret } = await createKey(database.pool, NEW, Date.now());
  const other = await startServer(database, {
    ...readServerOptions({ API_PORT: '0' }),
    dataDir: database.dataDir,
    logLevel: 'silent',
  });
  const beforeMs = Date.now();
  expect((await ask(secret, other)).status).toBe(200);
  await other.close();
  const lastUsedMs = (await listKeys(database.pool)).find((key) => key.id === id)?.lastUsedMs ?? 0;
  expect(lastUsedMs).toBeGreaterThanOrEqual(beforeMs);
});
