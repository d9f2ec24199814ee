import { writeReadings } from '../store/readings/readings.ts';
import { holdTable } from './support/databases/holdTable.ts';
import { NOW_MS, startTestService, testDevice, type TestService } from './support/testService.ts';

const DEVICE = 'SECRETO-01';
let service: TestService;
let operator: string;

beforeAll(async () => {
  service = await startTestService([testDevice(DEVICE, { siteCode: 'norte' })]);
  operator = await service.key({ family: 'operator', permissions: [] });
  const tagIds = [0, 1, 2].map(() => service.tagId(DEVICE, 'temperatura'));
  // The newest reading is at the end of the default range, which is exclusive.
  const tsEpochMs = [0, 1, 2].map((i) => NOW_MS - i * 1000);
  await writeReadings(service.pool, { tagIds, tsEpochMs, values: [1, 2, 3] }, { onConflict: 'keep' });
});

afterAll(() => service.close());

function scrape(secret: string | undefined, from = service) {
  return from.request('/metrics', { headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` } });
}

/** The value of a metric, or undefined if there is no such line. */
async function metric(line: string): Promise<number | undefined> {
  const { body } = await scrape(operator);
  const found = (body as string).split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
}

test('requests are counted by operation and status, with their time, rows and bytes', async () => {
  const query = { dispositivo: DEVICE, tag: 'temperatura', desde: '2026-06-01T00:00:00Z', intervalo: 'crudo' };
  const labels = '{operation="lecturas"}';
  expect(await metric(`telemetry_rows_sent_total${labels}`)).toBeUndefined();
  await service.get('/v1/lecturas', query);
  await service.get('/v1/lecturas', { ...query, limite: 2 });
  await service.get('/v1/lecturas', { ...query, limite: 0 });
  await service.request('/v1/nada');
  expect(await metric('telemetry_http_requests_total{operation="lecturas",status="200"}')).toBe(2);
  expect(await metric('telemetry_http_requests_total{operation="lecturas",status="400"}')).toBe(1);
  expect(await metric('telemetry_http_requests_total{operation="none",status="404"}')).toBe(1);
  expect(await metric(`telemetry_rows_sent_total${labels}`)).toBe(4);
  expect(await metric(`telemetry_http_request_duration_seconds_count${labels}`)).toBe(3);
  expect(await metric(`telemetry_http_sent_bytes_total${labels}`)).toBeGreaterThan(600);
});

test('connections, requests in flight and the size of the database are reported', async () => {
  expect(await metric('telemetry_store_up{database="primary"}')).toBe(1);
  expect(await metric('telemetry_store_up{database="workers"}')).toBeUndefined();
  expect(await metric('telemetry_store_up{database="replica"}')).toBeUndefined();
  expect(await metric('telemetry_store_newest_reading_timestamp_seconds')).toBe(NOW_MS / 1000);
  expect(await metric('telemetry_store_size_bytes')).toBeGreaterThan(1e6);
  expect(await metric('telemetry_store_readings')).toBeGreaterThanOrEqual(0);
  expect(await metric('telemetry_exports{state="pending"}')).toBe(0);
  expect(await metric('telemetry_pool_connections{state="waiting"}')).toBe(0);
  expect(await metric('telemetry_pool_connections{state="idle"}')).toBeGreaterThanOrEqual(0);
  expect(await metric('telemetry_http_requests_at_work')).toBe(0);
});

test('while the figures of the store cannot be read, they have no value, and the primary that answers is up', async () => {
  // As a frozen worker of Citus: the statement does not end, and the server of its session answers others.
  const held = await holdTable(service.pool, 'latest');
  service.letPass(60_000);
  try {
    const { body } = await scrape(operator);
    expect(body).toContain('\ntelemetry_store_up{database="primary"} 1\n');
    expect(body).not.toMatch(/^telemetry_store_(readings|size_bytes|newest)/m);
    expect(body).toContain('\ntelemetry_http_requests_total{');
  } finally {
    await held.release();
  }
});

test('while the database is away, an operator who was checked before reads that it is, and nobody reads anything else', async () => {
  const unseen = await service.key({ family: 'operator' });
  const reader = await service.key();
  expect([(await scrape(operator)).status, (await scrape(reader)).status]).toEqual([200, 403]);
  service.letPass(60_000);
  // Nothing is answered, as by a server that is frozen.
  const clients = await Promise.all(Array.from({ length: 4 }, () => service.pool.connect()));
  const others: number[] = [];
  const needDatabase = [scrape(unseen), service.get('/v1/exportaciones', {}, reader)].map(async (answer) =>
    others.push((await answer).status)
  );
  const [away, forbidden] = await Promise.all([scrape(operator), scrape(reader)]);
  // 503 is that of a machine which is so busy that they have waited for too long.
  expect(others.filter((status) => status !== 503)).toEqual([]);
  clients.forEach((client) => client.release());
  expect(away.status).toBe(200);
  expect(away.body).toContain('\ntelemetry_store_up{database="primary"} 0\n');
  expect(forbidden.status).toBe(403);
  await Promise.all(needDatabase);
});

test('an operator key that expires while the database is away is rejected', async () => {
  const brief = await service.key({ family: 'operator', expiresMs: NOW_MS + 1000 });
  expect((await scrape(brief)).status).toBe(200);
  service.letPass(60_000);
  const clients = await Promise.all(Array.from({ length: 4 }, () => service.pool.connect()));
  service.setNow(NOW_MS + 1000);
  const { status, body } = await scrape(brief);
  clients.forEach((client) => client.release());
  service.setNow(NOW_MS);
  expect([status, body.codigo]).toEqual([401, 'clave_vencida']);
});

test('the metrics contain no key, device, tag, site or query', async () => {
  await service.get('/v1/valores', { dispositivo: DEVICE });
  await service.request(`/v1/${DEVICE}?${operator}`);
  const { headers, body } = await scrape(operator);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=/);
  expect(body).not.toMatch(/SECRETO|temperatura|norte|_live_|crudo/);
});

test('only operators with access to all sites may read the metrics', async () => {
  expect((await scrape(undefined)).status).toBe(401);
  expect((await scrape(await service.key())).body.codigo).toBe('permiso_insuficiente');
  const ofOneSite = await service.key({ family: 'operator', siteCodes: ['norte'] });
  expect((await scrape(ofOneSite)).status).toBe(403);
  expect((await scrape(operator)).status).toBe(200);
});

test.each([
  ['open', 200],
  ['off', 404],
] as const)('%s: a request without a key is answered with %i', async (metricsAccess, status) => {
  const other = await startTestService([], { metricsAccess });
  expect((await scrape(undefined, other)).status).toBe(status);
  expect('/metrics' in (await other.request('/openapi.json')).body.paths).toBe(status === 200);
  await other.close();
});
