import { upsertAlerts } from '../store/alerts/alerts.ts';
import { putExport, type ExportJob } from '../store/exports/exports.ts';
import { listKeys } from '../store/keys/keys.ts';
import { writeReadings } from '../store/readings/readings.ts';
import { NOW_MS, startTestService, testDevice, type TestAnswer, type TestService } from './support/testService.ts';

/** Codes of equal length, so that responses that repeat them have the same length too. */
const [OWN, HIDDEN, MISSING] = ['OWN-01', 'HID-01', 'NOT-01'];
const HIDDEN_EXPORT = '00000000-0000-4000-8000-0000000000aa';
const MISSING_EXPORT = '00000000-0000-4000-8000-0000000000bb';
const HIDDEN_TAG = 'presion-secreta';
const HIDDEN_ALERT = '00000000-0000-4000-8000-000000000001';
const RANGE = 'desde=2026-06-01T00:00:00Z';

let service: TestService;
/** Sees only the site of OWN. */
let narrow: string;
/** Sees all sites, and owns the export that the other key must not see. */
let wide: string;

beforeAll(async () => {
  const hiddenTags = ['temperatura', HIDDEN_TAG].map((key) => ({ key, name: key, unit: 'x', kind: 'measurement' }));
  service = await startTestService([testDevice(OWN), testDevice(HIDDEN, { siteCode: 'secreta', tags: hiddenTags })]);
  narrow = await service.key({ name: 'narrow', siteCodes: ['norte'] });
  wide = await service.key({ name: 'wide' });
  for (const device of [OWN, HIDDEN]) {
    const tagIds = Array.from({ length: 5 }, () => service.tagId(device, 'temperatura'));
    const tsEpochMs = tagIds.map((_, i) => NOW_MS - (i + 1) * 60_000);
    await writeReadings(service.pool, { tagIds, tsEpochMs, values: tagIds.map(() => 7.25) }, { onConflict: 'keep' });
  }
  await upsertAlerts(service.pool, [
    {
      id: HIDDEN_ALERT,
      tagId: service.tagId(HIDDEN, HIDDEN_TAG),
      rule: 'Regla secreta',
      severity: 'critical',
      startedMs: NOW_MS - 1000,
      openedMs: NOW_MS - 1000,
      acknowledgedMs: null,
      endedMs: null,
      startValue: 1,
      peakValue: 2,
    },
  ]);
  const keyId = (await listKeys(service.pool)).find(({ name }) => name === 'wide')?.id ?? '';
  const job: ExportJob = {
    id: HIDDEN_EXPORT,
    keyId,
    description: 'Exportación secreta',
    format: 'csv',
    tagIds: [service.tagId(HIDDEN, HIDDEN_TAG)],
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
  };
  await putExport(service.pool, job);
});

afterAll(() => service.close());

function ask(url: string, secret = narrow, method = 'GET'): Promise<TestAnswer> {
  return service.request(url, { method, headers: { authorization: `Bearer ${secret}` } });
}

/** Everything in a response that a client can compare, without what it sent itself. */
function comparable({ status, headers, body }: TestAnswer) {
  const rest = Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)));
  const text = JSON.stringify({ status, rest, body });
  return text.replaceAll(HIDDEN, MISSING).replaceAll(HIDDEN_TAG, 'x').replaceAll(HIDDEN_EXPORT, MISSING_EXPORT);
}

/** All requests that name a device, tag or export. */
const NAMED = [
  `/v1/lecturas?dispositivo=${HIDDEN}&tag=temperatura&${RANGE}`,
  `/v1/lecturas?dispositivo=${HIDDEN}&tag=temperatura&${RANGE}&intervalo=crudo`,
  `/v1/lecturas?dispositivo=${HIDDEN}&tag=nada&${RANGE}`,
  `/v1/lecturas?dispositivo=${HIDDEN}&tag=temperatura&${RANGE}&limite=0`,
  `/v1/lecturas?dispositivo=${HIDDEN}&tag=temperatura&${RANGE}&hasta=2026-05-01T00:00:00Z`,
  `/v1/lecturas?dispositivo=${HIDDEN}&tag=temperatura&${RANGE}&siguiente=AAAA`,
  `/v1/valores?dispositivo=${HIDDEN}`,
  `/v1/valores?dispositivo=${HIDDEN}&limite=1`,
  `/v1/valores?dispositivo=${HIDDEN}&siguiente=AAAA`,
  `/v1/exportaciones/${HIDDEN_EXPORT}`,
  `/descargas/${HIDDEN_EXPORT}?vence=${NOW_MS + 1000}&firma=AAAA`,
];

test.each(NAMED)('%s is answered as if it did not exist', async (url) => {
  const missing = url.replaceAll(HIDDEN, MISSING).replaceAll(HIDDEN_EXPORT, MISSING_EXPORT);
  for (const method of ['GET', 'HEAD']) {
    const hidden = await ask(url, narrow, method);
    expect(hidden.status).toBeGreaterThanOrEqual(400);
    expect(comparable(hidden)).toBe(comparable(await ask(missing, narrow, method)));
  }
});

test('a tag of another site does not exist for a device of the own site', async () => {
  const url = (tag: string) => `/v1/lecturas?dispositivo=${OWN}&tag=${tag}&${RANGE}`;
  const hidden = await ask(url(HIDDEN_TAG));
  expect([hidden.status, hidden.body.codigo]).toEqual([404, 'tag_no_encontrado']);
  const missing = await ask(url(HIDDEN_TAG.replace('secreta', 'ninguna')));
  expect(JSON.stringify(missing.body).replaceAll('ninguna', 'secreta')).toBe(JSON.stringify(hidden.body));
});

test.each([
  '/v1/dispositivos',
  '/v1/valores',
  '/v1/alertas',
  '/v1/alertas?estado=abiertas',
  `/v1/alertas?${RANGE}`,
  '/v1/exportaciones',
])('%s reveals nothing about the other site, except to a key that may see it', async (url) => {
  const secrets = new RegExp(`${HIDDEN}|secreta|${HIDDEN_EXPORT}|${HIDDEN_ALERT}`);
  expect(JSON.stringify((await ask(url)).body)).not.toMatch(secrets);
  expect(JSON.stringify((await ask(url, wide)).body)).toMatch(secrets);
});

test('the other site affects neither page sizes nor cursors', async () => {
  const { body } = await ask('/v1/valores?limite=1');
  expect(body.valores.map(({ dispositivo }: { dispositivo: string }) => dispositivo)).toEqual([OWN]);
  expect(body.siguiente).toBeNull();
  expect((await ask('/v1/dispositivos?limite=1')).body.siguiente).toBeNull();
});

test.each([
  [`/v1/lecturas?dispositivo=${HIDDEN}&tag=temperatura&${RANGE}&intervalo=crudo&limite=1`, 404],
  ['/v1/valores?limite=1', 200],
  ['/v1/dispositivos?limite=1', 200],
])('the cursor of a key with more sites gives no additional access: %s', async (url, status) => {
  const { siguiente } = (await ask(url, wide)).body;
  expect(siguiente).toEqual(expect.any(String));
  const answer = await ask(`${url}&siguiente=${siguiente}`);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).not.toMatch(/7\.25.*HID|secreta/);
});

test('a key without any site sees an empty plant', async () => {
  const none = await service.key({ siteCodes: [] });
  expect((await ask('/v1/dispositivos', none)).body).toEqual({ dispositivos: [], siguiente: null });
  expect((await ask('/v1/valores', none)).body).toEqual({ valores: [], siguiente: null });
  expect((await ask(`/v1/alertas?${RANGE}`, none)).body).toEqual({ alertas: [], siguiente: null });
  expect((await ask(`/v1/valores?dispositivo=${OWN}`, none)).status).toBe(404);
});

test('removing a site from a key takes effect within seconds, even for data it requested before', async () => {
  const secret = await service.key({ name: 'shrinking', siteCodes: ['norte', 'secreta'] });
  const url = `/v1/lecturas?dispositivo=${HIDDEN}&tag=temperatura&${RANGE}`;
  expect((await ask(url, secret)).status).toBe(200);
  await service.pool.query(
    "UPDATE api_key SET site_ids = (SELECT array_agg(id) FROM site WHERE code = 'norte') WHERE name = 'shrinking'"
  );
  service.letPass(2001);
  const gone = await ask(url, secret);
  expect(gone.status).toBe(404);
});
