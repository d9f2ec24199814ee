import { upsertAlerts, type AlertEntry } from '../store/alerts/alerts.ts';
import { NOW_MS, startTestService, testDevice, type TestService } from '../test/support/testService.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';

let service: TestService;

function id(number: number) {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function iso(epochMs: number) {
  return new Date(epochMs).toISOString();
}

function alert(number: number, openedMs: number, more: Partial<AlertEntry> = {}): AlertEntry {
  return {
    id: id(number),
    tagId: service.tagId('COMP-01', 'temperatura'),
    rule: 'Temperatura alta',
    severity: 'warning',
    startedMs: openedMs - 60_000,
    openedMs,
    acknowledgedMs: null,
    endedMs: null,
    startValue: 90.5,
    peakValue: 97,
    ...more,
  };
}

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01'), testDevice('BOMBA-07', { siteCode: 'sur' })]);
  await upsertAlerts(service.pool, [
    // Several with the same ms: only their ids differ.
    ...[5, 3, 9, 1, 7].map((number) => alert(number, NOW_MS - DAY_MS)),
    alert(20, NOW_MS - 2 * DAY_MS, { acknowledgedMs: NOW_MS - DAY_MS, severity: 'critical' }),
    alert(21, NOW_MS - 3 * DAY_MS, {
      acknowledgedMs: NOW_MS - 2 * DAY_MS,
      endedMs: NOW_MS - HOUR_MS,
      severity: 'info',
      tagId: service.tagId('BOMBA-07', 'presion'),
    }),
    alert(22, NOW_MS - 7 * DAY_MS),
    alert(23, NOW_MS - 7 * DAY_MS - 1, { endedMs: NOW_MS }),
    alert(24, NOW_MS),
  ]);
});

afterAll(() => service.close());

async function ids(query: Record<string, string | number> = {}, secret?: string) {
  const { status, body } = await service.get('/v1/alertas', query, secret);
  expect(status).toBe(200);
  return body.alertas.map((one: { id: string }) => Number(one.id.slice(-4)));
}

test('by default the alerts of the last seven days are listed by opening time, then by id', async () => {
  expect(await ids()).toEqual([22, 21, 20, 1, 3, 5, 7, 9]);
});

test('an alert has all its times, null for those not reached yet', async () => {
  const { body } = await service.get('/v1/alertas', { desde: iso(NOW_MS - 3 * DAY_MS), limite: 2 });
  expect(body.alertas).toEqual([
    {
      id: id(21),
      regla: 'Temperatura alta',
      dispositivo: 'BOMBA-07',
      tag: 'presion',
      severidad: 'info',
      estado: 'cerrada',
      inicio: iso(NOW_MS - 3 * DAY_MS - 60_000),
      abiertaEn: iso(NOW_MS - 3 * DAY_MS),
      reconocidaEn: iso(NOW_MS - 2 * DAY_MS),
      fin: iso(NOW_MS - HOUR_MS),
      valorInicio: 90.5,
      valorPico: 97,
    },
    expect.objectContaining({ estado: 'reconocida', severidad: 'critica', fin: null }),
  ]);
});

test('abiertas selects the alerts that are open or acknowledged', async () => {
  expect(await ids({ estado: 'abiertas' })).toEqual([22, 20, 1, 3, 5, 7, 9]);
  expect(await ids({ estado: 'todas' })).toEqual(await ids());
});

test.each([
  ['the start is included', { desde: iso(NOW_MS - 7 * DAY_MS - 1), hasta: iso(NOW_MS - 7 * DAY_MS) }, [23]],
  [
    'the end is excluded, and the start defaults to seven days before it',
    { hasta: iso(NOW_MS - DAY_MS) },
    [23, 22, 21, 20],
  ],
  ['a start without an end means up to now', { desde: iso(NOW_MS - DAY_MS) }, [1, 3, 5, 7, 9]],
  ['the end may be in the future', { desde: iso(NOW_MS), hasta: iso(NOW_MS + 1) }, [24]],
])('%s', async (_, query, expected) => {
  expect(await ids(query)).toEqual(expected);
});

test.each([1, 2, 3, 4, 1000])('pages of %i together contain all alerts', async (limite) => {
  for (const estado of ['todas', 'abiertas']) {
    const whole = await ids({ estado });
    const found: number[] = [];
    let siguiente: string | null | undefined;
    do {
      const { body } = await service.get('/v1/alertas', { estado, limite, ...(siguiente ? { siguiente } : {}) });
      found.push(...body.alertas.map((one: { id: string }) => Number(one.id.slice(-4))));
      expect(body.alertas.length === limite || body.siguiente === null).toBe(true);
      siguiente = body.siguiente;
    } while (siguiente !== null);
    expect(found).toEqual(whole);
  }
});

test('all pages cover the range of the first page, defaults included', async () => {
  const first = (await service.get('/v1/alertas', { limite: 1 })).body;
  service.setNow(NOW_MS + 3 * DAY_MS);
  const rest = await ids({ siguiente: first.siguiente });
  service.setNow(NOW_MS);
  expect(rest).toEqual([21, 20, 1, 3, 5, 7, 9]);
});

test('a cursor of all alerts is rejected for open alerts', async () => {
  const { siguiente } = (await service.get('/v1/alertas', { limite: 1 })).body;
  const { status, body } = await service.get('/v1/alertas', { limite: 1, siguiente, estado: 'abiertas' });
  expect([status, body.parametro]).toEqual([400, 'siguiente']);
});

test.each([
  [{ estado: 'cerradas' }, 'estado'],
  [{ estado: '' }, 'estado'],
  [{ desde: iso(NOW_MS) }, 'desde'],
])('%j is rejected', async (query, parametro) => {
  const { status, body } = await service.get('/v1/alertas', query);
  expect([status, body.parametro]).toEqual([400, parametro]);
});

test('inserting an alert with an existing id updates it', async () => {
  const entry = alert(40, NOW_MS - 20 * DAY_MS);
  expect(await upsertAlerts(service.pool, [entry])).toEqual({ inserted: 1, updated: 0 });
  expect(await upsertAlerts(service.pool, [entry, { ...entry, endedMs: NOW_MS }])).toEqual({ inserted: 0, updated: 1 });
  const range = { desde: iso(NOW_MS - 21 * DAY_MS), hasta: iso(NOW_MS - 19 * DAY_MS) };
  const { body } = await service.get('/v1/alertas', range);
  expect(body.alertas).toMatchObject([{ id: id(40), estado: 'cerrada' }]);
});
