import { NOW_MS, startTestService, testDevice, type TestService } from '../test/support/testService.ts';
import { writeReadings } from '../store/readings/readings.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService([
    testDevice('COMP-01'),
    testDevice('COMP-02'),
    testDevice('SUR-01', { siteCode: 'sur' }),
    testDevice('VIEJA-01', { active: false }),
    testDevice('MUDA-01'),
  ]);
  const of = (device: string, tag: string, ts: number, value: number) =>
    [service.tagId(device, tag), ts, value] as const;
  const rows = [
    of('COMP-01', 'temperatura', NOW_MS - 1000, 20.5),
    of('COMP-01', 'temperatura', NOW_MS - 2000, 99),
    of('COMP-01', 'presion', NOW_MS - 5000, -3),
    of('COMP-02', 'presion', NOW_MS - 1, 7),
    of('SUR-01', 'presion', NOW_MS - 1, 8),
    of('VIEJA-01', 'presion', NOW_MS - 1, 9),
  ];
  const batch = {
    tagIds: rows.map(([id]) => id),
    tsEpochMs: rows.map(([, ts]) => ts),
    values: rows.map(([, , v]) => v),
  };
  await writeReadings(service.pool, batch, { onConflict: 'keep' });
});

afterAll(() => service.close());

async function values(query: Record<string, string | number> = {}, secret?: string) {
  const { status, body } = await service.get('/v1/valores', query, secret);
  expect(status).toBe(200);
  return body.valores.map((one: { dispositivo: string; tag: string; valor: number }) => [
    one.dispositivo,
    one.tag,
    one.valor,
  ]);
}

const ALL = [
  ['COMP-01', 'presion', -3],
  ['COMP-01', 'temperatura', 20.5],
  ['COMP-02', 'presion', 7],
  ['SUR-01', 'presion', 8],
];

test('the newest reading of each tag of active devices is listed by device and tag', async () => {
  expect(await values()).toEqual(ALL);
});

test('a value has the name and unit of its tag and its time', async () => {
  const { body } = await service.get('/v1/valores', { dispositivo: 'COMP-01' });
  expect(body).toEqual({
    valores: [
      expect.objectContaining({ tag: 'presion' }),
      {
        dispositivo: 'COMP-01',
        tag: 'temperatura',
        nombre: 'Temperatura',
        unidad: '°C',
        valor: 20.5,
        ts: new Date(NOW_MS - 1000).toISOString(),
      },
    ],
    siguiente: null,
  });
});

test.each([1, 2, 3, 4, 5000])('pages of %i together contain all values', async (limite) => {
  const bases: ReadonlyArray<Record<string, string>> = [{}, { dispositivo: 'COMP-01' }];
  for (const base of bases) {
    const found = [];
    let siguiente: string | null | undefined;
    do {
      const { body } = await service.get('/v1/valores', { ...base, limite, ...(siguiente ? { siguiente } : {}) });
      found.push(...body.valores);
      siguiente = body.siguiente;
    } while (siguiente !== null);
    expect(found).toEqual((await service.get('/v1/valores', base)).body.valores);
  }
});

test('an inactive device is returned when it is requested by code', async () => {
  expect(await values({ dispositivo: 'VIEJA-01' })).toEqual([['VIEJA-01', 'presion', 9]]);
});

test('a device without readings has no values, and an unknown device is 404', async () => {
  expect(await values({ dispositivo: 'MUDA-01' })).toEqual([]);
  expect((await service.get('/v1/valores', { dispositivo: 'NADA' })).body).toMatchObject({
    status: 404,
    codigo: 'dispositivo_no_encontrado',
  });
});

test('a cursor of all devices is rejected for one device', async () => {
  const { siguiente } = (await service.get('/v1/valores', { limite: 1 })).body;
  const { status, body } = await service.get('/v1/valores', { dispositivo: 'COMP-01', siguiente });
  expect([status, body.parametro]).toEqual([400, 'siguiente']);
});

test('an empty code of a device is rejected', async () => {
  const { status, body } = await service.get('/v1/valores', { dispositivo: '' });
  expect([status, body.parametro]).toEqual([400, 'dispositivo']);
});
