import { NOW_MS, startTestService, testDevice, type TestService } from './support/testService.ts';
import { writeReadings } from '../store/readings/readings.ts';
import { MINUTE_MS } from '../durations.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01'), testDevice('COMP-02'), testDevice('COMP-03')]);
});

afterAll(() => service.close());

/** Each call writes one batch. */
function arrive(tag: string, rows: ReadonlyArray<readonly [minutesAgo: number, value: number]>, device = 'COMP-01') {
  const tagId = service.tagId(device, tag);
  return writeReadings(
    service.pool,
    {
      tagIds: rows.map(() => tagId),
      tsEpochMs: rows.map(([minutesAgo]) => NOW_MS - minutesAgo * MINUTE_MS),
      values: rows.map(([, value]) => value),
    },
    { onConflict: 'keep' }
  );
}

async function latest(tag: string) {
  const { body } = await service.get('/v1/valores', { dispositivo: 'COMP-01' });
  const found = body.valores.find((one: { tag: string }) => one.tag === tag);
  return [found.valor, (NOW_MS - Date.parse(found.ts)) / MINUTE_MS];
}

async function contact(device: string) {
  const { body } = await service.get('/v1/dispositivos');
  const { conexion, ultimoContacto } = body.dispositivos.find((one: { codigo: string }) => one.codigo === device);
  return [conexion, ultimoContacto === null ? null : (NOW_MS - Date.parse(ultimoContacto)) / MINUTE_MS];
}

test('the latest value is the one with the newest timestamp, in whatever order readings arrive', async () => {
  await arrive('temperatura', [[30, 1]]);
  expect(await latest('temperatura')).toEqual([1, 30]);
  // A data logger that was disconnected sends its buffer, newest first.
  await arrive('temperatura', [
    [10, 3],
    [20, 2],
    [50, 0],
  ]);
  expect(await latest('temperatura')).toEqual([3, 10]);
  await arrive('temperatura', [[40, -1]]);
  await arrive('temperatura', [[10, 99]]);
  expect(await latest('temperatura')).toEqual([3, 10]);
});

test('concurrent late batches leave the newest value of each tag', async () => {
  const order = [7, 3, 11, 5, 2, 13, 4, 9, 6, 12];
  await Promise.all(order.map((minutesAgo) => arrive('presion', [[minutesAgo, minutesAgo]])));
  expect(await latest('presion')).toEqual([2, 2]);
});

test('the last contact is the newest reading of any tag, and late readings do not change it', async () => {
  expect(await contact('COMP-02')).toEqual(['sin_datos', null]);
  await arrive('temperatura', [[600, 1]], 'COMP-02');
  expect(await contact('COMP-02')).toEqual(['sin_conexion', 600]);
  await arrive('presion', [[15, 1]], 'COMP-02');
  expect(await contact('COMP-02')).toEqual(['en_linea', 15]);
  await arrive('presion', [[16, 1]], 'COMP-02');
  await arrive('temperatura', [[400, 1]], 'COMP-02');
  expect(await contact('COMP-02')).toEqual(['en_linea', 15]);
  service.setNow(NOW_MS + 1);
  expect((await contact('COMP-02'))[0]).toBe('sin_conexion');
  service.setNow(NOW_MS);
  expect(await contact('COMP-03')).toEqual(['sin_datos', null]);
});
