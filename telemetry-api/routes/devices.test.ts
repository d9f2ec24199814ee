import { NOW_MS, startTestService, testDevice, type TestService } from '../test/support/testService.ts';
import { writeReadings } from '../store/readings/readings.ts';

const ONLINE_WITHIN_MS = 900_000;
const CODES = ['BOMBA-01', 'BOMBA-02', 'COMP-01', 'COMP-02', 'a-minúscula', 'Ñ-01', '漢-01'];

let service: TestService;

beforeAll(async () => {
  service = await startTestService([
    ...CODES.map((code) => testDevice(code)),
    testDevice('SUR-01', { siteCode: 'sur', tags: [] }),
    testDevice('VIEJA-01', { active: false }),
  ]);
});

afterAll(() => service.close());

async function codes(query: Record<string, string | number> = {}, secret?: string) {
  const { status, body } = await service.get('/v1/dispositivos', query, secret);
  expect(status).toBe(200);
  return body.dispositivos.map(({ codigo }: { codigo: string }) => codigo);
}

function write(device: string, tag: string, ts: number) {
  return writeReadings(
    service.pool,
    { tagIds: [service.tagId(device, tag)], tsEpochMs: [ts], values: [1] },
    { onConflict: 'keep' }
  );
}

test('active devices are sorted by the bytes of their codes', async () => {
  expect(await codes()).toEqual([
    'BOMBA-01',
    'BOMBA-02',
    'COMP-01',
    'COMP-02',
    'SUR-01',
    'a-minúscula',
    'Ñ-01',
    '漢-01',
  ]);
});

test('a device has its site, its area and its tags by key', async () => {
  const { body } = await service.get('/v1/dispositivos', { limite: 1 });
  expect(body.dispositivos).toEqual([
    {
      codigo: 'BOMBA-01',
      nombre: 'Equipo BOMBA-01',
      tipo: 'compressor',
      sede: 'Planta norte',
      area: 'Utilidades',
      conexion: 'sin_datos',
      ultimoContacto: null,
      tags: [
        { clave: 'presion', nombre: 'Presión', unidad: 'bar', tipo: 'measurement' },
        { clave: 'temperatura', nombre: 'Temperatura', unidad: '°C', tipo: 'measurement' },
      ],
    },
  ]);
});

test('a device without tags has an empty list of tags', async () => {
  const { body } = await service.get('/v1/dispositivos', {}, await service.key({ siteCodes: ['sur'] }));
  expect(body.dispositivos).toMatchObject([{ codigo: 'SUR-01', tags: [] }]);
});

test.each([1, 2, 3, 8, 2000])('pages of %i together contain all devices', async (limite) => {
  const found: string[] = [];
  let siguiente: string | null | undefined;
  do {
    const { body } = await service.get('/v1/dispositivos', siguiente ? { limite, siguiente } : { limite });
    found.push(...body.dispositivos.map(({ codigo }: { codigo: string }) => codigo));
    siguiente = body.siguiente;
  } while (siguiente !== null);
  expect(found).toEqual(await codes());
});

test('the last contact is the newest reading of any tag, and a device with a recent one is online', async () => {
  await write('COMP-01', 'temperatura', NOW_MS - ONLINE_WITHIN_MS);
  await write('COMP-01', 'presion', NOW_MS - ONLINE_WITHIN_MS - 5000);
  await write('COMP-02', 'presion', NOW_MS - ONLINE_WITHIN_MS - 1);
  const { body } = await service.get('/v1/dispositivos');
  expect(body.dispositivos.slice(2, 4)).toMatchObject([
    { codigo: 'COMP-01', conexion: 'en_linea', ultimoContacto: new Date(NOW_MS - ONLINE_WITHIN_MS).toISOString() },
    { codigo: 'COMP-02', conexion: 'sin_conexion' },
  ]);
});
