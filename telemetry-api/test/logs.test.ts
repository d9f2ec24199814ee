import { readServerOptions } from '../config/config.ts';
import { loggerOptions, LOG_LEVELS } from '../http/logging.ts';
import { RepeatedErrors } from '../http/repeatedErrors.ts';
import { startServer } from '../server.ts';
import { DAY_MS } from '../durations.ts';
import { raiseRetentionCutoffs } from '../store/readings/retentionCutoff.ts';
import { findExport, putExport } from '../store/exports/exports.ts';
import { createKey, listKeys } from '../store/keys/keys.ts';
import { writeReadings } from '../store/readings/readings.ts';
import { openTestDatabase, type TestDatabase } from './support/databases/testDatabase.ts';
import { FULL_ACCESS } from './support/fullAccess.ts';
import { addTestTags } from './support/testTags.ts';
import { NOW_MS, startTestService, testDevice, type TestService } from './support/testService.ts';
import { until } from './support/until.ts';

const lines: string[] = [];
let service: TestService;

beforeAll(async () => {
  const logger = loggerOptions('trace', { write: (line) => lines.push(line) }, new RepeatedErrors());
  service = await startTestService([testDevice('COMP-01')], { logger });
});

afterAll(() => service.close());

function logged() {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a request is logged with its id, path, status and response time', async () => {
  const { headers } = await service.get('/v1/dispositivos', { limite: 7 });
  const id = headers.get('x-request-id');
  const own = logged().filter(({ reqId }) => reqId === id);
  expect(own).toEqual([
    expect.objectContaining({ req: { method: 'GET', path: '/v1/dispositivos', remoteAddress: '127.0.0.1' } }),
    expect.objectContaining({ res: { statusCode: 200 }, responseTime: expect.any(Number) }),
  ]);
});

test.each(['grafana-7', '4bf92f3577b34da6a3ce929d0e0e4736', 'a.b:c/d+e=f_g'])(
  'the id %s of a client is used',
  async (id) => {
    const { headers } = await service.request('/v1/nada', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toBe(id);
    expect(logged().some(({ reqId }) => reqId === id)).toBe(true);
  }
);

test.each(['', 'with space', 'tii_live_key-by-mistake', '{"level":60}', 'x'.repeat(129), 'ñ', '<script>'])(
  'the id "%s" is replaced by a new one',
  async (id) => {
    const { headers } = await service.request('/v1/nada', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  }
);

test('every response has an id, even for a malformed URL', async () => {
  for (const url of ['/v1/valores', '/v1/%zz', '/health/live', '/docs']) {
    expect((await service.request(url)).headers.get('x-request-id')).toBeTruthy();
  }
});

test('keys, signatures and queries are never logged', async () => {
  const secret = await service.key({ name: 'logged' });
  const keyId = (await listKeys(service.pool)).find(({ name }) => name === 'logged')?.id ?? '';
  const headers = { authorization: `Bearer ${secret}` };
  const job = {
    id: '00000000-0000-4000-8000-0000000000aa',
    keyId,
    description: 'x',
    format: 'csv',
    tagIds: [service.tagId('COMP-01', 'temperatura')],
    level: '1h',
    fromMs: 0,
    toMs: NOW_MS,
    state: 'ready',
    progress: 100,
    rows: 1,
    sizeBytes: 1,
    error: null,
    createdMs: NOW_MS,
    finishedMs: NOW_MS,
    expiresMs: NOW_MS + 3_600_000,
  } as const;
  await putExport(service.pool, job);
  expect((await findExport(service.pool, job.id))?.state).toBe('ready');
  const { descarga } = (await service.request(`/v1/exportaciones/${job.id}`, { headers })).body;
  const signature = new URL(descarga).searchParams.get('firma') ?? '';
  expect(signature.length).toBeGreaterThan(40);

  await service.request(new URL(descarga).pathname + new URL(descarga).search);
  for (const url of [
    `/v1/${secret}`,
    `/v1/valores?clave=${secret}`,
    `/v1/lecturas?dispositivo=${secret}`,
    `/${secret}/%zz`,
  ]) {
    await service.request(url, { headers });
  }
  await service.request('/v1/valores', {
    headers: { authorization: `Basic ${secret}`, 'x-request-id': secret, cookie: secret },
  });
  await service.request('/v1/valores', { headers: { authorization: `Bearer ${secret}x` } });
  await service.pool.query('ALTER TABLE latest RENAME TO hidden');
  expect((await service.request(`/v1/valores?dispositivo=COMP-01`, { headers })).status).toBe(500);
  await service.pool.query('ALTER TABLE hidden RENAME TO latest');

  const all = lines.join('');
  expect(all).toContain('error_interno');
  expect(all).not.toContain(secret.slice(9));
  expect(all).not.toContain(signature);
  expect(all).not.toMatch(/firma=|clave=|dispositivo=/);
});

test('the logger supports every level that can be configured', () => {
  for (const level of LOG_LEVELS) {
    service.app.log.level = level;
    expect(service.app.log.level).toBe(level);
  }
});

describe('a server on a new database', () => {
  let stderr: string[];
  let written: jest.SpyInstance;
  let database: TestDatabase;

  beforeEach(async () => {
    stderr = [];
    written = jest.spyOn(process.stderr, 'write').mockImplementation((line) => stderr.push(String(line)) > 0);
    database = await openTestDatabase();
  });

  afterEach(async () => {
    written.mockRestore();
    await database.close();
  });

  /** At the default level. */
  function start(env: Readonly<Record<string, string>> = {}) {
    return startServer(database, readServerOptions({ API_PORT: '0', TELEMETRY_DATA_DIR: database.dataDir, ...env }));
  }

  const linesOf = () => stderr.map((line) => JSON.parse(line) as unknown);

  test('logs what retention deletes, each line with one severity', async () => {
    const tsEpochMs = [Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 2)];
    await addTestTags(database.pool, [1]);
    await writeReadings(database.pool, { tagIds: [1, 1], tsEpochMs, values: [1, 2] }, { onConflict: 'keep' });
    const announcing = await start({ RETENTION_RAW_DAYS: '1' });
    await until('the deletion to be announced', () => stderr.length > 0);
    await announcing.close();
    expect(linesOf()).toEqual([
      expect.objectContaining({
        level: 40,
        deletes: [expect.objectContaining({ dataLevel: 'raw' })],
        msg: expect.stringMatching(/^retention deletes this at .* to keep it, stop the service and change RETENTION_/),
      }),
    ]);
    stderr.length = 0;
    // As after an earlier run with the same limit.
    await raiseRetentionCutoffs(database.pool, new Map([['raw', Date.now() - 2 * DAY_MS]]));
    const server = await start({ RETENTION_RAW_DAYS: '1' });
    await until('two days to be deleted', () => stderr.length >= 2);
    await server.close();
    const deleted = (name: string) => expect.objectContaining({ level: 40, dataLevel: 'raw', name });
    expect(linesOf()).toEqual([deleted('reading_2020_01_01'), deleted('reading_2020_01_02')]);
    expect(stderr.map((line) => line.match(/"level":/g)?.length)).toEqual([1, 1]);
  });

  test('that is closed logs how often an error was repeated', async () => {
    const { secret } = await createKey(database.pool, FULL_ACCESS, NOW_MS);
    const server = await start();
    await database.pool.query('ALTER TABLE latest RENAME TO hidden');
    for (let i = 0; i < 4; i++) {
      const answer = await fetch(`${server.address}/v1/valores`, { headers: { authorization: `Bearer ${secret}` } });
      expect(answer.status).toBe(500);
    }
    await server.close();
    const line = { level: 50, msg: 'error_interno', route: '/v1/valores' };
    expect(linesOf()).toMatchObject([line, { ...line, repeated: 3 }]);
  });
});
